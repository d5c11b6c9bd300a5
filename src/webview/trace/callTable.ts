// The calls as a table, in the order in which they were made: what the waterfall shows, in words and numbers.
import { durationText } from '../../runs/timeAxis.ts';
import { barWords } from '../../runs/traceWords.ts';
import { callRows, fillCallRow } from '../base/callGrid.ts';
import { element } from '../base/dom.ts';
import type { Rows } from '../base/rows.ts';
import { barIcons } from './callWords.ts';
import type { TraceData } from './traceData.ts';

const columns = ['#', 'Tool', 'State', 'Start', 'Time', 'Line', 'Writes'] as const;

export class CallTable {
  readonly element: HTMLElement;
  readonly #data: TraceData;
  readonly #rows: Rows;

  constructor(data: TraceData, events: { readonly onSelect: (call: number) => void; readonly onOpen: (call: number) => void }) {
    this.#data = data;
    const with_ = (act: (call: number) => void) => (index: number) => {
      const bar = data.bars[index];
      if (bar) act(bar.call);
    };
    this.#rows = callRows(columns, {
      render: (row, index) => this.#render(row, index),
      onActive: with_(events.onSelect),
      onOpen: with_(events.onOpen),
    });
    this.element = element('div', { class: 'call-table' }, [this.#rows.element]);
  }

  changed(): void {
    this.#rows.setCount(this.#data.bars.length);
  }

  select(call: number): void {
    const index = this.#data.indexOf(call);
    if (index >= 0 && index !== this.#rows.active) this.#rows.activate(index, { quiet: true });
  }

  focus(): void {
    this.#rows.focus();
  }

  #render(row: HTMLElement, index: number): void {
    const bar = this.#data.bars[index];
    if (!bar) return;
    const tool = this.#data.toolOf(bar);
    const state = bar.message === undefined ? barWords[bar.state] : `${barWords[bar.state]}: ${bar.message}`;
    const cells = [
      String(bar.call),
      tool?.path.replace(/^tools\./, '') ?? '',
      state,
      durationText(bar.madeAt),
      durationText(Math.max(0, this.#data.endOf(bar) - bar.madeAt)),
      tool?.lines.join(' or ') ?? '',
      tool?.writes === true ? 'can write' : 'reads',
    ];
    fillCallRow(row, bar.state, barIcons[bar.state], cells);
  }
}
