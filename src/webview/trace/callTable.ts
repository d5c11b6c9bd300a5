// The calls as a table, in the order in which they were made: what the waterfall shows, in words and numbers.
import { durationText } from '../../runs/timeAxis.ts';
import { barWords } from '../../runs/traceWords.ts';
import { element } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';
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
    this.#rows = new Rows({
      id: 'calls',
      label: 'Calls in their order',
      role: 'grid',
      rowHeight: 22,
      render: (row, index) => this.#render(row, index),
      onActive: with_(events.onSelect),
      onOpen: with_(events.onOpen),
    });
    const head = element(
      'div',
      { class: 'table-head row', role: 'row', aria: { rowindex: 1 } },
      columns.map((text) => element('span', { role: 'columnheader', text })),
    );
    this.#rows.element.prepend(element('div', { class: 'table-heads', role: 'rowgroup' }, [head]));
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
    row.classList.add(`state-${bar.state}`);
    row.append(
      ...cells.map((text, column) =>
        element('span', { role: 'gridcell', title: text }, [
          ...(column === 2 ? [icon(barIcons[bar.state])] : []),
          element('span', { text }),
        ]),
      ),
    );
  }
}
