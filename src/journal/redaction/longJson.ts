// Writes a long value as JSON without secrets, in pieces, since other work shares the thread of the host and an answer
// may have megabytes. Long lists and objects have one line for each item, each name and each value, so that
// `readLongJson` can read the text in slices, too.
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { endsHere, pathsBelow, type OpenPaths } from './pathMatch.ts';
import type { Hiding } from './redactor.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/**
 * Maximum length of a value that stands in the line of its event, in characters of its JSON (approximate). A longer
 * value has a file of its own.
 */
export const longestInLine = 16_384;
const chunkCharacters = 65_536;

/**
 * True if the JSON of the value is short enough for a line (approximate). Stops reading the value when it is too long.
 */
export function isShort(value: JsonValue): boolean {
  return lengthLeft(value, longestInLine) >= 0;
}

/** Returns the rest of `left` characters after the value; less than 0 if the value is longer. */
function lengthLeft(value: JsonValue, left: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  let rest = left - 4;
  if (typeof value !== 'object' || value === null) return rest;
  if (!isJsonObject(value)) {
    for (const item of value) {
      if (rest < 0) break;
      rest = lengthLeft(item, rest);
    }
    return rest;
  }
  for (const key in value) {
    if (rest < 0) break;
    rest = lengthLeft(value[key] ?? null, rest - key.length - 3);
  }
  return rest;
}

/** For values that are written unchanged. */
export const nothingHidden: Hiding = {
  refresh: () => undefined,
  json: (value) => ({ text: stringifyExact(value), redacted: false }),
  key: (name) => JSON.stringify(name),
  hides: () => false,
  *longText(text) {
    return { text, redacted: false };
  },
};

/** Writes the value in slices. `redacted`: something is hidden in it. */
export async function longJson(
  value: JsonValue,
  paths: OpenPaths,
  hiding: Hiding,
): Promise<{ readonly json: Buffer; readonly redacted: boolean }> {
  hiding.refresh();
  const slice = new TimeSlice();
  const chunks: Buffer[] = [];
  let text = '';
  let redacted = false;
  const put = (piece: string, isRedacted = false) => {
    redacted ||= isRedacted;
    text += piece;
    if (text.length < chunkCharacters) return;
    chunks.push(Buffer.from(text));
    text = '';
  };
  for (const _turn of writeJson(value, paths, { hiding, put, isOver: () => slice.isOver }))
    await slice.yieldIfOver();
  return { json: Buffer.concat([...chunks, Buffer.from(text)]), redacted };
}

interface JsonTarget {
  readonly hiding: Omit<Hiding, 'refresh'>;
  /** Called with each piece of the JSON. `isRedacted`: something is hidden in the piece. */
  readonly put: (piece: string, isRedacted?: boolean) => void;
  /** True if other work should run, or if the target has enough. */
  readonly isOver: () => boolean;
}

/** Writes a value in steps. Yields when other work may run; a caller that has enough stops there. */
export function* writeJson(value: JsonValue, paths: OpenPaths, target: JsonTarget): Generator<undefined> {
  const { hiding, put, isOver } = target;
  if (typeof value === 'string' && value.length > chunkCharacters) {
    const { text, redacted } = yield* hiding.longText(value, paths);
    put('"', redacted);
    for (const part of partsOf(text)) {
      put(JSON.stringify(part).slice(1, -1));
      if (isOver()) yield;
    }
    put('"');
  } else if (typeof value !== 'object' || value === null || endsHere(paths) || isShort(value)) {
    const { text, redacted } = hiding.json(value, paths);
    put(text, redacted);
  } else {
    const isList = isJsonArray(value);
    put(isList ? '[' : '{');
    let mark = '';
    for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
      if (isOver()) yield;
      const name = String(key);
      put(isList ? `\n${mark}` : `\n${mark}${hiding.key(name)}:\n`);
      if (hiding.hides(value, key)) put(JSON.stringify(HIDDEN), true);
      else yield* writeJson(member, pathsBelow(paths, name), target);
      mark = ',';
    }
    put(isList ? '\n]' : '\n}');
  }
}

/** Yields the text in parts. No surrogate pair is cut, since JSON would write its halves as two escapes. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const last = text.charCodeAt(from + chunkCharacters - 1);
    const to = from + chunkCharacters - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
}
