// Writes the beginning of a value as indented JSON. The rest is not serialized, because a result may have megabytes and
// other work shares the extension host's thread.
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';

/** Returns the same text as `JSON.stringify(value, undefined, 2)`, up to about `most` characters. */
export function boundedJson(
  value: JsonValue,
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  let text = '';
  const write = (part: JsonValue, indent: string): void => {
    if (text.length >= most) return;
    if (isJsonArray(part)) writeAll(part.length, '[', ']', indent, (index) => ['', part[index]]);
    else if (isJsonObject(part)) {
      const keys = Object.keys(part);
      writeAll(keys.length, '{', '}', indent, (index) => {
        const key = keys[index] ?? '';
        return [`${JSON.stringify(key)}: `, part[key]];
      });
    } else
      text += typeof part === 'string' ? JSON.stringify(part.slice(0, most - text.length + 1)) : String(part);
  };
  const writeAll = (
    length: number,
    open: string,
    close: string,
    indent: string,
    member: (index: number) => readonly [name: string, value: JsonValue | undefined],
  ) => {
    text += open;
    for (let index = 0; index < length && text.length < most; index += 1) {
      const [name, part] = member(index);
      text += `${index === 0 ? '' : ','}\n${indent}  ${name}`;
      write(part ?? null, `${indent}  `);
    }
    text += length === 0 ? close : `\n${indent}${close}`;
  };
  write(value, '');
  return text.length > most
    ? { text: text.slice(0, most).toWellFormed(), isWhole: false }
    : { text, isWhole: true };
}
