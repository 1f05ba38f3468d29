/** The small digits of Latin-1 count as digits there. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(\.|$)/i;

/** Whether a name is that of a device of Windows: no file there can be called so, whatever its extension. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
