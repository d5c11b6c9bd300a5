// What the script put out: its console, what it displayed, what tools had for the user, its progress. A long entry opens below as a value.
import { element } from '../base/dom.ts';
import { drawEntry, entryWords, meansLine } from '../base/entryRow.ts';
import { Rows } from '../base/rows.ts';
import { ValueTree, type ValueReader } from '../base/valueTree.ts';
import type { Source, TraceEntry } from './traceMessages.ts';

export class OutputPane {
  readonly element: HTMLElement;
  readonly #rows: Rows;
  readonly #onLine: (line: number) => void;
  readonly #value: ValueTree<Source>;
  readonly #empty = element('p', { class: 'note', text: 'The script put nothing out.' });
  readonly #entries: TraceEntry[] = [];

  /** `onLine`: a line of the script was chosen. */
  constructor(reader: ValueReader<Source>, onLine: (line: number) => void) {
    this.#onLine = onLine;
    this.#rows = new Rows({
      id: 'output',
      label: 'Output',
      role: 'listbox',
      rowHeight: 20,
      render: (row, index) => this.#render(row, index),
      onOpen: (index, event) => void this.#open(index, event),
    });
    this.#value = new ValueTree('output-value', 'Output in full', reader);
    this.#value.element.hidden = true;
    this.#rows.element.hidden = true;
    this.element = element('div', { class: 'output-pane' }, [this.#empty, this.#rows.element, this.#value.element]);
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Entries from number `from` on. */
  put(from: number, entries: readonly TraceEntry[]): void {
    this.#entries.splice(from, this.#entries.length, ...entries);
    this.#empty.hidden = this.#entries.length > 0;
    this.#rows.element.hidden = this.#entries.length === 0;
    this.#rows.setCount(this.#entries.length);
  }

  #render(row: HTMLElement, index: number): void {
    const entry = this.#entries[index];
    if (!entry) return;
    drawEntry(row, entry, entry.text, true);
  }

  async #open(index: number, event: MouseEvent | KeyboardEvent): Promise<void> {
    const entry = this.#entries[index];
    const opens = entry?.opens === true;
    if (entry?.line !== undefined && meansLine(event, opens)) {
      this.#onLine(entry.line);
      return;
    }
    this.#value.element.hidden = !opens;
    if (opens) await this.#value.show([{ name: entryWords[entry.kind], source: { of: 'entry', n: index } }]);
  }
}
