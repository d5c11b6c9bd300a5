// Shows a list of objects as a table. The extension sorts and filters the rows and sends the visible ones a page at a
// time. The width of a column follows from its first visible cells, and the user can drag it.
import * as l10n from '@vscode/l10n';
import { setNewest } from '../../../base/setNewest.ts';
import { element, setAria } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';
import { button } from '../base/toolbar.ts';
import {
  pageSize,
  type TableCell,
  type TableFormat,
  type TablePage,
} from '../../../journal/values/valueView.ts';
import type { Channel } from './channel.ts';
import type { KeptTable } from './keptPage.ts';
import type { Source } from './runMessages.ts';

/** A list with its filter and its order. */
type Query = KeptTable & { readonly source: Source };

const filterMs = 150;
const [narrowest, widest, characterWidth, padding] = [60, 320, 7.5, 26] as const;
/** Maximum number of pages that stay in memory; pages far from the view are fetched again. */
const mostPages = 50;

export class TablePane {
  readonly element: HTMLElement;
  readonly #channel: Channel;
  readonly #onOrder: (query: Query) => void;
  readonly #rows: Rows;
  readonly #head: HTMLElement;
  readonly #filter: HTMLInputElement;
  readonly #count = element('span', { class: 'search-count', role: 'status' });
  readonly #pages = new Map<number, TablePage>();
  readonly #asked = new Set<number>();
  #query: Query | undefined;
  #columns: readonly string[] = [];
  #widths: number[] = [];
  #timer = 0;
  #generation = 0;

