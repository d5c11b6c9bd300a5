// Tabs over panels (the tabs pattern of WAI-ARIA): the arrow keys choose a tab, and one panel is visible.
import { element, setAria } from './dom.ts';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: readonly (Tab & { readonly handle: HTMLButtonElement; readonly content: HTMLElement })[];
  readonly #onChosen: (id: string) => void;

  constructor(label: string, tabs: readonly Tab[], onChosen: (id: string) => void) {
    this.#onChosen = onChosen;
    this.#tabs = tabs.map((tab) => {
      const handle = element('button', {
        class: 'tab',
        role: 'tab',
        id: `tab-${tab.id}`,
        text: tab.label,
        aria: { controls: `panel-${tab.id}` },
      });
      handle.addEventListener('click', () => this.choose(tab.id));
      const [id, aria] = [`panel-${tab.id}`, { labelledby: handle.id }];
      const content = element('div', { class: 'tab-panel', role: 'tabpanel', id, aria }, [tab.panel]);
      return { ...tab, handle, content };
    });
    const list = element(
      'div',
      { class: 'tab-list', role: 'tablist', aria: { label } },
      this.#tabs.map(({ handle }) => handle),
    );
    list.addEventListener('keydown', (event) => this.#pressed(event));
    this.element = element('section', { class: 'tabs', aria: { label } }, [
      list,
      ...this.#tabs.map(({ content }) => content),
    ]);
    if (tabs[0]) this.show(tabs[0].id);
  }

  choose(id: string): void {
    this.show(id);
    this.#onChosen(id);
  }

  /** Changes the label of a tab, for example its number. */
  rename(id: string, label: string): void {
    const tab = this.#tabs.find((one) => one.id === id);
    if (tab && tab.handle.textContent !== label) tab.handle.textContent = label;
  }

  /** Shows a tab without a choice of the user. */
  show(id: string): void {
    for (const { id: other, handle, content } of this.#tabs) {
      setAria(handle, { selected: other === id });
      handle.tabIndex = other === id ? 0 : -1;
      content.hidden = other !== id;
    }
  }

  #pressed(event: KeyboardEvent): void {
    const at = this.#tabs.findIndex(({ handle }) => handle === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.#tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = this.#tabs[(to + this.#tabs.length) % this.#tabs.length];
    if (!next) return;
    this.choose(next.id);
    next.handle.focus();
  }
}
