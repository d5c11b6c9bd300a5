import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Returns the first characters of a value's JSON. The time does not depend on the size of the value. */
export function shortJson(value: JsonValue, most: number): string {
  return begun(value, most).slice(0, most);
}

/** Returns the value's JSON, or a text of at least `most` characters that begins as the JSON does. */
function begun(value: JsonValue, most: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (isJsonArray(value)) return `[${joined(value, (member) => begun(member, most), most)}]`;
  if (!isJsonObject(value)) return stringifyExact(value);
  const field = (name: string) =>
    `${JSON.stringify(name.slice(0, most))}:${begun(value[name] ?? null, most)}`;
  return `{${joined(Object.keys(value), field, most)}}`;
}

function joined<Item>(items: readonly Item[], textOf: (item: Item) => string, most: number): string {
  let text = '';
  for (const item of items) {
    text += `${text === '' ? '' : ','}${textOf(item)}`;
    if (text.length >= most) break;
  }
  return text;
}
