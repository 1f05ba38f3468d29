/** @throws Error if there is more of something than the index has room for, such as `70000 facet values: at most 65535 fit`. */
export function assertFits(count: number, what: string, most: number): void {
  if (count > most) throw new Error(`${count} ${what}: at most ${most} fit`);
}
