import { slug } from "github-slugger";
import { unsafeName } from "./unsafe-name.ts";

/** For a name none of whose characters are kept in a slug. */
const NAMELESS = "untitled";

/** The slug of a file's or folder's name, as GitHub makes one of a heading; never empty. */
export function slugName(name: string): string {
  const made = slug(name.normalize("NFC")).normalize("NFC") || NAMELESS;
  return unsafeName(made) === "is the name of a device on Windows" ? `${made}-${NAMELESS}` : made;
}
