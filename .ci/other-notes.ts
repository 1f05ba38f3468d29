// Writes thirty notes that have nothing in common with the included ones, like somebody else's vault:
// no collections.yaml, and other fields. `node .ci/other-notes.ts FOLDER`
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PLACES = ["Lisbon", "Porto", "Braga", "Évora", "Faro"];
const KINDS = ["walk", "meal", "museum", "tram", "ferry", "market"];

const [folder = ""] = process.argv.slice(2);
if (folder === "") throw new Error("Which folder?");

for (const place of PLACES) {
  mkdirSync(join(folder, "Travel diary", place), { recursive: true });
  for (const [day, kind] of KINDS.entries()) {
    const text = `---
date: 2025-06-0${day + 1}
place: ${place}
tags: [travel, ${kind}]
---
# A ${kind} in ${place}

What was seen on a ${kind}, as on [[A ${kind} in ${PLACES[0]}|the first]].
`;
    writeFileSync(join(folder, "Travel diary", place, `A ${kind} in ${place}.md`), text);
  }
}
