// Names for types that a schema defines or repeats, apart from those that already mean something where they stand.

/** Names with a meaning of their own where definitions are declared. */
export const RESERVED_TYPE_NAMES = ['Call', 'Wrapper', 'Tool', 'ToolOutput', 'ToolWithOptionalInput', 'Promise', 'Array', 'Record'];

/** `weather.Report` -> `WeatherReport`: a name that the compiler takes as it is, not yet in `names`, to which it is added. */
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
