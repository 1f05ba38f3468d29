import { AREAS } from "./areas.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./words.ts";

const DEPTHS = [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6];
/** One note in as many lies as deep as anybody puts one. */
const DEEP_ONE_IN = 4000;

/** Gives one note after the other its folder: most have one that hardly another note shares. */
export function scatteredFolders(random: Random): () => string {
  let notes = 0;
  return () => {
    if (notes++ % DEEP_ONE_IN === 17) {
      return Array.from({ length: 30 }, (_, depth) => `level ${depth}`).join("/");
    }
    const depth = random.pick(DEPTHS);
    const parts = depth === 0 ? [] : [random.pick(AREAS)];
    for (let at = 1; at < depth; at++) parts.push(`${random.pick(WORDS)} ${random.below(6)}`);
    return parts.join("/");
  };
}
