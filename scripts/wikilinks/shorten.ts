const MOST = 80;

/** A name for a message, cut where it is longer than a message bears. */
export function shorten(name: string): string {
  return name.length > MOST ? `${name.slice(0, MOST - 1).toWellFormed()}…` : name;
}
