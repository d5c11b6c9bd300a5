// Shows a picture or a sound from data that the extension sends, in an element that can load nothing else.
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import type { NoReply } from '../base/channel.ts';
import { button } from '../base/toolbar.ts';
import type { Source, ValuePath } from '../base/valueMessages.ts';

export interface MediaReader {
  media(
    source: Source,
    path: ValuePath,
  ): Promise<{ readonly mimeType: string; readonly base64: string } | NoReply>;
  saveValue(source: Source, path: ValuePath): void;
}

/** Returns an element that is filled when its data arrives. `label`: name for screen readers. */
export function mediaView(reader: MediaReader, source: Source, path: ValuePath, label: string): HTMLElement {
  const shown = element('div', { class: 'media-shown' }, [
    element('span', { class: 'value-note', text: l10n.t('Loading…') }),
  ]);
  void reader.media(source, path).then((media) => {
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
        onPress: () => reader.saveValue(source, path),
      }),
    ]),
  ]);
}

function mediaElement(mimeType: string, base64: string, label: string): HTMLElement {
  const isImage = mimeType.startsWith('image/');
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
