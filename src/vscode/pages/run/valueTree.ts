// Shows JSON values as a tree that is read part by part: open nodes are fetched from the extension one page at a time,
// and the pages in between are gaps that open on request. The tree has a search, and buttons that copy a value or its
// path.
import * as l10n from '@vscode/l10n';
import { pageSize, type ValuePath } from '../../../journal/values/valueView.ts';
import { element } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import { Rows } from '../base/rows.ts';
import { button } from '../base/toolbar.ts';
import type { Channel } from './channel.ts';
import type { ShownValue, Source } from './runMessages.ts';
import { drawRow, opens, rowsOf, samePath, type GapRow, type Row } from './valueRows.ts';

/** The first part of a copied path. */
const rootNames: Readonly<Record<Source['of'], string>> = {
  value: 'result',
  args: 'codemode.args',
  display: 'displayed',
  entry: 'output',
  input: 'input',
  output: 'output',
  failure: 'error',
};

interface Found {
  readonly root: ShownValue;
  readonly path: ValuePath;
}

export class ValueTree {
  readonly element: HTMLElement;
  readonly #channel: Channel;
  readonly #rows: Rows;
  readonly #query: HTMLInputElement;
  readonly #count = element('span', { class: 'search-count', role: 'status' });
  #shown: Row[] = [];
  #roots: readonly ShownValue[] = [];
  #found: readonly Found[] = [];
  /** True if there are further matches. */
  #hasMore = false;
  #at = -1;
  /** Number of the current roots; matches in earlier roots are ignored. */
  #generation = 0;

