import { mdastNodes } from "./mdast-nodes.ts";

/** The destinations of a served text's links to notes, decoded, apart from their fragments. */
export function internalLinks(markdown: string): { route: string; fragment: string | undefined }[] {
  return mdastNodes(markdown)
    .filter((node) => node.type === "link")
    .map((link) => link.url)
    .filter((url) => !/^[a-z][a-z+.-]*:/i.test(url))
    .map((url) => {
      const [path, fragment] = url.split("#");
      return {
        route: decodeURIComponent(path!),
        fragment: fragment && decodeURIComponent(fragment),
      };
    });
}
