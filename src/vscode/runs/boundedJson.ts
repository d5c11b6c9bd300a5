// Writes the beginning of a value as indented JSON. The rest is not serialized, because a result may have megabytes and
// other work shares the extension host's thread.
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';

/** Returns the same text as `JSON.stringify(value, undefined, 2)`, up to about `most` characters. */
export function boundedJson(
  value: JsonValue,
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  const pieces: string[] = [];
  let left = most;
  const put = (piece: string) => {
    pieces.push(piece);
    left -= piece.length;
  };
  const write = (part: JsonValue, indent: string): void => {
    if (left <= 0) return;
    if (typeof part === 'string') put(JSON.stringify(part.slice(0, left + 1)));
    else if (isJsonArray(part))
      list(part.length, '[', ']', indent, (index, inner) => write(part[index] ?? null, inner));
    else if (isJsonObject(part)) {
      const keys = Object.keys(part);
      list(keys.length, '{', '}', indent, (index, inner) => {
        const key = keys[index] ?? '';
        put(`${JSON.stringify(key)}: `);
        write(part[key] ?? null, inner);
      });
    } else put(String(part));
  };
  const list = (
    length: number,
    open: string,
    close: string,
    indent: string,
    member: (index: number, indent: string) => void,
  ) => {
    put(open);
    const inner = `${indent}  `;
    for (let index = 0; index < length && left > 0; index += 1) {
      put(`${index === 0 ? '' : ','}\n${inner}`);
      member(index, inner);
    }
    put(length === 0 ? close : `\n${indent}${close}`);
  };
  write(value, '');
  const text = pieces.join('');
  return text.length > most
    ? { text: text.slice(0, most).toWellFormed(), isWhole: false }
    : { text, isWhole: true };
}
