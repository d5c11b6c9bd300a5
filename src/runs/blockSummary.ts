// What a block of `codemode.display` is without its data: enough to say how it is shown, however long it is.
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { mediaOf } from './valueShape.ts';

/** A picture or sound that can be shown; or a text's beginning, of `length` characters; or something else, as `type` where it has one. */
export type BlockSummary =
  { readonly mimeType: string } | { readonly text: string; readonly length: number } | { readonly type: string | undefined };

/** `most`: characters of a text. */
export function summaryOfBlock(block: JsonValue, most: number): BlockSummary {
  const media = mediaOf(block);
  if (media) return { mimeType: media.mimeType };
  const text = textOf(block);
  if (text !== undefined) return { text: text.slice(0, most), length: text.length };
  const type = isJsonObject(block) ? block['type'] : undefined;
  return { type: typeof type === 'string' ? type.slice(0, most) : undefined };
}

function textOf(block: JsonValue): string | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined && isJsonObject(resource) && typeof resource['text'] === 'string')
    return resource['text'];
  return undefined;
}
