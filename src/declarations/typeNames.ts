// Names types that a schema defines or repeats, avoiding names that already have a meaning.

/** Names that already have a meaning where definitions are declared. */
export const RESERVED_TYPE_NAMES =
  'Call Wrapper Tool ToolOutput ToolWithOptionalInput Promise Array Record'.split(' ');

/** Returns a new name such as `WeatherReport` for `weather.Report`, in the compiler's form, and adds it to `names`. */
export function freeTypeName(raw: string, names: Set<string>): string {
  const words = raw.split(/[^A-Za-z0-9]+/);
  const joined = words.map((word) => word.replace(/^[a-z]/, (letter) => letter.toUpperCase())).join('');
  const wanted =
    joined
      .replace(/^\d+/, '')
      .replace(/\d[a-z]/g, (pair) => pair.toUpperCase())
      .replace(/^[a-z]/, (letter) => letter.toUpperCase()) || 'Type';
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${wanted}${number}`;
  names.add(name);
  return name;
}
