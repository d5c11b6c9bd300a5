// The waterfall: a bar for each call under its server, over the time of the run. It is a tree for keyboards and screen
// readers; `+`, `-` and `0` zoom, and Shift with the arrow keys moves in time.
import * as l10n from '@vscode/l10n';
import { durationText } from '../../../journal/trace/timeAxis.ts';
import { barWords, type CallBar } from '../../../journal/trace/runView.ts';
import { barIcons, type CallEvents } from './callTable.ts';
import { element, setAria, spokenOnly, unspoken } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';
import { button } from '../base/toolbar.ts';
import { Overview, spanChart } from './overview.ts';
import { TimeScale } from './timeScale.ts';
import type { RunData, WaterfallRow } from './runData.ts';

export class Waterfall {
  readonly element: HTMLElement;
  readonly #data: RunData;
  readonly #events: CallEvents;
  readonly #scale = new TimeScale();
  readonly #overview = new Overview(this.#scale);
  readonly #rows: Rows;
  readonly #closed = new Set<number>();
  #shown: readonly WaterfallRow[] = [];
  #selected = 0;
  #hasBegun = false;
  /** Width of the charts, in pixels. */
  #width = 600;

  constructor(data: RunData, events: CallEvents) {
    this.#data = data;
    this.#events = events;
    this.#rows = new Rows({
      id: 'waterfall',
      label: l10n.t('Calls by server'),
      role: 'tree',
      rowHeight: 22,
      render: (row, index) => this.#render(row, index),
      onActive: (index) => this.#activated(index),
      onOpen: (index) => this.#opened(index),
      onSide: (index, side) => this.#side(index, side),
      onKey: (event) => this.#pressed(event),
    });
    this.#rows.element.addEventListener('wheel', (event) => this.#wheeled(event), { passive: false });
    const zoom = (factor: number) => () => this.#zoom(factor);
    this.element = element('div', { class: 'waterfall' }, [
      element('div', { class: 'zoom' }, [
        button({ icon: 'minus', label: l10n.t('Zoom Out (-)'), bare: true, onPress: zoom(2) }),
        button({ icon: 'plus', label: l10n.t('Zoom In (+)'), bare: true, onPress: zoom(0.5) }),
        button({ icon: 'fit', label: l10n.t('Whole Run (0)'), bare: true, onPress: () => this.#fit() }),
      ]),
      this.#overview.element,
      this.#rows.element,
    ]);
    new ResizeObserver(() => this.#draw()).observe(this.#overview.element);
  }

  /** Called when the data have changed. */
  changed(): void {
    this.#scale.setEnd(this.#data.frame.endMs);
    this.#begin();
    this.#shown = this.#data.rows(this.#closed);
    this.#rows.setCount(this.#shown.length);
    this.#draw();
    if (this.#selected > 0) this.#activate(this.#selected, false);
  }

  /** Called when the data belong to another run. */
  clear(): void {
    this.#selected = 0;
    this.#hasBegun = false;
    this.#closed.clear();
    this.#scale.fit();
    this.#rows.clear();
  }

  /** The first view shows the run of the script itself if starting servers or a question before it took long. */
  #begin(): void {
    const { scriptAt = 0, endMs, isOn } = this.#data.frame;
    if (this.#hasBegun || this.#data.bars.length === 0) return;
    this.#hasBegun = true;
    if (!isOn && scriptAt > endMs / 2) this.#scale.show(scriptAt - (endMs - scriptAt) * 0.02, endMs);
  }

  /** Marks the call as the selected one. */
  select(call: number): void {
    if (call === this.#selected) return;
    const tool = this.#data.bar(call)?.tool;
    const lane = tool === undefined ? undefined : this.#data.frame.tools[tool]?.lane;
    if (lane !== undefined && this.#closed.delete(lane)) this.changed();
    this.#activate(call, true);
  }

  focus(): void {
    this.#rows.focus();
  }

  #activate(call: number, moves: boolean): void {
    this.#selected = call;
    const index = this.#shown.findIndex((row) => row.kind === 'call' && row.bar.call === call);
    if (index < 0) return;
    const bar = this.#data.bar(call);
    if (moves && bar) this.#scale.reveal(bar.sentAt ?? bar.madeAt);
    if (index !== this.#rows.active) this.#rows.activate(index, { quiet: true });
  }

  #render(row: HTMLElement, index: number): void {
    const shown = this.#shown[index];
    if (shown?.kind === 'lane') this.#renderLane(row, shown);
    else if (shown) this.#renderCall(row, shown);
  }

  /**
   * Draws the joined periods of a server's calls, so that a closed server, or one whose calls are out of view, still
   * shows when it was busy.
   */
  #renderLane(row: HTMLElement, { lane, busy, failed }: WaterfallRow & { kind: 'lane' }): void {
    const { lanes } = this.#data.frame;
    const named = lanes[lane];
    if (!named) return;
    const isOpen = !this.#closed.has(lane);
    const [calls, failures] = [named.calls.toLocaleString(), named.failed.toLocaleString()];
    const counted =
      named.failed > 0
        ? l10n.t('{0} of {1} failed', failures, calls)
        : `${calls} ${named.calls === 1 ? 'call' : 'calls'}`;
    row.classList.add('lane');
    setAria(row, { level: 1, expanded: isOpen, setsize: lanes.length, posinset: lane + 1 });
    row.append(
      element('span', { class: 'row-name' }, [
        element('span', { class: 'twistie' }, [icon(isOpen ? 'down' : 'open')]),
        element('span', { class: 'tool-name', text: named.server }),
      ]),
      element('span', { class: 'chart' }, [
        spanChart(this.#scale, this.#width, [
          ['span-busy', busy],
          ['span-failed', failed],
        ]),
      ]),
      element('span', { class: `row-note${named.failed > 0 ? ' bad' : ''}`, text: counted }),
    );
  }

  #renderCall(row: HTMLElement, { bar, position, siblings }: WaterfallRow & { kind: 'call' }): void {
    const data = this.#data;
    const tool = data.toolOf(bar);
    const words = barLabel(data, bar);
    const [line, ...others] = tool?.lines ?? [];
    row.classList.add('call', `state-${bar.state}`);
    row.title = words;
    setAria(row, { level: 2, setsize: siblings, posinset: position + 1 });
    row.append(
      spokenOnly(words),
      unspoken('row-name', [
        icon(barIcons[bar.state]),
        element('span', { class: 'tool-name', text: tool?.name ?? '' }),
        element('span', {
          class: 'row-line',
          text: line === undefined ? '' : `:${line}${others.length > 0 ? '?' : ''}`,
        }),
      ]),
      element('span', { class: 'chart' }, this.#barParts(bar)),
      unspoken('row-note', [durationText(Math.max(0, data.endOf(bar) - bar.madeAt))]),
    );
  }

  #barParts(bar: CallBar): readonly HTMLElement[] {
    const end = this.#data.endOf(bar);
    const part = (className: string, from: number, to: number) => {
      const made = element('span', { class: className });
      const [left, right] = [this.#scale.partOf(from), this.#scale.partOf(to)];
      made.style.left = `${Math.max(-0.5, left) * 100}%`;
      made.style.width = `${(Math.min(1.5, right) - Math.max(-0.5, left)) * 100}%`;
      return right < 0 || left > 1 ? [] : [made];
    };
    return [
      ...part('bar-wait', bar.madeAt, bar.sentAt ?? end),
      ...(bar.sentAt === undefined ? [] : part('bar-run', bar.sentAt, end)),
    ];
  }

  #activated(index: number): void {
    const row = this.#shown[index];
    if (row?.kind !== 'call') return;
    this.#selected = row.bar.call;
    this.#events.onSelect(row.bar.call);
  }

  #opened(index: number): void {
    const row = this.#shown[index];
    if (row?.kind === 'lane') this.#toggle(row.lane);
    else if (row) this.#events.onOpen(row.bar.call);
  }

  #side(index: number, side: 'left' | 'right'): number | undefined {
    const row = this.#shown[index];
    if (row?.kind === 'call')
      return side === 'right'
        ? undefined
        : this.#shown.slice(0, index).findLastIndex(({ kind }) => kind === 'lane');
    if (row && this.#closed.has(row.lane) === (side === 'right')) this.#toggle(row.lane);
    else if (side === 'right') return index + 1;
    return undefined;
  }

  #toggle(lane: number): void {
    if (!this.#closed.delete(lane)) this.#closed.add(lane);
    this.changed();
  }

  #pressed(event: KeyboardEvent): void {
    const act = {
      '+': () => this.#zoom(0.5),
      '=': () => this.#zoom(0.5),
      '-': () => this.#zoom(2),
      '0': () => this.#fit(),
      ArrowLeft: event.shiftKey ? () => this.#pan(-0.25) : undefined,
      ArrowRight: event.shiftKey ? () => this.#pan(0.25) : undefined,
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  }

  #wheeled(event: WheelEvent): void {
    if (event.ctrlKey) this.#zoom(event.deltaY > 0 ? 1.25 : 0.8, this.#timeAt(event.clientX));
    else if (event.deltaX !== 0) this.#pan(event.deltaX / 500);
    else return;
    event.preventDefault();
  }

  #timeAt(x: number): number | undefined {
    const chart = this.#rows.element.querySelector('.chart')?.getBoundingClientRect();
    if (!chart || chart.width === 0) return undefined;
    return this.#scale.from + ((x - chart.left) / chart.width) * (this.#scale.to - this.#scale.from);
  }

  /** Zooms around the given time, or else around the selected call. */
  #zoom(factor: number, around?: number): void {
    const bar = this.#data.bar(this.#selected);
    this.#scale.zoom(factor, around ?? (bar && (bar.sentAt ?? bar.madeAt)));
    this.#draw();
  }

  #pan(part: number): void {
    this.#scale.pan(part);
    this.#draw();
  }

  #fit(): void {
    this.#scale.fit();
    this.#draw();
  }

  #draw(): void {
    const chart = this.#overview.element.querySelector('.chart');
    this.#width = chart?.clientWidth ?? this.#width;
    const ticks = this.#overview.draw(this.#data.frame, this.#width);
    const lines = ticks.map(
      (at) =>
        `linear-gradient(var(--tick), var(--tick)) ${this.#scale.partOf(at) * 100}% 0 / 1px 100% no-repeat`,
    );
    this.#rows.element.style.setProperty('--ticks', lines.length === 0 ? 'none' : lines.join(', '));
    this.#rows.redraw();
  }
}

/** Returns `line 12`, `line 12 or 14` or `line 12, 14 or 20`. */
function linesText(lines: readonly number[]): string | undefined {
  const [last, ...before] = [...lines].reverse();
  if (last === undefined) return undefined;
  return before.length === 0
    ? l10n.t('line {0}', last)
    : l10n.t('line {0} or {1}', before.reverse().join(', '), last);
}

/** Returns a text such as `getForecast of weather, failed: no such city, 412 ms, line 12`. */
function barLabel(data: RunData, bar: CallBar): string {
  const tool = data.toolOf(bar);
  const server = data.frame.lanes[tool?.lane ?? -1]?.server;
  const state = `${barWords[bar.state]}${bar.message === undefined ? '' : `: ${bar.message}`}`;
  const took = durationText(Math.max(0, data.endOf(bar) - bar.madeAt));
  return [l10n.t('{0} of {1}', tool?.name ?? '', server ?? ''), state, took, linesText(tool?.lines ?? [])]
    .filter((part) => part !== undefined)
    .join(', ');
}
