import type { HeadKind, PlannedNote } from "./planned-note.ts";
import type { Random } from "./random.ts";
import { scatteredFolders } from "./scattered-folders.ts";
import { tidyFolders } from "./tidy-folders.ts";
import { WORDS } from "./words.ts";

const HEADS: readonly HeadKind[] = ["none", "yaml", "yaml", "yaml"];
const ODD_HEADS: readonly HeadKind[] = ["colon", "toml", "unclosed", "break"];

/** The names of a vault's notes. The number in each makes it the only one of its name. */
export function planNotes(
  count: number,
  { oddities, isTidy }: { oddities: number; isTidy: boolean },
  random: Random,
): PlannedNote[] {
  const notes: PlannedNote[] = [];
  const used = new Set<string>();
  const nextFolder = isTidy ? tidyFolders(random) : scatteredFolders(random);
  for (let i = 0; i < count; i++) {
    const folder = nextFolder();
    const isNamesake = folder !== "" && random.isBelow(0.02);
    const isPlain = !random.isBelow(oddities);
    const made = isPlain ? plainName(i, random) : oddName(i, random);
    const name = isNamesake && !used.has(`${folder}/Overview`) ? "Overview" : made;
    used.add(`${folder}/${name}`);
    const extension = isTidy || random.isBelow(0.97) ? "md" : "markdown";
    notes.push({
      file: `${folder === "" ? "" : `${folder}/`}${name}.${extension}`,
      folder,
      name,
      isPlain: isPlain || name === "Overview",
      title: `Essay on ${random.pick(WORDS)} ${i}`,
      alias: `${random.pick(WORDS)} called ${i}`,
      head: random.isBelow(oddities) ? random.pick(ODD_HEADS) : random.pick(HEADS),
      isEmpty: random.isBelow(oddities / 20),
      isDraft: !isTidy && random.isBelow(0.01),
      isNamesake: name === "Overview",
    });
  }
  return notes;
}

function plainName(i: number, random: Random): string {
  const words = [random.pick(WORDS), random.pick(WORDS), String(i)];
  const [first = "", ...rest] = words;
  const capital = first.charAt(0).toUpperCase() + first.slice(1);
  return random.pick([words.join(" "), [capital, ...rest].join(" "), words.join("-")]);
}

function oddName(i: number, random: Random): string {
  const word = random.pick(WORDS);
  return random.pick([
    `C# and ${word} ${i}`,
    `What is ${word} ${i}?`,
    `100% ${word} ${i}`,
    `$& ${word} $1 ${i}`,
    `${word} [draft] ${i}`,
    `${word} v1.2.${i}`,
    `日本語 ${word} ${i}`,
    `cafe\u0301 ${word} ${i}`,
    `🎉 ${word} ${i}`,
    `*${word}* ${i}`,
    `(${word}) ${i}`,
    `__${word}__ ${i}`,
    `.${word} ${i}`,
    `${word} – “${i}”`,
  ]);
}
