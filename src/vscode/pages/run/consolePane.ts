// Shows the outputs of the script: each line of its console with time and level, texts of tools for the user, and
// progress. A long entry opens below.
import * as l10n from '@vscode/l10n';
import type { OutputEntry } from '../../../journal/trace/runView.ts';
import { durationText } from '../../../journal/trace/timeAxis.ts';
import { element } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';
import type { Channel } from './channel.ts';
import { ValueTree } from './valueTree.ts';

const entryWords: Readonly<Record<OutputEntry['kind'], string>> = {
  debug: 'debug',
  log: 'log',
  info: 'info',
  warn: 'warning',
  error: 'error',
  forUser: l10n.t('for you'),
  progress: 'progress',
};

const levels: readonly { label: string; shows: (kind: OutputEntry['kind']) => boolean }[] = [
  { label: l10n.t('All levels'), shows: () => true },
  { label: l10n.t('Without progress'), shows: (kind) => kind !== 'progress' },
  { label: l10n.t('Warnings and errors'), shows: (kind) => kind === 'warn' || kind === 'error' },
];

interface Line {
  readonly entry: number;
  /** Index of the line in its entry; 0 for the first line. */
  readonly line: number;
  readonly text: string;
}

export class ConsolePane {
  readonly element: HTMLElement;
  readonly #rows: Rows;
  readonly #channel: Channel;
  readonly #onLine: (line: number) => void;
  readonly #value: ValueTree;
  readonly #empty = element('p', { class: 'note', text: l10n.t('No console output.') });
  readonly #level = element('select', { class: 'select', aria: { label: l10n.t('Levels') } });
  readonly #entries: OutputEntry[] = [];
  #lines: Line[] = [];

  /** `onLine` is called when the user chooses a line of the script. */
  constructor(channel: Channel, onLine: (line: number) => void) {
    this.#channel = channel;
    this.#onLine = onLine;
    this.#rows = new Rows({
      id: 'console',
      label: l10n.t('Console'),
      role: 'listbox',
      rowHeight: 20,
      render: (row, index) => this.#render(row, index),
      onOpen: (index, event) => void this.#open(index, event),
      onCopy: (index) => this.#copy(index),
    });
    this.#value = new ValueTree('console-value', l10n.t('Entry in full'), channel);
    this.#level.append(...levels.map(({ label }) => element('option', { text: label })));
    this.#level.addEventListener('change', () => this.#drawAll());
    this.element = element('div', { class: 'console-pane' }, [
      element('div', { class: 'value-tools' }, [this.#level]),
      this.#empty,
      this.#rows.element,
      this.#value.element,
    ]);
    this.clear();
  }

  get count(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#value.element.hidden = true;
    this.#drawAll();
  }

  /** Adds entries, the first of which has the number `from`. If the end of the list is in view, it stays in view. */
  put(from: number, entries: readonly OutputEntry[]): void {
    this.#entries.push(...entries);
    const { scrollTop, clientHeight, scrollHeight } = this.#rows.element;
    const follows = scrollTop + clientHeight >= scrollHeight - 30;
    for (const line of this.#linesOf(from, entries)) this.#lines.push(line);
    this.#draw();
    if (follows && this.#lines.length > 0) this.#rows.reveal(this.#lines.length - 1);
  }

  #drawAll(): void {
    this.#lines = this.#linesOf(0, this.#entries);
    this.#draw();
  }

  /** Returns the lines of the entries from number `from` on whose level is shown. */
  #linesOf(from: number, entries: readonly OutputEntry[]): Line[] {
    const shows = levels[this.#level.selectedIndex]?.shows ?? (() => true);
    return entries.flatMap(({ kind, text }, index) =>
      shows(kind) ? text.split('\n').map((part, line) => ({ entry: from + index, line, text: part })) : [],
    );
  }

  #draw(): void {
    this.#empty.hidden = this.#entries.length > 0;
    this.#rows.element.hidden = this.#entries.length === 0;
    this.#rows.setCount(this.#lines.length);
  }

  /** Draws one line of an entry. Only the first line shows time and level. */
  #render(row: HTMLElement, index: number): void {
    const line = this.#lines[index];
    const entry = line && this.#entries[line.entry];
    if (!entry) return;
    const isFirst = line.line === 0;
    row.classList.add(`entry-${entry.kind}`);
    row.title = line.text;
    row.append(
      element('span', { class: 'entry-time', text: isFirst ? durationText(entry.at) : '' }),
      element('span', { class: 'entry-kind', text: isFirst ? entryWords[entry.kind] : '' }),
      element('span', { class: 'entry-text', text: line.text }),
      ...(entry.line !== undefined && isFirst ? [scriptLine(entry.line)] : []),
      ...(entry.opens && isFirst ? [element('span', { class: 'entry-more' }, [icon('open')])] : []),
    );
  }

  async #open(index: number, event: MouseEvent | KeyboardEvent): Promise<void> {
    const line = this.#lines[index];
    const entry = line && this.#entries[line.entry];
    if (entry?.line !== undefined && meansLine(event, entry.opens)) {
      this.#onLine(entry.line);
      return;
    }
    this.#value.element.hidden = entry?.opens !== true;
    if (entry?.opens === true && line)
      await this.#value.show([{ name: entryWords[entry.kind], source: { of: 'entry', n: line.entry } }]);
  }

  #copy(index: number): void {
    const n = this.#lines[index]?.entry ?? -1;
    const entry = this.#entries[n];
    if (entry?.opens === true)
      this.#channel.post({ type: 'copy', source: { of: 'entry', n }, query: { kind: 'text', path: [] } });
    else if (entry) void navigator.clipboard.writeText(entry.text);
  }
}

/**
 * Returns the link to a line of the script. The link takes no focus, since the rows are one stop of the Tab key; Enter
 * on the row does the same.
 */
function scriptLine(line: number): HTMLElement {
  return element('span', { class: 'entry-line', text: `:${line}`, title: l10n.t('Go to line {0}', line) });
}

/**
 * True if the user chose the line of the script: by a click on the link, by Enter with Ctrl or Cmd, or by Enter alone
 * if the row cannot be opened.
 */
function meansLine(event: MouseEvent | KeyboardEvent, opens: boolean): boolean {
  if (event instanceof KeyboardEvent) return !opens || event.ctrlKey || event.metaKey;
  return event.target instanceof Element && event.target.closest('.entry-line') !== null;
}
