// Draws a trace for a terminal, 60 to 200 columns wide: an axis, the activity of the script and the questions to the
// user, and a line for each call under its server. The number of lines is bounded. The caller adds colours; the text
// says the same without them.
import { counted } from '../../base/text/counted.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { axisText, axisTicks, durationText } from './timeAxis.ts';
import { barWords, lengthOf, type BarState, type CallBar, type RunView, type Span } from './runView.ts';

type TraceStyle = Readonly<Record<'bold' | 'dim' | 'good' | 'warning' | 'bad', (text: string) => string>>;

interface TraceTextOptions {
  /** Width of the terminal; clamped to 60 to 200. */
  readonly columns: number;
  readonly style: TraceStyle;
}

/** Maximum number of lines of calls; the other calls are counted. */
const mostCalls = 500;

const heights = '▁▂▃▄▅▆▇█';

type Cell = 'none' | 'waits' | 'runs' | 'prepares' | 'asks' | 'mark';
const signs: Readonly<Record<Cell, string>> = {
  none: ' ',
  waits: '░',
  runs: '█',
  prepares: '░',
  asks: '▓',
  mark: '◆',
};

/** Returns the lines without line ends. */
export function traceText(model: RunView, { columns, style }: TraceTextOptions) {
  const all = Math.min(200, Math.max(60, Math.floor(columns)));
  const groups = groupsOf(model);
  const longest = Math.max(
    14,
    ...groups.flatMap(({ bars }) => bars.map((bar) => callLabel(model, bar).length + 2)),
  );
  const labelWidth = Math.min(longest, Math.floor(all * 0.35));
  // Width of the note behind a bar, such as `1.2 s failed: not found`.
  const noteWidth = Math.min(40, Math.floor(all / 4));
  const chart = new Chart(model.endMs, all - labelWidth - noteWidth - 2);
  const line = (label: string, drawn: string, note = '') =>
    `${fitted(label, labelWidth)} ${drawn} ${style.dim(fitted(note, noteWidth).trimEnd())}`.trimEnd();
  return [
    style.dim(line('', chart.axis())),
    ...overview(model, chart, style).map(([label, drawn, note]) => line(label, drawn, note)),
    ...groups.flatMap(({ title, bars, more }) => [
      style.bold(title),
      ...bars.map((bar) =>
        line(`  ${callLabel(model, bar)}`, chart.bar(bar, style), noteOf(bar, model.endMs)),
      ),
      ...(more === 0 ? [] : [style.dim(`  … ${counted(more, 'more call')}`)]),
    ]),
    ...(model.bars.length === 0
      ? []
      : [style.dim('░ not sent yet  █ at the server  :3 its line  :3? perhaps')]),
  ];
}

function overview(model: RunView, chart: Chart, style: TraceStyle) {
  const { script, scriptAt, asked, marks, atOnce, mostAtOnce } = model;
  const prepared = scriptAt === undefined ? [] : chart.spans([{ from: 0, to: scriptAt }], 'prepares');
  const runs = drawn(chart.over(prepared, chart.spans(script, 'runs')));
  const lines: [label: string, drawn: string, note: string][] = [['script', runs, '░ preparing']];
  if (asked.length > 0) {
    const asks = drawn(chart.spans(asked, 'asks')).replace(/\S+/g, style.warning);
    lines.push(['waits for you', asks, durationText(lengthOf(asked))]);
  }
  if (marks.length > 0) {
    const spans = marks.map(({ at }) => ({ from: at, to: at }));
    lines.push(['progress', drawn(chart.spans(spans, 'mark')).replace(/\S+/g, style.dim), '']);
  }
  if (mostAtOnce >= 2)
    lines.push(['calls at once', chart.steps(atOnce, mostAtOnce), `at most ${mostAtOnce}`]);
  return lines;
}