  /** `onOrder` is called when the order or the filter of the list has changed. */
  constructor(channel: Channel, onOrder: (query: Query) => void) {
    this.#channel = channel;
    this.#onOrder = onOrder;
    this.#rows = new Rows({
      id: 'table',
      label: l10n.t('Result as a table'),
      role: 'grid',
      rowHeight: 22,
      render: (row, index) => this.#render(row, index),
      onSide: (index, side) => {
        this.#rows.element.scrollLeft += side === 'left' ? -80 : 80;
        return index;
      },
      onCopy: (_index, isOther) => this.#copy(isOther ? 'markdown' : 'csv'),
    });
    this.#head = element('div', { class: 'table-head row', role: 'row', aria: { rowindex: 1 } });
    this.#rows.element.prepend(element('div', { class: 'table-heads', role: 'rowgroup' }, [this.#head]));
    this.#filter = element('input', { class: 'search-box', aria: { label: l10n.t('Filter rows') } });
    this.#filter.type = 'search';
    this.#filter.placeholder = l10n.t('Filter rows, or column:words');
    this.#filter.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        const filter = this.#filter.value.slice(0, 1_000);
        if (this.#query) void this.#ordered({ ...this.#query, filter });
      }, filterMs);
    });
    const save = () => {
      if (this.#query) channel.post({ type: 'save', ...this.#query, format: 'table' });
    };
    this.element = element('div', { class: 'value-table' }, [
      element('div', { class: 'value-tools' }, [
        element('span', { class: 'search' }, [icon('search'), this.#filter, this.#count]),
        button({
          icon: 'copy',
          label: l10n.t('Copy as CSV'),
          shown: 'CSV',
          onPress: () => this.#copy('csv'),
        }),
        button({
          icon: 'copy',
          label: l10n.t('Copy as Markdown'),
          shown: l10n.t('Markdown'),
          onPress: () => this.#copy('markdown'),
        }),
        button({ icon: 'save', label: l10n.t('Save Table As…'), bare: true, onPress: save }),
      ]),
      this.#rows.element,
    ]);
  }

  async show(query: Query): Promise<void> {
    this.#filter.value = query.filter;
    this.#columns = [];
    this.#widths = [];
    this.#head.replaceChildren();
    this.#rows.element.scrollTop = 0;
    this.#rows.element.scrollLeft = 0;
    this.#rows.clear();
    await this.#ordered(query);
  }

  async #ordered(query: Query): Promise<void> {
    this.#query = query;
    this.#onOrder(query);
    this.#generation += 1;
    const generation = this.#generation;
    const page = await this.#askPage(query, 0);
    if (generation !== this.#generation) return;
    this.#pages.clear();
    this.#asked.clear();
    if ('why' in page) {
      this.#count.textContent = page.why;
      this.#rows.setCount(0);
      return;
    }
    this.#pages.set(0, page);
    if (this.#columns.length === 0) this.#setColumns(page);
    const more =
      page.moreColumns > 0 ? l10n.t(', {0} more columns in the tree', page.moreColumns.toLocaleString()) : '';
    const rows =
      page.total === page.all
        ? page.all.toLocaleString()
        : l10n.t('{0} of {1}', page.total.toLocaleString(), page.all.toLocaleString());
    this.#count.textContent = l10n.t('{0} rows{1}', rows, more);
    this.#drawHead();
    this.#rows.setCount(page.total);
  }

  #setColumns({ columns, rows }: TablePage): void {
    this.#columns = columns;
    this.#widths = columns.map((name, column) => {
      const longest = rows
        .slice(0, 50)
        .reduce((most, { cells }) => Math.max(most, cells[column]?.text.length ?? 0), name.length + 2);
      return Math.min(widest, Math.max(narrowest, longest * characterWidth + padding));
    });
    this.#setWidths();
  }

  #setWidths(): void {
    const wide = this.#widths.reduce((sum, width) => sum + width, 56);
    this.#rows.element.style.setProperty(
      '--columns',
      `56px ${this.#widths.map((width) => `${width}px`).join(' ')}`,
    );
    this.#rows.element.style.setProperty('--wide', `${wide}px`);
  }

  #drawHead(): void {
    const sort = this.#query?.sort;
    this.#head.replaceChildren(
      element('span', { role: 'columnheader', class: 'table-number', text: '#' }),
      ...this.#columns.map((name, column) => {
        const isSorted = sort?.column === column;
        const by = element('button', { class: 'table-sort', title: l10n.t('Sort by {0}', name) }, [
          element('span', { text: name === '' ? '(empty)' : name }),
          ...(isSorted ? [icon(sort.descending ? 'down' : 'up')] : []),
        ]);
        by.addEventListener('click', () => this.#sort(column));
        const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none';
        return element('span', { role: 'columnheader', aria: { sort: order } }, [by, this.#grip(column)]);
      }),
    );
  }

  /** Sorts ascending, then descending, then in the order of the list. */
  #sort(column: number): void {
    if (!this.#query) return;
    const { sort, ...query } = this.#query;
    const next =
      sort?.column !== column
        ? { column, descending: false }
        : sort.descending
          ? undefined
          : { column, descending: true };
    void this.#ordered({ ...query, ...(next && { sort: next }) }).then(() => {
      this.#head.querySelectorAll<HTMLElement>('.table-sort')[column]?.focus();
    });
  }

  #grip(column: number): HTMLElement {
    const grip = element('span', { class: 'table-grip', aria: { hidden: true } });
    grip.addEventListener('pointerdown', (event) => {
      grip.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    grip.addEventListener('pointermove', (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      this.#widths[column] = Math.max(40, (this.#widths[column] ?? 100) + event.movementX);
      this.#setWidths();
    });
    return grip;
  }

  #render(row: HTMLElement, index: number): void {
    const from = index - (index % pageSize);
    const page = this.#pages.get(from);
    const found = page?.rows[index - from];
    row.classList.add('table-row');
    if (!found) {
      row.append(element('span', { role: 'gridcell', class: 'value-note', text: '…' }));
      void this.#fetch(from);
      return;
    }
    row.append(
      element('span', { role: 'gridcell', class: 'table-number', text: found.index.toLocaleString() }),
      ...found.cells.map(cellElement),
    );
  }

  async #fetch(from: number): Promise<void> {
    if (!this.#query || this.#asked.has(from)) return;
    this.#asked.add(from);
    const generation = this.#generation;
    const page = await this.#askPage(this.#query, from);
    if (generation !== this.#generation) return;
    this.#asked.delete(from);
    if ('why' in page) return;
    setNewest(this.#pages, from, page, mostPages);
    this.#rows.redraw();
  }

  #askPage({ source, ...table }: Query, from: number) {
    return this.#channel.ask(source, { kind: 'table', ...table, from });
  }

  /** Copies all rows that pass the filter, in the shown order. */
  #copy(format: TableFormat): void {
    if (!this.#query) return;
    const { source, ...table } = this.#query;
    this.#channel.post({ type: 'copy', source, query: { kind: 'tableText', ...table, format } });
  }
}

function cellElement({ text, kind }: TableCell): HTMLElement {
  const made = element('span', { role: 'gridcell', class: `cell-${kind}`, text });
  if (text.length > 30) made.title = text;
  if (kind === 'none') setAria(made, { label: 'nothing' });
  return made;
}
