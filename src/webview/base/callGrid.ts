// Calls as rows with columns: what the names of the columns and the cells have in common wherever calls are listed.
import { element } from './dom.ts';
import { icon, type Icon } from './icons.ts';
import { Rows, type RowsOptions } from './rows.ts';

/** Which column has the icon of a call's state. */
const stateColumn = 2;

/** The rows of calls below the names of their columns; `.calls-grid` says how wide these are. */
export function callRows(columns: readonly string[], options: Omit<RowsOptions, 'id' | 'label' | 'role' | 'rowHeight'>): Rows {
  const rows = new Rows({ id: 'calls', label: 'Calls in their order', role: 'grid', rowHeight: 22, ...options });
  const head = element(
    'div',
    { class: 'table-head row', role: 'row', aria: { rowindex: 1 } },
    columns.map((text) => element('span', { role: 'columnheader', text })),
  );
  rows.element.prepend(element('div', { class: 'table-heads', role: 'rowgroup' }, [head]));
  rows.element.classList.add('calls-grid');
  return rows;
}

export function fillCallRow(row: HTMLElement, state: string, stateIcon: Icon, cells: readonly string[]): void {
  row.classList.add('call-row', `state-${state}`);
  row.append(
    ...cells.map((text, column) =>
      element('span', { role: 'gridcell', title: text }, [...(column === stateColumn ? [icon(stateIcon)] : []), element('span', { text })]),
    ),
  );
}
