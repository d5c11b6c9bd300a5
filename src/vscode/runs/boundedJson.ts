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
    const isList = isJsonArray(part);
    if (!isList && !isJsonObject(part)) {
      text += typeof part === 'string' ? JSON.stringify(part.slice(0, most - text.length + 1)) : String(part);
      return;
    }
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    let before = open;
    for (const key of isList ? part.keys() : Object.keys(part)) {
      if (text.length >= most) break;
      text += `${before}\n${indent}  ${isList ? '' : `${JSON.stringify(key)}: `}`;
      before = ',';
      if (text.length < most) write(Reflect.get(part, key) as JsonValue, `${indent}  `);
    }
    text += before === open ? `${open}${close}` : `\n${indent}${close}`;
  };
  write(value, '');
  return text.length > most
    ? { text: text.slice(0, most).toWellFormed(), isWhole: false }
    : { text, isWhole: true };
}