  constructor(id: string, label: string, channel: Channel) {
    this.#channel = channel;
    this.#rows = new Rows({
      id,
      label,
      role: 'tree',
      rowHeight: 22,
      render: (row, index) => this.#render(row, index),
      onOpen: (index) => void this.#toggle(index),
      onSide: (index, side) => this.#side(index, side),
      onCopy: (_index, isOther) => this.#copy(isOther ? 'path' : 'text'),
    });
    this.#query = element('input', { class: 'search-box', aria: { label: l10n.t('Search in {0}', label) } });
    this.#query.type = 'search';
    this.#query.placeholder = l10n.t('Search keys and values');
    this.#query.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void this.#searched(event.shiftKey ? -1 : 1);
    });
    this.#query.addEventListener('input', () => this.#forget());
    const search = (step: 1 | -1) => () => void this.#searched(step);
    this.element = element('div', { class: 'value-tree' }, [
      element('div', { class: 'value-tools' }, [
        element('span', { class: 'search' }, [icon('search'), this.#query, this.#count]),
        button({ icon: 'up', label: l10n.t('Previous Match'), bare: true, onPress: search(-1) }),
        button({ icon: 'down', label: l10n.t('Next Match'), bare: true, onPress: search(1) }),
        button({ icon: 'copy', label: l10n.t('Copy Value'), bare: true, onPress: () => this.#copy('text') }),
        button({ icon: 'link', label: l10n.t('Copy Path'), bare: true, onPress: () => this.#copy('path') }),
      ]),
      this.#rows.element,
    ]);
  }

  /** Shows these values, each of them open. */
  async show(roots: readonly ShownValue[]): Promise<void> {
    this.#generation += 1;
    this.#roots = roots;
    this.#forget();
    this.#shown = roots.map((root, position): Row => {
      const place = { path: [], level: 1, position, siblings: roots.length };
      return { kind: 'node', root, node: undefined, ...place, isOpen: false };
    });
    this.#rows.clear();
    this.#rows.setCount(this.#shown.length);
    this.#rows.element.scrollTop = 0;
    for (const root of roots) await this.#open(this.#indexOf(root, []));
  }

  focus(): void {
    this.#rows.focus();
  }

  #render(made: HTMLElement, index: number): void {
    const row = this.#shown[index];
    if (row) drawRow(made, row);
  }

  #side(index: number, side: 'left' | 'right'): number | undefined {
    const row = this.#shown[index];
    if (row?.kind === 'node' && opens(row) && row.isOpen === (side === 'left')) void this.#toggle(index);
    else if (side === 'right') return index + 1;
    else if (row) return this.#shown.slice(0, index).findLastIndex(({ level }) => level < row.level);
    return undefined;
  }

  async #toggle(index: number): Promise<void> {
    const row = this.#shown[index];
    if (row?.kind === 'gap') return this.#fill(row, row.from);
    if (row?.kind !== 'node' || !opens(row)) return;
    if (!row.isOpen) return this.#open(index);
    row.isOpen = false;
    const next = this.#shown.findIndex(({ level }, at) => at > index && level <= row.level);
    this.#shown.splice(index + 1, (next < 0 ? this.#shown.length : next) - index - 1);
    this.#rows.setCount(this.#shown.length);
  }

  async #open(index: number): Promise<void> {
    const row = this.#shown[index];
    if (row?.kind !== 'node' || row.isOpen || row.root.source === undefined) return;
    row.isOpen = true;
    const { root, path, level } = row;
    const gap: GapRow = { kind: 'gap', root, path, level: level + 1, from: 0, to: Infinity };
    this.#shown.splice(index + 1, 0, gap);
    this.#rows.setCount(this.#shown.length);
    await this.#fill(gap, 0);
  }

  /** Fetches the page at `from`, and puts it in the place of the gap. */
  async #fill(gap: GapRow, from: number): Promise<void> {
    const { root, path, level } = gap;
    if (root.source === undefined) return;
    const page = await this.#channel.ask(root.source, { kind: 'members', path, from });
    // The gap is gone if its node was closed, if it was filled meanwhile, or if other values are shown.
    const at = this.#shown.indexOf(gap);
    if (at < 0) return;
    const parent = this.#shown[at - 1];
    if ('self' in page && gap.from === 0 && parent?.kind === 'node') parent.node ??= page.self;
    const rows =
      'why' in page ? [{ kind: 'problem', text: page.why, level } as const] : rowsOf(page, gap, from);
    this.#shown.splice(at, 1, ...rows);
    this.#rows.setCount(this.#shown.length);
  }

  #copy(kind: 'text' | 'path'): void {
    const row = this.#shown[Math.max(0, this.#rows.active)];
    if (row?.kind !== 'node' || row.root.source === undefined) return;
    // A part of a long string stands for the string.
    const path = row.node?.kind === 'text' ? row.path.slice(0, -1) : row.path;
    const { source } = row.root;
    const query = kind === 'text' ? { kind, path } : { kind, path, root: rootNames[source.of] };
    this.#channel.post({ type: 'copy', source, query });
  }

  #forget(): void {
    this.#found = [];
    this.#at = -1;
    this.#count.textContent = '';
  }

  async #searched(step: 1 | -1): Promise<void> {
    const query = this.#query.value;
    if (query === '') return;
    if (this.#found.length === 0) {
      const generation = this.#generation;
      const found = await Promise.all(
        this.#roots.map(async (root) => {
          const { source } = root;
          const reply = source && (await this.#channel.ask(source, { kind: 'search', query }));
          return reply && 'paths' in reply ? { root, ...reply } : { root, paths: [], more: false };
        }),
      );
      if (generation !== this.#generation || query !== this.#query.value) return;
      this.#found = found.flatMap(({ root, paths }) => paths.map((path) => ({ root, path })));
      this.#hasMore = found.some(({ more }) => more);
      this.#at = step === 1 ? -1 : 0;
    }
    const { length } = this.#found;
    if (length === 0) {
      this.#count.textContent = l10n.t('None found');
      return;
    }
    this.#at = (this.#at + step + length) % length;
    const all = `${length.toLocaleString()}${this.#hasMore ? '+' : ''}`;
    this.#count.textContent = l10n.t('{0} of {1}', (this.#at + 1).toLocaleString(), all);
    const found = this.#found[this.#at];
    if (found) await this.#reveal(found);
  }

  /** Opens the ancestors of a match from the outside in. */
  async #reveal({ root, path }: Found): Promise<void> {
    for (let depth = 0; depth < path.length; depth += 1) {
      const parent = this.#indexOf(root, path.slice(0, depth));
      if (parent < 0) return;
      await this.#open(parent);
      const step = path[depth] ?? 0;
      const gap = this.#shown.find(
        (row): row is GapRow =>
          row.kind === 'gap' &&
          row.root === root &&
          samePath(row.path, path.slice(0, depth)) &&
          step >= row.from &&
          step < row.to,
      );
      if (gap) await this.#fill(gap, Math.max(gap.from, step - (step % pageSize)));
    }
    const index = this.#indexOf(root, path);
    this.#rows.activate(index);
    this.#rows.reveal(index, 'center');
  }

  #indexOf(root: ShownValue, path: ValuePath): number {
    return this.#shown.findIndex(
      (row) => row.kind === 'node' && row.root === root && samePath(row.path, path),
    );
  }
}
