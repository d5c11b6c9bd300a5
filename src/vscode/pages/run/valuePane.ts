// Shows the result as a tree, as a table, as text or as Markdown, whichever suits it. The view that the user chooses
// stays for the next run.
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import { button } from '../base/toolbar.ts';
import type { ValueShape } from '../../../journal/values/valueView.ts';
import type { Channel } from './channel.ts';
import { markdownView } from './markdownView.ts';
import type { KeptTable, View } from './keptPage.ts';
import type { Source } from './runMessages.ts';
import { TablePane } from './tablePane.ts';
import { samePath } from './valueRows.ts';
import { ValueTree } from './valueTree.ts';

const words: Readonly<Record<View, string>> = {
  tree: l10n.t('Tree'),
  table: l10n.t('Table'),
  markdown: l10n.t('Markdown'),
  text: l10n.t('Text'),
};

interface ValuePaneParts {
  readonly channel: Channel;
  /** The view that the user chose before. */
  readonly view: View | undefined;
  /** Called when the user chooses a view. */
  readonly onView: (view: View) => void;
  /** Returns the filter and order in which a list of this result was shown last. */
  readonly table: () => KeptTable | undefined;
  readonly onTable: (source: Source, table: KeptTable) => void;
  /** Called with the pictures and sounds in the result. `isAll`: the result holds nothing else. */
  readonly onMedia: (source: Source, media: ValueShape['media'], isAll: boolean) => void;
}

export class ValuePane {
  readonly element: HTMLElement;
  readonly #parts: ValuePaneParts;
  readonly #tree: ValueTree;
  readonly #table: TablePane;
  readonly #text = element('div', {
    class: 'text-pane',
    tabIndex: 0,
    role: 'region',
    aria: { label: l10n.t('Result as text') },
  });
  readonly #note = element('p', { class: 'note' });
  readonly #view = element('select', { class: 'select', aria: { label: l10n.t('Show the result as') } });
  readonly #list = element('select', { class: 'select', aria: { label: l10n.t('Which list') } });
  readonly #tools: HTMLElement;
  #source: Source | undefined;
  #shape: ValueShape | undefined;
  #usable: readonly View[] = [];
  /** The view that the user chose, if the result has it. */
  #chosen: View | undefined;
  #generation = 0;

  constructor(parts: ValuePaneParts) {
    this.#parts = parts;
    this.#chosen = parts.view;
    this.#tree = new ValueTree('result-tree', l10n.t('Result'), parts.channel);
    this.#table = new TablePane(parts.channel, ({ source, ...table }) => parts.onTable(source, table));
    this.#view.addEventListener('change', () => {
      this.#chosen = this.#usable[this.#view.selectedIndex];
      if (this.#chosen) parts.onView(this.#chosen);
      void this.#draw();
    });
    this.#list.addEventListener('change', () => void this.#draw());
    const onPress = () => {
      const source = this.#source;
      if (source) parts.channel.post({ type: 'save', source, path: [], filter: '', format: 'value' });
    };
    const save = button({ icon: 'save', label: l10n.t('Save As…'), bare: true, onPress });
    this.#tools = element('div', { class: 'value-tools view-tools' }, [
      this.#view,
      this.#list,
      element('span', { class: 'space' }),
      save,
    ]);
    this.element = element('div', { class: 'value-pane' }, [
      this.#tools,
      this.#note,
      this.#tree.element,
      this.#table.element,
      this.#text,
    ]);
    this.none('');
  }

  none(why: string): void {
    this.#generation += 1;
    this.#source = undefined;
    this.#note.textContent = why;
    this.#note.hidden = false;
    for (const part of [this.#tools, this.#tree.element, this.#table.element, this.#text]) part.hidden = true;
  }

  async show(source: Source): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const shape = await this.#parts.channel.ask(source, { kind: 'shape' });
    if (generation !== this.#generation) return;
    if ('why' in shape) {
      this.none(shape.why);
      return;
    }
    this.#source = source;
    this.#shape = shape;
    this.#note.hidden = true;
    this.#tools.hidden = false;
    this.#usable = [
      ...(shape.text === undefined ? [] : (['markdown', 'text'] as const)),
      'tree',
      ...(shape.tables.length > 0 ? (['table'] as const) : []),
    ];
    this.#view.replaceChildren(...this.#usable.map((view) => element('option', { text: words[view] })));
    const isList = shape.tables[0]?.path.length === 0;
    const fitting: View =
      shape.text === 'markdown' ? 'markdown' : shape.text === 'plain' ? 'text' : isList ? 'table' : 'tree';
    const wanted = this.#chosen !== undefined && this.#usable.includes(this.#chosen) ? this.#chosen : fitting;
    this.#view.selectedIndex = this.#usable.indexOf(wanted);
    this.#list.replaceChildren(
      ...shape.tables.map(({ name, rows }) =>
        element('option', { text: `${name} (${rows.toLocaleString()})` }),
      ),
    );
    const kept = this.#parts.table();
    const before = shape.tables.findIndex(({ path }) => kept && samePath(path, kept.path));
    this.#list.selectedIndex = Math.max(0, before);
    this.#parts.onMedia(source, shape.media, shape.isMedia);
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const [source, shape, view] = [this.#source, this.#shape, this.#usable[this.#view.selectedIndex]];
    if (!source || !shape) return;
    this.#list.hidden = view !== 'table' || shape.tables.length < 2;
    this.#tree.element.hidden = view !== 'tree';
    this.#table.element.hidden = view !== 'table';
    this.#text.hidden = view !== 'text' && view !== 'markdown';
    if (view === 'tree') await this.#tree.show([{ name: 'result', source }]);
    else if (view === 'table') await this.#showTable(source);
    else await this.#drawText(source, view === 'markdown');
  }

  async #showTable(source: Source): Promise<void> {
    const path = this.#shape?.tables[Math.max(0, this.#list.selectedIndex)]?.path ?? [];
    const kept = this.#parts.table();
    const table = kept && samePath(path, kept.path) ? kept : { path, filter: '' };
    return this.#table.show({ source, ...table });
  }

  async #drawText(source: Source, isMarkdown: boolean): Promise<void> {
    const generation = this.#generation;
    const read = await this.#parts.channel.ask(source, { kind: 'shownText' });
    if (generation !== this.#generation) return;
    const text = 'why' in read ? read.why : read.text;
    const rest = l10n.t('The rest is in the tree, or in a file that you save.');
    const isPart = 'isWhole' in read && !read.isWhole;
    this.#text.replaceChildren(
      isMarkdown ? markdownView(text) : element('pre', { text }),
      ...(isPart ? [element('p', { class: 'note', text: rest })] : []),
    );
  }
}
