// Describes a block of `codemode.display` without its data, so that a list can name even a block of many megabytes.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { mediaOf } from './valueShape.ts';

/**
 * One of: a picture or sound that can be shown; the beginning of a text of `length` characters; another block, with its
 * `type` if it has one.
 */
export type BlockSummary =
  | { readonly mimeType: string }
  | { readonly text: string; readonly length: number }
  | { readonly type: string | undefined };

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
  const inner = type === 'resource' && isJsonObject(resource) ? resource['text'] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}
