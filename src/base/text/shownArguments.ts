// Shows the arguments of a call for an approval. The module shortens each value separately, counts what it leaves out,
// and chooses the order itself, so that a script cannot push an argument out of sight with long values.
import { counted } from './counted.ts';
import { firstKeys, isPathLike, ownValue, shownKey, shownValue } from './shownValue.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Minimum number of characters of each shown value, however many values there are. */
const leastOfValue = 40;

/**
 * Writes one argument per line, the value as JSON: `path: "src/a.ts"`. Required arguments and known ones that are named
 * like a path, an address or a command come first, then the other arguments of the schema, then the rest. The values
 * share about `budget` characters; hidden characters are counted: `text: "aaa" … 12,345 more characters … "zzz"`. The
 * time is linear in the size of `input`.
 */
export function shownArguments(input: JsonObject, schema: JsonObject, budget: number): string {
  const { first, more } = firstKeys(input, rankOf(schema));
  if (first.length === 0) return '(no arguments)';
  const shown = (key: string, limit: number) => shownValue(ownValue(input, key), limit, isPathLike(key));
  const long = first.map((key) => shown(key, budget));
  const limit = Math.max(leastOfValue, fairLimit(long, budget));
  const lines = first.map((key, index) => {
    const value = long[index] ?? '';
    return `${shownKey(key)}: ${value.length > limit ? shown(key, limit) : value}`;
  });
  return [...lines, ...(more > 0 ? [`… ${counted(more, 'more argument')}`] : [])].join('\n');
}

/** Ranks arguments of the schema first, so that a script cannot push them out of sight with other names. */
function rankOf({ required, properties }: JsonObject): (key: string, isPath: boolean) => number {
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  return (key, isPath) => {
    const isKnown = Object.hasOwn(known, key);
    if (needed.has(key) || (isKnown && (isPath || isPathLike(key)))) return 0;
    return isKnown ? 1 : isPath ? 2 : 3;
  };
}

/** The maximum length of a value so that all have `budget` characters: a short one leaves its share to the others. */
function fairLimit(values: readonly string[], budget: number): number {
  let left = budget;
  const lengths = values.map(({ length }) => length).sort((a, b) => a - b);
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return budget;
}
