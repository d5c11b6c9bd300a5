// Shows the blocks that the script displayed, in their order, and the pictures and sounds of its result. The data of a
// picture or sound comes from the extension, in an element that can load nothing else.
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import { button } from '../base/toolbar.ts';
import type { ValuePath, ValueShape } from '../../../journal/values/valueView.ts';
import type { Channel } from './channel.ts';
import { markdownView } from './markdownView.ts';
import type { Display, Source } from './runMessages.ts';
import { ValueTree } from './valueTree.ts';

export class DisplayedPane {
  readonly element: HTMLElement;
  readonly #channel: Channel;
  readonly #value: ValueTree;
  readonly #displays = element('div', { class: 'displays' });
  readonly #inResult = element('div', { class: 'displays' });
  readonly #note = element('p', { class: 'note', text: l10n.t('Nothing displayed.') });

  constructor(channel: Channel) {
    this.#channel = channel;
    this.#value = new ValueTree('displayed-value', l10n.t('Displayed value'), channel);
    const aria = { label: l10n.t('Displayed by the script') };
    this.element = element('div', { class: 'displayed' }, [
      element('div', { class: 'displayed-pane', tabIndex: 0, role: 'region', aria }, [
        this.#note,
        this.#displays,
        this.#inResult,
      ]),
      this.#value.element,
    ]);
    this.clear();
  }

  get count(): number {
    return this.#displays.childElementCount + this.#inResult.childElementCount;
  }

  clear(): void {
    this.#displays.replaceChildren();
    this.#inResult.replaceChildren();
    this.#note.hidden = false;
    this.#value.element.hidden = true;
  }

  put(from: number, displays: readonly Display[]): void {
    this.#displays.append(...displays.map((display, index) => this.#display(display, from + index)));
    this.#note.hidden = this.count > 0;
  }

  putOfResult(source: Source, media: ValueShape['media']): void {
    this.#inResult.replaceChildren(
      ...media.map(({ path, mimeType }, index) =>
        mediaView(this.#channel, source, path, l10n.t('{0} {1} of the result', mimeType, index + 1)),
      ),
    );
    this.#note.hidden = this.count > 0;
  }

  #display({ kind, label, text }: Display, n: number): HTMLElement {
    const source = { of: 'display', n } as const;
    const name = `${label} ${n + 1}`;
    if (kind === 'media') return mediaView(this.#channel, source, [], name);
    if (text !== undefined) return element('div', { class: 'displayed-text' }, [markdownView(text)]);
    return element('div', { class: 'displayed-value' }, [
      button({
        icon: 'open',
        label: l10n.t('Show {0} {1}', label, n + 1),
        onPress: () => {
          this.#value.element.hidden = false;
          void this.#value.show([{ name, source }]);
        },
      }),
    ]);
  }
}

/** Returns an element that is filled when its data arrives. `label`: name for screen readers. */
function mediaView(channel: Channel, source: Source, path: ValuePath, label: string): HTMLElement {
  const shown = element('div', { class: 'media-shown' }, [
    element('span', { class: 'value-note', text: l10n.t('Loading…') }),
  ]);
  void channel.ask(source, { kind: 'media', path }).then((media) => {
    if ('why' in media) shown.replaceChildren(element('span', { class: 'value-error', text: media.why }));
    else shown.replaceChildren(mediaElement(media.mimeType, media.base64, label));
  });
  return element('figure', { class: 'media' }, [
    shown,
    element('figcaption', {}, [
      element('span', { text: label }),
      button({
        icon: 'save',
        label: l10n.t('Save {0}…', label),
        bare: true,
        onPress: () => channel.post({ type: 'save', source, path, filter: '', format: 'value' }),
      }),
    ]),
  ]);
}

function mediaElement(mimeType: string, base64: string, label: string): HTMLElement {
  const isImage = /^image/i.test(mimeType);
  const made = isImage ? element('img') : element('audio', { aria: { label } });
  if (made instanceof HTMLImageElement) made.alt = label;
  else made.controls = true;
  made.src = `data:${mimeType};base64,${base64}`;
  made.addEventListener('error', () => {
    made.replaceWith(
      element('span', {
        class: 'value-error',
        text: isImage ? l10n.t('This picture cannot be decoded.') : l10n.t('This sound cannot be decoded.'),
      }),
    );
  });
  return made;
}
