const MOST = 80;

/** A name for a message: on one line, and no longer than a message bears. */
export function shorten(name: string): string {
  return name.length > MOST ? `${name.slice(0, MOST - 1).toWellFormed()}…` : name;
}
