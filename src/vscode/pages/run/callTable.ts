// Shows calls as a table, in the order in which the script made them.
import * as l10n from '@vscode/l10n';
import { durationText } from '../../../journal/trace/timeAxis.ts';
import { barWords, type CallBar } from '../../../journal/trace/runView.ts';
import type { RunData } from './runData.ts';
import { element } from '../base/dom.ts';
import { icon, type Icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';

export const barIcons: Readonly<Record<CallBar['state'], Icon>> = {
  finished: 'check',
  failed: 'error',
  denied: 'blocked',
  not_called: 'blocked',
  dry_run: 'blocked',
  unknown: 'question',
  waiting: 'clock',
  running: 'running',
};

const columns = [
  '#',
  l10n.t('Tool'),
  l10n.t('State'),
  l10n.t('Start'),
  l10n.t('Time'),
  l10n.t('Line'),
  l10n.t('Writes'),
] as const;
/** Index of the column with the icon of a call's state. */
const stateColumn = 2;

export interface CallEvents {
  readonly onSelect: (call: number) => void;
  /** Called on Enter and on a second click. */
  readonly onOpen: (call: number) => void;
}

export class CallTable {
  readonly element: HTMLElement;
  readonly #data: RunData;
  readonly #rows: Rows;

  /** The style of `.calls-grid` sets the widths of the columns. */
  constructor(data: RunData, { onSelect, onOpen }: CallEvents) {
    this.#data = data;
    const onCall = (act: (call: number) => void) => (index: number) => {
      const bar = data.bars[index];
      if (bar) act(bar.call);
    };
    this.#rows = new Rows({
      id: 'calls',
      label: l10n.t('Calls in their order'),
      role: 'grid',
      rowHeight: 22,
      render: (row, index) => this.#render(row, index),
      onActive: onCall(onSelect),
      onOpen: onCall(onOpen),
    });
    const head = element(
      'div',
      { class: 'table-head row', role: 'row', aria: { rowindex: 1 } },
      columns.map((text) => element('span', { role: 'columnheader', text })),
    );
    this.#rows.element.prepend(element('div', { class: 'table-heads', role: 'rowgroup' }, [head]));
    this.#rows.element.classList.add('calls-grid');
    this.element = element('div', { class: 'call-table' }, [this.#rows.element]);
  }

  changed(): void {
    this.#rows.setCount(this.#data.bars.length);
  }

  clear(): void {
    this.#rows.clear();
    this.changed();
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
    const cells = [
      String(bar.call),
      tool?.path.replace(/^tools\./, '') ?? '',
      bar.message === undefined ? barWords[bar.state] : `${barWords[bar.state]}: ${bar.message}`,
      durationText(bar.madeAt),
      durationText(Math.max(0, this.#data.endOf(bar) - bar.madeAt)),
      tool?.lines.join(l10n.t(' or ')) ?? '',
      tool?.writes === true ? l10n.t('can write') : 'reads',
    ];
    row.classList.add('call-row', `state-${bar.state}`);
    row.append(
      ...cells.map((text, column) =>
        element('span', { role: 'gridcell', title: text }, [
          ...(column === stateColumn ? [icon(barIcons[bar.state])] : []),
          element('span', { text }),
        ]),
      ),
    );
  }
}