/** If there are too many calls, failed calls are shown before others. */
function groupsOf({ lanes, tools, bars }: RunView) {
  const bad = bars.filter(({ state }) => state === 'failed' || state === 'unknown' || state === 'denied');
  const shown = new Set(bars.length <= mostCalls ? bars : [...bad, ...bars].slice(0, mostCalls));
  const groups = lanes.map(({ server, calls, failed }) => ({
    title: `${visibleName(server)} · ${counted(calls, 'call')}${failed === 0 ? '' : `, ${failed} failed`}`,
    bars: [] as CallBar[],
    more: 0,
  }));
  for (const bar of bars) {
    const group = groups[tools[bar.tool]?.lane ?? 0];
    if (!group) continue;
    if (shown.has(bar)) group.bars.push(bar);
    else group.more += 1;
  }
  return groups;
}

/** Returns the name of the tool with the line of the call: `:12`, or `:12?` if it may be another line. */
function callLabel({ tools }: RunView, { tool }: CallBar): string {
  const named = tools[tool];
  if (!named) return '';
  const [line, ...others] = named.lines;
  return `${visibleName(named.name)}${line === undefined ? '' : ` :${line}${others.length > 0 ? '?' : ''}`}`;
}

function noteOf({ madeAt, endedAt, state, message }: CallBar, endMs: number): string {
  const words =
    state === 'finished'
      ? ''
      : ` ${barWords[state]}${message === undefined ? '' : `: ${shownLine(message)}`}`;
  return `${durationText(Math.max(0, (endedAt ?? endMs) - madeAt))}${words}`;
}

/** Maps the time of a run to columns. */
class Chart {
  readonly #endMs: number;
  readonly #width: number;

  constructor(endMs: number, width: number) {
    this.#endMs = endMs;
    this.#width = width;
  }

  /** Draws the axis, such as `|0       |500 ms   |1 s`. */
  axis(): string {
    let drawn = '';
    for (const at of axisTicks(0, this.#endMs, Math.max(2, Math.floor(this.#width / 10)))) {
      const label = `|${axisText(at)}`;
      const column = this.#column(at);
      if (column >= drawn.length && column + label.length <= this.#width)
        drawn = drawn.padEnd(column) + label;
    }
    return drawn;
  }

  spans(spans: readonly Span[], cell: Cell): readonly Cell[] {
    const cells = new Array<Cell>(this.#width).fill('none');
    for (const { from, to } of spans)
      cells.fill(cell, this.#column(from), Math.max(this.#column(from) + 1, this.#column(to)));
    return cells;
  }

  /** Draws `above` over `below`; empty cells of `above` show `below`. */
  over(below: readonly Cell[], above: readonly Cell[]): readonly Cell[] {
    return above.map((cell, index) => (cell === 'none' ? (below[index] ?? 'none') : cell));
  }

  bar({ madeAt, sentAt, endedAt, state }: CallBar, style: TraceStyle): string {
    const to = endedAt ?? this.#endMs;
    const waits = this.spans([{ from: madeAt, to: sentAt ?? to }], 'waits');
    const cells = sentAt === undefined ? waits : this.over(waits, this.spans([{ from: sentAt, to }], 'runs'));
    return drawn(cells).replace(/░+/g, style.dim).replace(/█+/g, paintOf(state, style));
  }

  /** Draws the highest step of each column. */
  steps(steps: RunView['atOnce'], most: number): string {
    const highest = new Array<number>(this.#width).fill(0);
    for (const [index, { at, calls }] of steps.entries()) {
      const [from, to] = [this.#column(at), this.#column(steps[index + 1]?.at ?? this.#endMs)];
      for (let column = from; column <= to; column += 1)
        if (column === from || column < to) highest[column] = Math.max(highest[column] ?? 0, calls);
    }
    return highest
      .map((calls) => (calls === 0 ? ' ' : (heights[Math.ceil((calls / most) * heights.length) - 1] ?? '█')))
      .join('');
  }

  #column(at: number): number {
    return Math.min(this.#width - 1, Math.max(0, Math.floor((at / this.#endMs) * this.#width)));
  }
}

function drawn(cells: readonly Cell[]): string {
  return cells.map((cell) => signs[cell]).join('');
}

function paintOf(state: BarState, style: TraceStyle): (text: string) => string {
  if (state === 'finished') return style.good;
  if (state === 'failed' || state === 'denied') return style.bad;
  return state === 'unknown' ? style.warning : (text) => text;
}

function fitted(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1).toWellFormed()}…` : text.padEnd(width);
}
