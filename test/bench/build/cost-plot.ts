import type { BuilderName } from "./cost.ts";
import type { Costs } from "./costs.ts";
import { logScale } from "./log-scale.ts";
import { significant } from "./significant.ts";
import { spreadLabels } from "./spread-labels.ts";

const [WIDTH, HEIGHT] = [840, 460];
const PLOT = { left: 70, right: 510, top: 64, bottom: 400 };
const LABEL_LEFT = 532;
const LABEL_GAP = 20;

/** Our own builds are of one color, which is the strongest; each line has its label, so that nothing hangs on colors. */
const LOOK: Readonly<Record<BuilderName, string>> = {
  "this, cold": "own",
  "this, one note changed": "own changed",
  "this, nothing changed": "own unchanged",
  floor: "floor",
  Hugo: "hugo",
  Eleventy: "eleventy",
};

const STYLE = `
text{font:14px system-ui,sans-serif;fill:#1f2328}
.title{font-size:17px;font-weight:600}
.axis{fill:#59636e}
.paper{fill:#fff}
.grid{stroke:#d1d9e0;fill:none}
.line{fill:none;stroke-width:2}
.lead{fill:none;opacity:.5}
.own{--c:#0550ae}.floor{--c:#59636e}.hugo{--c:#a40e6b}.eleventy{--c:#8a4600}
.line,.lead{stroke:var(--c)}
.dot,.label{fill:var(--c)}
.own.line{stroke-width:3}
.changed.line{stroke-dasharray:8 4}
.unchanged.line{stroke-dasharray:2 4}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}
.axis{fill:#9198a1}
.paper{fill:#0d1117}
.grid{stroke:#3d444d}
.own{--c:#79c0ff}.floor{--c:#9198a1}.hugo{--c:#ff80c8}.eleventy{--c:#ffa657}
.label{fill:var(--c)}
}`;

/**
 * Seconds by number of notes as an SVG, on a page of its own color in light and in dark. Both axes are
 * logarithmic: what grows in proportion is a straight line with the slope of the grid's diagonals.
 */
export function costPlot(costs: Costs): string {
  const lines = costs.buildersOf().map((builder) => ({
    builder,
    points: costs.sizes
      .map((notes) => ({ notes, seconds: costs.median(builder, notes, "seconds") }))
      .filter(({ seconds }) => seconds > 0),
  }));
  const seconds = lines.flatMap(({ points }) => points.map((point) => point.seconds));
  const x = logScale(costs.sizes, PLOT.left, PLOT.right);
  const y = logScale(seconds, PLOT.bottom, PLOT.top);
  const lasts = lines.map(({ points }) => y.at(points.at(-1)!.seconds));
  const labels = spreadLabels(lasts, LABEL_GAP, PLOT.bottom);
  const largest = costs.sizes.at(-1)!;
  const drawn = lines.map(({ builder, points }, i) => {
    const look = LOOK[builder];
    const last = points.at(-1)!;
    const path = points.map((point) => `${x.at(point.notes)},${y.at(point.seconds)}`).join(" ");
    const dots = points.map(
      (point) =>
        `<circle class="dot ${look}" cx="${x.at(point.notes)}" cy="${y.at(point.seconds)}" r="3.5"/>`,
    );
    const lead = `<path class="lead ${look}" d="M${x.at(last.notes) + 6} ${lasts[i]}L${LABEL_LEFT - 6} ${labels[i]}"/>`;
    const size = last.notes === largest ? "" : ` at ${last.notes.toLocaleString("en")}`;
    const label = `<text class="label ${look}" x="${LABEL_LEFT}" y="${labels[i]! + 5}">${builder}, ${significant(last.seconds)} s${size}</text>`;
    return `<polyline class="line ${look}" points="${path}"/>${dots.join("")}${lead}${label}`;
  });
  const rows = y.ticks.map(
    (tick) =>
      `<path class="grid" d="M${PLOT.left} ${y.at(tick)}H${PLOT.right}"/><text class="axis" x="${PLOT.left - 10}" y="${y.at(tick) + 5}" text-anchor="end">${tick.toLocaleString("en")} s</text>`,
  );
  const columns = x.ticks.map(
    (tick) =>
      `<path class="grid" d="M${x.at(tick)} ${PLOT.top}V${PLOT.bottom}"/><text class="axis" x="${x.at(tick)}" y="${PLOT.bottom + 22}" text-anchor="middle">${tick.toLocaleString("en")}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc">`,
    '<title id="title">Seconds to build a vault, by number of notes</title>',
    `<desc id="desc">${describe(costs)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    `<text class="title" x="${PLOT.left}" y="32">Seconds to build a vault, by number of notes</text>`,
    ...columns,
    ...rows,
    `<text class="axis" x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 46}" text-anchor="middle">notes (both axes logarithmic)</text>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function describe(costs: Costs): string {
  const sentences = costs.buildersOf().map((builder) => {
    const points = costs.sizes.flatMap((notes) => {
      const seconds = costs.median(builder, notes, "seconds");
      return seconds > 0
        ? [`${significant(seconds)} s for ${notes.toLocaleString("en")} notes`]
        : [];
    });
    return `${builder}: ${points.join(", ")}.`;
  });
  return sentences.join(" ");
}
