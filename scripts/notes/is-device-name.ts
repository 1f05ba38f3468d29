const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether a name is that of a device of Windows: no file there can be called so, whatever its extension. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
