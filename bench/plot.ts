/**
 * `npm run bench -- plot`: draws the plots in docs/ from the figures that docs/benchmarks.md has, so that
 * plots and tables cannot differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "../docs");
const WIDTH = 760;
const HEIGHT = 420;
/** Space beside the plotting area for the labels of the axes and of the data. */
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 200, 40, 52];
const LABEL_HEIGHT = 15;

const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}
.title{font-weight:600;font-size:14px}
.tick{fill:#59636e;font-size:12px}
.paper{fill:#fff}
.grid{stroke:#d1d9e0}
.other{fill:none;stroke:#818b98;stroke-width:1.5}
.own{fill:none;stroke:#0550ae;stroke-width:2.5}
.other-point{fill:#818b98}
.own-point{fill:#0550ae}
.own-label{font-weight:600;fill:#0550ae}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}
.tick{fill:#9198a1}
.paper{fill:#0d1117}
.grid{stroke:#3d444d}
.own{stroke:#79c0ff}
.own-point,.own-label{fill:#79c0ff}
}`;

/** A named point or line of a plot. */
interface Series {
  readonly name: string;
  readonly isOwn: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

interface Axis {
  readonly label: string;
  readonly ticks: readonly number[];
  readonly isLogarithmic: boolean;
}

/** The rows of a document's tables with a column, by the names of their columns. */
export function tableRows(text: string, column: string): Record<string, string>[] {
  const cellsOf = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  return [...text.matchAll(/^\|.*\n\|-.*\n((?:\|.*\n)+)/gm)].flatMap(([table]) => {
    const [head = "", , ...rows] = table.trimEnd().split("\n");
    const names = cellsOf(head);
    if (!names.includes(column)) return [];
    return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, i) => [names[i]!, cell])));
  });
}

/** Build time over the number of notes, from rows such as `14,000 notes, Hugo`. */
export function buildTimes(text: string): string {
  const lines = new Map<string, [number, number][]>();
  for (const row of tableRows(text, "CPU seconds")) {
    const [, notes = "", name = ""] = /^([\d,]+) notes, (.*)$/.exec(row[""] ?? "") ?? [];
    // Other edits take as long as a new note.
    if (/^$|another|less$/.test(name)) continue;
    const point: [number, number] = [Number(notes.replaceAll(",", "")), Number(row.Seconds)];
    lines.set(name, [...(lines.get(name) ?? []), point]);
  }
  const series = [...lines].map(([name, points]) => ({
    name,
    points,
    isOwn: name.startsWith("this"),
  }));
  return plot(
    "Seconds of a build, by the number of notes",
    { label: "notes", ticks: [318, 2000, 14_000, 100_000], isLogarithmic: true },
    { label: "s", ticks: [0.01, 0.1, 1, 10, 100], isLogarithmic: true },
    series,
  );
}

/** Relevance over size: the means of the corpora on which the engines of the first table were all run. */
export function relevance(text: string): string {
  const tables: Record<string, string>[][] = [];
  for (const row of tableRows(text, "nDCG@10")) {
    if (row.engine === "this engine") tables.push([]);
    tables.at(-1)!.push(row);
  }
  const names = tables[0]!.map(({ engine }) => engine!);
  const compared = tables.filter((table) =>
    names.every((name) => table.some(({ engine }) => engine === name)),
  );
  const rows = names.map(
    (name) => [name, compared.flat().filter(({ engine }) => engine === name)] as const,
  );
  const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const series = rows.map(([name, own]) => {
    const column = (key: string) => mean(own.map((row) => Number(row[key])));
    const point: [number, number] = [column("ratio"), column("nDCG@10")];
    return { name, isOwn: name === "this engine", points: [point] };
  });
  return plot(
    `Relevance (nDCG@10) by the size of what an engine ships, means of ${compared.length} corpora`,
    {
      label: "times the size of the results’ own text, gzipped",
      ticks: [1, 2, 4, 8],
      isLogarithmic: true,
    },
    { label: "", ticks: [0.2, 0.3, 0.4, 0.5, 0.6], isLogarithmic: false },
    series,
  );
}

function plot(title: string, x: Axis, y: Axis, series: readonly Series[]): string {
  const points = series.flatMap((each) => each.points);
  const atX = scale(
    x,
    points.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const atY = scale(
    y,
    points.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const parts = [
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    text(16, 24, title, "title"),
    ...x.ticks.map((tick) =>
      text(atX(tick), HEIGHT - BOTTOM + 20, tick.toLocaleString("en"), "tick", "middle"),
    ),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x.label, "tick", "middle"),
    ...y.ticks.flatMap((tick) => [
      `<path class="grid" d="M${LEFT} ${round(atY(tick))}H${WIDTH - RIGHT}"/>`,
      text(LEFT - 8, atY(tick) + 4, `${tick} ${y.label}`.trim(), "tick", "end"),
    ]),
    ...series.map(({ isOwn, points: own }) => {
      const kind = isOwn ? "own" : "other";
      const placed = own.map(([a, b]) => `${round(atX(a))} ${round(atY(b))}`);
      const dots = placed
        .map((at) => at.split(" "))
        .map(([a, b]) => `<circle class="${kind}-point" cx="${a}" cy="${b}" r="4"/>`);
      return `<path class="${kind}" d="M${placed.join("L")}"/>${dots.join("")}`;
    }),
    ...labels(series, atX, atY),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>
${STYLE}
</style>
${parts.join("\n")}
</svg>
`;
}

/** Names beside the last points, from the top down, moved down where they would overlap. */
function labels(
  series: readonly Series[],
  atX: (value: number) => number,
  atY: (value: number) => number,
): string[] {
  const wanted = series.map(({ name, isOwn, points }) => {
    const [x, y] = points.at(-1)!;
    return { name, isOwn, x: atX(x) + 9, y: atY(y) + 4 };
  });
  const placed: typeof wanted = [];
  for (const label of wanted.toSorted((a, b) => a.y - b.y)) {
    const above = placed.filter(({ name, x }) => Math.abs(x - label.x) < 8 * name.length);
    const y = Math.max(label.y, ...above.map((other) => other.y + LABEL_HEIGHT));
    placed.push({ ...label, y });
  }
  return placed.map(({ x, y, name, isOwn }) => text(x, y, name, isOwn ? "own-label" : ""));
}

/** A function from the values of an axis to places between two ends. */
function scale(
  { ticks, isLogarithmic }: Axis,
  values: readonly number[],
  from: number,
  to: number,
) {
  const position = (value: number) => (isLogarithmic ? Math.log(value) : value);
  const all = [...ticks, ...values].map(position);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return (value: number) => from + ((to - from) * (position(value) - low)) / (high - low);
}

function text(x: number, y: number, content: string, kind: string, anchor = "start"): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${content}</text>`;
}

function round(number: number): string {
  return number.toFixed(1);
}

if (import.meta.main) {
  const figures = readFileSync(join(DOCS, "benchmarks.md"), "utf8");
  writeFileSync(join(DOCS, "build-time.svg"), buildTimes(figures));
  writeFileSync(join(DOCS, "relevance.svg"), relevance(figures));
}
