// Shows the blocks that the script displayed, in their order, and the pictures and sounds of its result.
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import { button } from '../base/toolbar.ts';
import type { Source } from '../base/valueMessages.ts';
import { markdownView } from './markdownView.ts';
import { mediaView, type MediaReader } from './mediaView.ts';
import type { Display, Shape } from './runMessages.ts';

export class DisplayedPane {
  readonly element: HTMLElement;
  readonly #reader: MediaReader;
  readonly #open: (source: Source, name: string) => void;
  readonly #displays = element('div', { class: 'displays' });
  readonly #inResult = element('div', { class: 'displays' });
  readonly #note = element('p', { class: 'note', text: l10n.t('Nothing displayed.') });
  #count = 0;

  /** `open` shows a value as a tree. */
  constructor(reader: MediaReader, open: (source: Source, name: string) => void) {
    this.#reader = reader;
    this.#open = open;
    this.element = element(
      'div',
      {
        class: 'displayed-pane',
        tabIndex: 0,
        role: 'region',
        aria: { label: l10n.t('Displayed by the script') },
      },
      [this.#note, this.#displays, this.#inResult],
    );
  }

  get count(): number {
    return this.#count + this.#inResult.childElementCount;
  }

  clear(): void {
    this.#count = 0;
    this.#displays.replaceChildren();
    this.#inResult.replaceChildren();
    this.#note.hidden = false;
  }

  put(from: number, displays: readonly Display[]): void {
    this.#count = from + displays.length;
    this.#note.hidden = this.count > 0;
    this.#displays.append(...displays.map((display, index) => this.#display(display, from + index)));
  }

  putOfResult(source: Source, media: Shape['media']): void {
    this.#inResult.replaceChildren(
      ...media.map(({ path, mimeType }, index) =>
        mediaView(this.#reader, source, path, l10n.t('{0} {1} of the result', mimeType, index + 1)),
      ),
    );
    this.#note.hidden = this.count > 0;
  }

  #display({ kind, label, text }: Display, n: number): HTMLElement {
    const source = { of: 'display', n } as const;
    if (kind === 'media') return mediaView(this.#reader, source, [], `${label} ${n + 1}`);
    if (text !== undefined) return element('div', { class: 'displayed-text' }, [markdownView(text)]);
    return element('div', { class: 'displayed-value' }, [
      button({
        icon: 'open',
        label: l10n.t('Show {0} {1}', label, n + 1),
        onPress: () => this.#open(source, `${label} ${n + 1}`),
      }),
    ]);
  }
}
