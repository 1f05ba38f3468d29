/** Seconds of one builder by number of notes. */
export interface Cost {
  name: string;
  points: readonly { notes: number; seconds: number }[];
}

const COLORS = ["#0b6e4f", "#1f6feb", "#b35900", "#8250df", "#cf222e"];
const [WIDTH, HEIGHT, LEFT, TOP] = [640, 380, 60, 20];
const [PLOT_WIDTH, PLOT_HEIGHT] = [430, 300];

/** The costs as an SVG: both axes logarithmic, so that a cost in proportion to size has slope 1. */
export function costPlot(costs: readonly Cost[]): string {
  const all = costs.flatMap(({ points }) => points);
  const x = scale(
    all.map(({ notes }) => notes),
    LEFT,
    LEFT + PLOT_WIDTH,
  );
  const y = scale(
    all.map(({ seconds }) => seconds),
    TOP + PLOT_HEIGHT,
    TOP,
  );
  const lines = costs.map(({ name, points }, i) => {
    const color = COLORS[i % COLORS.length];
    const path = points.map(({ notes, seconds }) => `${x.at(notes)},${y.at(seconds)}`).join(" ");
    const last = points.at(-1)!;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/><text x="${x.at(last.notes) + 8}" y="${y.at(last.seconds) + 4}" fill="${color}">${name}</text>`;
  });
  const ticks = [
    ...x.ticks.map(
      (n) =>
        `<text x="${x.at(n)}" y="${TOP + PLOT_HEIGHT + 18}" text-anchor="middle" fill="#777">${n.toLocaleString("en")}</text>`,
    ),
    ...y.ticks.map(
      (s) =>
        `<text x="${LEFT - 8}" y="${y.at(s) + 4}" text-anchor="end" fill="#777">${s} s</text><path d="M${LEFT} ${y.at(s)}h${PLOT_WIDTH}" stroke="#ddd"/>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13"><title>Seconds by number of notes</title>${ticks.join("")}${lines.join("")}</svg>\n`;
}

/** A logarithmic scale from whole powers of ten to whole powers of ten. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value: number) =>
    Math.round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  return { at, ticks: ticks.map((tick) => Number(tick.toPrecision(1))) };
}
