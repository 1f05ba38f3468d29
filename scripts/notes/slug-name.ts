import { slug } from "github-slugger";
import { isDeviceName } from "./is-device-name.ts";

/** For a name none of whose characters are kept in a slug. */
const NAMELESS = "untitled";

/** Most names: all characters are kept but for the spaces, and there is one Unicode form of them. */
const PLAIN = /^[\w -]+$/;

/** The slug of a file's or folder's name, as GitHub makes one of a heading; never empty. */
export function slugName(name: string): string {
  const made = PLAIN.test(name)
    ? name.toLowerCase().replaceAll(" ", "-")
    : slug(name.normalize("NFC")).normalize("NFC") || NAMELESS;
  return isDeviceName(made) ? `${made}-${NAMELESS}` : made;
}
