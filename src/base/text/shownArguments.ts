// Shows the arguments of a call for an approval: shortens each value by itself and counts what it leaves out, in an order that the script
// does not choose, so that long values push nothing out of sight.
import { counted } from './counted.ts';
import { firstKeys, isPathLike, memberOf, shownKey, shownValue } from './shownValue.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Characters that a value has at least, however many others there are. */
const leastOfValue = 40;

/**
 * One argument a line, the value as JSON: `path: "src/a.ts"`. What the schema requires and what its name says is a path, an
 * address, a command or the like comes first, then what else the schema names, then the rest. The values have about `budget`
 * characters together; what is hidden is counted: `text: "aaa" … 12,345 more characters … "zzz"`.
 * Takes time in proportion to the size of `input`.
 */
export function shownArguments(input: JsonObject, schema: JsonObject, budget: number): string {
  const { first, more } = firstKeys(input, rankOf(schema));
  if (first.length === 0) return '(no arguments)';
  const shown = (key: string, limit: number) => shownValue(memberOf(input, key), limit, isPathLike(key));
  const long = first.map((key) => shown(key, budget));
  const limit = Math.max(leastOfValue, fairLimit(long, budget));
  const lines = first.map((key, index) => {
    const value = long[index] ?? '';
    return `${shownKey(key)}: ${value.length > limit ? shown(key, limit) : value}`;
  });
  return [...lines, ...(more > 0 ? [`… ${counted(more, 'more argument')}`] : [])].join('\n');
}

/** A script cannot push what the schema names out of sight with names of its own. */
function rankOf({ required, properties }: JsonObject): (key: string, isPath: boolean) => number {
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  return (key, isPath) => {
    const isKnown = Object.hasOwn(known, key);
    if (needed.has(key) || (isKnown && (isPath || isPathLike(key)))) return 0;
    return isKnown ? 1 : isPath ? 2 : 3;
  };
}

/** The most that each may have, so that all have `budget` together: who needs less leaves it to the others. */
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
