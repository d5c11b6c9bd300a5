// A list that creates elements only for the visible rows, so that it may have a hundred thousand rows. One row is
// active: the arrow keys move it, and screen readers announce it through `aria-activedescendant`. Trees, tables and
// plain lists differ in the roles and attributes of their rows.
import { element } from './dom.ts';

interface RowsOptions {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly role: 'tree' | 'grid' | 'listbox';
  /** Height of each row in pixels. */
  readonly rowHeight: number;
  /** Id of the list, unique in the document; rows get `<id>-<index>`. */
  readonly id: string;
  /** Fills the empty element of row `index` and sets the attributes of this row. */
  readonly render: (row: HTMLElement, index: number) => void;
  /** Called when another row becomes the active one. */
  readonly onActive?: (index: number) => void;
  /** Called on Enter and on a click in the row. */
  readonly onOpen?: (index: number, event: MouseEvent | KeyboardEvent) => void;
  /**
   * Called on the left and right arrow keys. Returns the row to go to; undefined if the callback did something else.
   */
  readonly onSide?: (index: number, side: 'left' | 'right') => number | undefined;
  /** Called on Ctrl+C or Cmd+C. `isOther`: Shift is pressed as well. */
  readonly onCopy?: (index: number, isOther: boolean) => void;
  /** Called on any other key. */
  readonly onKey?: (event: KeyboardEvent) => void;
}

const rowRoles = { tree: 'treeitem', grid: 'row', listbox: 'option' } as const;
/** Number of extra rows above and below the visible ones. */
const spare = 6;

export class Rows {
  readonly element: HTMLElement;
  readonly #options: RowsOptions;
  readonly #space: HTMLElement;
  readonly #shown = new Map<number, HTMLElement>();
  #count = 0;
  #active = -1;
  #drawing = 0;
  /** True if the drawn rows are out of date. */
  #isStale = false;
  /** True while a row is pressed: the browser makes no click of a press on an element that is removed. */
  #isPressed = false;

  constructor(options: RowsOptions) {
    this.#options = options;
    const { label, role, id } = options;
    this.#space = element('div', {
      class: 'rows-space',
      role: role === 'grid' ? 'rowgroup' : 'presentation',
    });
    this.element = element('div', { class: `rows rows-${role}`, role, id, tabIndex: 0, aria: { label } }, [
      this.#space,
    ]);
    this.element.addEventListener('scroll', () => this.#drawSoon());
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.element.addEventListener('click', (event) => this.#clicked(event));
    this.#space.addEventListener('pointerdown', () => (this.#isPressed = true));
    // A menu of the system that opens takes the end of the press.
    for (const end of ['pointerup', 'pointercancel', 'contextmenu'])
      window.addEventListener(end, () => {
        this.#isPressed = false;
        if (this.#isStale) this.#drawSoon();
      });
    this.element.addEventListener('focus', () => {
      const firstInView = Math.ceil(this.element.scrollTop / options.rowHeight);
      if (this.#active < 0 && this.#count > 0) this.activate(Math.min(this.#count - 1, firstInView));
    });
    new ResizeObserver(() => this.#drawSoon()).observe(this.element);
  }

  get active(): number {
    return this.#active;
  }

  /** Sets the number of rows; the content of each row may have changed. */
  setCount(count: number): void {
    this.#count = count;
    this.#space.style.height = `${count * this.#options.rowHeight}px`;
    if (this.#options.role === 'grid') this.element.setAttribute('aria-rowcount', String(count + 1));
    if (this.#active >= count) this.#active = count - 1;
    this.redraw();
  }

  /** Draws the visible rows again in the next frame. Until then the old rows stay, so that nothing flickers. */
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

  /** Leaves no row active. */
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
    else if (top + above + rowHeight > scrollTop + clientHeight)
      this.element.scrollTop = top + above + rowHeight - clientHeight;
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
    const isStale = this.#isStale && !this.#isPressed;
    for (const [index, row] of this.#shown) {
      if (!isStale && index >= first && index <= last) continue;
      row.remove();
      this.#shown.delete(index);
    }
    this.#isStale &&= this.#isPressed;
    for (let index = first; index <= last; index += 1) if (!this.#shown.has(index)) this.#add(index);
    const activeId = this.#shown.get(this.#active)?.id;
    if (activeId === undefined) this.element.removeAttribute('aria-activedescendant');
    else this.element.setAttribute('aria-activedescendant', activeId);
  }

  /** Adds a row at its place in the order of the rows, since screen readers read the elements in their order. */
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
    const next = Math.min(...[...this.#shown.keys()].filter((other) => other > index));
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
    // The names of the columns may stand above the rows.
    if (row === null) return;
    const index = Number(row.dataset['index']);
    this.activate(index);
    this.#options.onOpen?.(index, event);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.target !== this.element || event.altKey) return;
    const index = this.#active;
    const { onOpen, onCopy, onKey } = this.#options;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = isCommand || event.shiftKey ? undefined : this.#targetOf(event.key, index);
    if (to !== undefined) this.activate(Math.max(0, Math.min(this.#count - 1, to)));
    else if (event.key === 'Enter' && index >= 0) onOpen?.(index, event);
    else if (onCopy && isCommand && event.key.toLowerCase() === 'c') onCopy(index, event.shiftKey);
    else return onKey?.(event);
    event.preventDefault();
  }

  #targetOf(key: string, index: number): number | undefined {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#options.rowHeight) - 1);
    const side = { ArrowLeft: 'left' as const, ArrowRight: 'right' as const }[key];
    if (side !== undefined && this.#options.onSide && index >= 0)
      return this.#options.onSide(index, side) ?? index;
    return {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: this.#count - 1,
    }[key];
  }
}
