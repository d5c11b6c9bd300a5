// Finds the ways in which a value can be shown besides a tree: its tables, its pictures and sounds, its text.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { isTable } from './valueTable.ts';
import type { ValuePath, ValueShape } from './valueView.ts';

/** Maximum depth below the value, and maximum number of values, that are searched for tables and pictures. */
const deepest = 4;
const mostLooked = 20_000;
const mostTables = 20;
const mostMedia = 100;

/**
 * Types of pictures and sounds that a page may show. The browser decodes each as data that can neither load nor run
 * anything.
 */
const shownMedia =
  /^(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)|audio\/(?:mpeg|mp3|wav|x-wav|wave|ogg|webm|mp4|aac|flac))$/i;

export function valueShapeOf(value: JsonValue): ValueShape {
  const tables: { path: ValuePath; name: string; rows: number }[] = [];
  const media: { path: ValuePath; mimeType: string }[] = [];
  const open: { readonly value: JsonValue; readonly path: ValuePath; readonly name: string }[] = [
    { value, path: [], name: '' },
  ];
  for (let at = 0; at < mostLooked; at += 1) {
    const next = open[at];
    if (!next) break;
    const { path, name } = next;
    const found = mediaData(next.value);
    if (found) {
      if (media.length < mostMedia) media.push({ path, mimeType: found.mimeType });
      continue;
    }
    if (isTable(next.value) && !mediaData(next.value[0] ?? null) && tables.length < mostTables) {
      tables.push({ path, name: name === '' ? 'result' : name, rows: next.value.length });
    }
    if (path.length >= deepest || open.length >= mostLooked) continue;
    if (isJsonArray(next.value)) {
      // The items of a list are mostly alike, so only the first ones are searched.
      for (const [index, item] of next.value.slice(0, 200).entries())
        open.push({ value: item, path: [...path, index], name: `${name}[${index}]` });
    } else if (isJsonObject(next.value)) {
      const prefix = name === '' ? '' : `${name}.`;
      for (const [index, [key, member]] of Object.entries(next.value).slice(0, 200).entries())
        open.push({ value: member, path: [...path, index], name: prefix + visibleName(key.slice(0, 60)) });
    }
  }
  const text = typeof value === 'string' ? (looksLikeMarkdown(value) ? 'markdown' : 'plain') : undefined;
  const isMedia =
    mediaData(value) !== undefined ||
    (isJsonArray(value) && value.length > 0 && value.every((item) => mediaData(item) !== undefined));
  return {
    tables: tables.sort((one, other) => one.path.length - other.path.length || other.rows - one.rows),
    media,
    isMedia,
    ...(text && { text }),
  };
}

/**
 * One of: a picture or sound that can be shown; the beginning of a text of `length` characters; another block, with its
 * `type` if it has one.
 */
export type BlockSummary =
  | { readonly mimeType: string }
  | { readonly text: string; readonly length: number }
  | { readonly type: string | undefined };

/** Describes a block of `codemode.display` without its data, so that a list can name a block of many megabytes. */
export function summaryOfBlock(block: JsonValue, most: number): BlockSummary {
  const media = mediaData(block);
  if (media) return { mimeType: media.mimeType };
  const { type, text, resource }: JsonObject = isJsonObject(block) ? block : {};
  const inner = type === 'resource' && isJsonObject(resource) ? resource['text'] : undefined;
  const shown = type === 'text' && typeof text === 'string' ? text : inner;
  if (typeof shown === 'string') return { text: shown.slice(0, most), length: shown.length };
  return { type: typeof type === 'string' ? type.slice(0, most) : undefined };
}

/** Returns the picture or sound in a content block, or in the resource of a content block. */
export function mediaData(value: JsonValue) {
  if (!isJsonObject(value)) return undefined;
  const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);
  const resource = own(value, 'resource');
  const block = own(value, 'type') === 'resource' && isJsonObject(resource) ? resource : value;
  const [type, mimeType] = [own(value, 'type'), own(block, 'mimeType')];
  const base64 = block === value ? own(value, 'data') : own(block, 'blob');
  if (type !== 'image' && type !== 'audio' && type !== 'resource') return undefined;
  return typeof mimeType === 'string' && typeof base64 === 'string' && shownMedia.test(mimeType)
    ? { mimeType, base64 }
    : undefined;
}

/** True if the first lines have a heading, a list, a fence, a table, a link or bold text. */
function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, 5_000);
  return (
    /^(?:#{1,6} \S|```|[-*] \S|\d+\. \S|\|.+\|$|> \S)/m.test(start) ||
    /\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\([^)\s]+\)/.test(start)
  );
}
