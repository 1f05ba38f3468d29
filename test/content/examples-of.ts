import type { Example } from "./example.ts";
import { mdastNodes } from "./mdast-nodes.ts";
import type { ShippedNote } from "./shipped-note.ts";

/** The fences of a note that are marked `run`, in order. */
export function examplesOf({ file, text, markdown }: ShippedNote): Example[] {
  const linesBefore = lineCount(text) - lineCount(markdown);
  const examples: Example[] = [];
  const nodes = mdastNodes(markdown);
  nodes.forEach((node, i) => {
    if (node.type !== "code" || node.meta !== "run") return;
    const next = nodes[i + 1];
    const isOutput = next?.type === "code" && next.lang === "text" && next.meta === "output";
    examples.push({
      place: `${file}:${linesBefore + (node.position?.start.line ?? 0)}`,
      language: node.lang ?? "",
      code: node.value,
      output: isOutput ? next.value : undefined,
    });
  });
  return examples;
}

/** Links are resolved within their lines, so the lines before the body are what the file has more. */
function lineCount(text: string): number {
  return text.split("\n").length;
}
