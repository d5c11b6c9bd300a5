// A list that makes elements only for the rows in view, so that it may have a hundred thousand. One row is active: arrows move it, and
// screen readers hear it by `aria-activedescendant`. Trees, tables and plain lists differ by the roles and the attributes of their rows.
import { element } from './dom.ts';

interface RowsOptions {
  /** What a screen reader calls the list. */
  readonly label: string;
  readonly role: 'tree' | 'grid' | 'listbox';
  /** In pixels, of each row. */
  readonly rowHeight: number;
  /** Of the document, unique; rows get `<id>-<index>`. */
  readonly id: string;
  /** Fills the element of row `index`, which is empty, and sets what is particular to it. */
  readonly render: (row: HTMLElement, index: number) => void;
  /** The active row is another one. */
  readonly onActive?: (index: number) => void;
  /** Enter or a click, on what is in the row. */
  readonly onOpen?: (index: number, event: MouseEvent | KeyboardEvent) => void;
  /** Left and right: gives the row to go to, or does something and gives nothing. */
  readonly onSide?: (index: number, side: 'left' | 'right') => number | undefined;
  /** Any other key. */
  readonly onKey?: (event: KeyboardEvent, index: number) => void;
}

const rowRoles = { tree: 'treeitem', grid: 'row', listbox: 'option' } as const;
/** Rows above and below those in view. */
const spare = 6;

export class Rows {
  readonly element: HTMLElement;
  readonly #options: RowsOptions;
  readonly #space: HTMLElement;
  readonly #shown = new Map<number, HTMLElement>();
  #count = 0;
  #active = -1;
  #drawing = 0;
  /** The rows that are shown are as of before. */
  #isStale = false;

  constructor(options: RowsOptions) {
    this.#options = options;
    const { label, role, id } = options;
    this.#space = element('div', { class: 'rows-space', role: role === 'grid' ? 'rowgroup' : 'presentation' });
    this.element = element('div', { class: `rows rows-${role}`, role, id, tabIndex: 0, aria: { label } }, [this.#space]);
    this.element.addEventListener('scroll', () => this.#drawSoon());
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.element.addEventListener('click', (event) => this.#clicked(event));
    this.element.addEventListener('focus', () => {
      if (this.#active < 0 && this.#count > 0) this.activate(this.firstInView());
    });
    new ResizeObserver(() => this.#drawSoon()).observe(this.element);
  }

  get active(): number {
    return this.#active;
  }

  get count(): number {
    return this.#count;
  }

  /** There are so many rows now, and each may be another. */
  setCount(count: number): void {
    this.#count = count;
    this.#space.style.height = `${count * this.#options.rowHeight}px`;
    if (this.#options.role === 'grid') this.element.setAttribute('aria-rowcount', String(count + 1));
    if (this.#active >= count) this.#active = count - 1;
    this.redraw();
  }

  /** Draws the rows in view again, in the next frame; until then those that are there stay, so that nothing flickers. */
  redraw(): void {
    this.#isStale = true;
    this.#drawSoon();
  }

  /** Makes the row the active one and brings it into view. */
  activate(index: number, { quiet = false } = {}): void {
    if (index < 0 || index >= this.#count) return;
    const before = this.#active;
    this.#active = index;
    this.reveal(index);
    this.#mark(before);
    this.#mark(index);
    this.#draw();
    if (!quiet && before !== index) this.#options.onActive?.(index);
  }

  /** No row is active. */
  clear(): void {
    const before = this.#active;
    this.#active = -1;
    this.#mark(before);
    this.element.removeAttribute('aria-activedescendant');
  }

  reveal(index: number, where: 'nearest' | 'center' = 'nearest'): void {
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const top = index * rowHeight;
    const above = this.#space.offsetTop;
    if (where === 'center' && (top < scrollTop || top + rowHeight > scrollTop + clientHeight))
      this.element.scrollTop = top - clientHeight / 2;
    else if (top < scrollTop) this.element.scrollTop = top;
    else if (top + above + rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + above + rowHeight - clientHeight;
  }

  firstInView(): number {
    return Math.min(this.#count - 1, Math.ceil(this.element.scrollTop / this.#options.rowHeight));
  }

  focus(): void {
    this.element.focus();
  }

  #drawSoon(): void {
    if (this.#drawing === 0) this.#drawing = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = 0;
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
    const last = Math.min(this.#count - 1, Math.ceil((scrollTop + clientHeight) / rowHeight) + spare);
    for (const [index, row] of this.#shown) {
      if (!this.#isStale && index >= first && index <= last) continue;
      row.remove();
      this.#shown.delete(index);
    }
    this.#isStale = false;
    for (let index = first; index <= last; index += 1) if (!this.#shown.has(index)) this.#add(index);
    const activeId = this.#shown.get(this.#active)?.id;
    if (activeId === undefined) this.element.removeAttribute('aria-activedescendant');
    else this.element.setAttribute('aria-activedescendant', activeId);
  }

  /** In the order of the rows, which is the one in which screen readers read them. */
  #add(index: number): void {
    const { id, role, rowHeight, render } = this.#options;
    const row = element('div', { class: 'row', role: rowRoles[role], id: `${id}-${index}` });
    row.dataset['index'] = String(index);
    row.style.top = `${index * rowHeight}px`;
    row.style.height = `${rowHeight}px`;
    if (role === 'grid') row.setAttribute('aria-rowindex', String(index + 2));
    if (role === 'listbox') {
      row.setAttribute('aria-setsize', String(this.#count));
      row.setAttribute('aria-posinset', String(index + 1));
    }
    render(row, index);
    this.#shown.set(index, row);
    this.#mark(index);
    const next = [...this.#shown.keys()].reduce((least, other) => (other > index && other < least ? other : least), Infinity);
    this.#space.insertBefore(row, this.#shown.get(next) ?? null);
  }

  #mark(index: number): void {
    const row = this.#shown.get(index);
    row?.classList.toggle('active', index === this.#active);
    row?.setAttribute('aria-selected', String(index === this.#active));
  }

  #clicked(event: MouseEvent): void {
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('.row[data-index]') : null;
    // Above the rows may stand the names of their columns.
    if (row === null) return;
    const index = Number(row.dataset['index']);
    this.activate(index);
    this.#options.onOpen?.(index, event);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.target !== this.element || event.altKey) return;
    const index = this.#active;
    const to = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : this.#targetOf(event.key, index);
    if (to !== undefined) this.activate(Math.max(0, Math.min(this.#count - 1, to)));
    else if (event.key === 'Enter' && index >= 0) this.#options.onOpen?.(index, event);
    else return this.#options.onKey?.(event, index);
    event.preventDefault();
  }

  #targetOf(key: string, index: number): number | undefined {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#options.rowHeight) - 1);
    switch (key) {
      case 'ArrowDown':
        return index + 1;
      case 'ArrowUp':
        return index - 1;
      case 'PageDown':
        return index + page;
      case 'PageUp':
        return index - page;
      case 'Home':
        return 0;
      case 'End':
        return this.#count - 1;
      case 'ArrowLeft':
      case 'ArrowRight':
        return this.#options.onSide && index >= 0
          ? (this.#options.onSide(index, key === 'ArrowLeft' ? 'left' : 'right') ?? index)
          : undefined;
      default:
        return undefined;
    }
  }
}
