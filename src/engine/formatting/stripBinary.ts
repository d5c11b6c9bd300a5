// Removes pictures and other binary content from the value of a script. As text, base64 fills a model's context and
// tells it nothing, so pictures are shown beside the text and a short note replaces the data.
import { grouped } from '../../base/text/counted.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface Picture {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

export interface StrippedValue {
  /** The value itself if nothing was removed. */
  readonly value: JsonValue;
  /** Pictures to show, in the order of the value. */
  readonly pictures: readonly Picture[];
  readonly leftOut: number;
}

/** Maximum number of pictures; a picture costs a model about as much as a page of text. */
const MOST_PICTURES = 10;
/** Maximum length of other data that stays, in characters: a note would cost about as much as such data. */
const SMALL = 256;

/** Image formats that models can see, by the beginning of their base64: the `mimeType` of a block may be wrong. */
const seen: readonly (readonly [mimeType: string, start: RegExp])[] = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGOD/],
  ['image/webp', /^UklGR.{7}RUJQ/],
];

/** Matches the JSON of each value with such a content block. */
const mayHaveBinary = /"type":"(?:image|audio)"|"blob":"/;

/**
 * Replaces the data of content blocks (MCP `image`, `audio`, `resource` with a `blob`) anywhere in `value`. `json` is
 * the JSON of the value, which is searched first: to copy an object with many members takes several times as long.
 */
export function stripBinary(value: JsonValue, json = stringifyExact(value)): StrippedValue {
  if (!mayHaveBinary.test(json)) return { value, pictures: [], leftOut: 0 };
  const pictures: Picture[] = [];
  let leftOut = 0;
  const wordFor = (data: string): string => {
    const mimeType =
      pictures.length < MOST_PICTURES ? seen.find(([, start]) => start.test(data))?.[0] : undefined;
    if (mimeType === undefined && data.length <= SMALL) return data;
    leftOut += 1;
    const size = `${grouped(Buffer.byteLength(data, 'base64'))} bytes`;
    if (mimeType === undefined) return `(${size}, left out)`;
    pictures.push({ type: 'image', data, mimeType });
    return `(${size}, shown below as picture ${pictures.length})`;
  };
  const visit = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isJsonObject(part)) return part;
    const { type, data, uri, blob } = part;
    if ((type === 'image' || type === 'audio') && typeof data === 'string')
      return { ...part, data: wordFor(data) };
    if (typeof uri === 'string' && typeof blob === 'string') return { ...part, blob: wordFor(blob) };
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, visit(member)]));
  };
  const without = visit(value);
  return { value: leftOut === 0 ? value : without, pictures, leftOut };
}
