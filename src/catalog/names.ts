// Legal, unique names for what servers and tools are called. A name depends on the raw names alone, never on the
// order in which servers answer, so that a script that works today works after a restart.

/** Given to a raw name without a single letter or digit (`""`, `"---"`). */
type FallbackName = 'server' | 'tool';

interface AssignedNames {
  /** Raw name -> legal, unique name. */
  readonly names: ReadonlyMap<string, string>;
  /** Raw names that lost their first choice to another: `wanted` is that choice, `owner` who has it. */
  readonly collisions: readonly { readonly raw: string; readonly name: string; readonly wanted: string; readonly owner: string }[];
}

/** ECMAScript reserved words, strict mode included (ECMA-262, 12.7.2), so that a name can be destructured. */
const RESERVED_WORDS =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
  'implements import in instanceof interface let new null package private protected public return static super switch this throw true try ' +
  'typeof undefined var void while with yield';

/** Names that JavaScript itself reads from any object: `then` would make `await tools.geo` call a tool. */
const NAMES_OF_EVERY_OBJECT =
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString valueOf';

const TAKEN = new Set(`${RESERVED_WORDS} ${NAMES_OF_EVERY_OBJECT}`.split(' '));

/**
 * camelCase of an MCP name: `get_weather` -> `getWeather`, `HTTPRequest` -> `httpRequest`, `LIST_ALL` -> `listAll`,
 * `3d_render` -> `_3dRender`, `delete` -> `delete_`. Letters of every script are kept; all else, `$` included,
 * separates words, so that no tool is ever called `$resources`. Applying it twice changes nothing.
 */
export function toIdentifier(raw: string, empty: FallbackName): string {
  const [first = empty, ...rest] = words(quiet(raw.normalize('NFC')));
  // Joined words may compose, and some capitals are several characters.
  const name = quiet([uncapitalise(first), ...rest.map(capitalise)].join('').normalize('NFC'));
  if (TAKEN.has(name)) return `${name}_`;
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}

/**
 * Names for all of `raws`. A raw name that is already legal keeps itself; of several that become one, the first in
 * code-unit order has it, and the others get the next free number: `getCity`, `getCity2`.
 */
export function assignNames(raws: Iterable<string>, empty: FallbackName): AssignedNames {
  const sorted = [...new Set(raws)].sort(compareCodeUnits);
  const owners = new Map<string, string>();
  for (const raw of sorted) {
    const wanted = toIdentifier(raw, empty);
    if (!owners.has(wanted) || raw === wanted) owners.set(wanted, raw);
  }
  const names = new Map([...owners].map(([name, raw]) => [raw, name]));
  const taken = new Set(owners.keys());
  /** By name, the first number that may be free: many may want the same. */
  const nextNumbers = new Map<string, number>();
  const collisions = [];
  for (const raw of sorted) {
    if (names.has(raw)) continue;
    const wanted = toIdentifier(raw, empty);
    const name = firstFree(wanted, taken, nextNumbers);
    taken.add(name);
    names.set(raw, name);
    collisions.push({ raw, name, wanted, owner: owners.get(wanted) ?? wanted });
  }
  return { names, collisions };
}

/** The words of a name, case kept: `getHTTPStatus_v2` -> `get`, `HTTP`, `Status`, `v2`. For search and for likeness. */
export function splitWords(name: string): string[] {
  return words(name).flatMap((word) => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u));
}

/** The same for names that differ only in letter case and in how words are joined: `get_city`, `getCity`, `Get-City`. */
export function nameKey(name: string): string {
  return splitWords(name.normalize('NFC')).join('').toLowerCase();
}

/** The visible characters of a name: two names with the same look alike. */
export function stripInvisible(name: string): string {
  return name.normalize('NFC').replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '');
}

export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is written in nothing but capitals says nothing by them. */
function quiet(text: string): string {
  return /[\p{Ll}\p{Lt}]/u.test(text) ? text : text.toLowerCase().normalize('NFC');
}

/** Characters without an image (joiners, marks of direction) separate too, also those that Unicode allows in names. */
function words(text: string): string[] {
  return text.split(/(?:(?!\p{ID_Continue})[^]|[_\p{Default_Ignorable_Code_Point}])+/u).filter((word) => word !== '');
}

/** `HTTPRequest` -> `httpRequest`, `GetCity` -> `getCity`, `API` -> `api`. */
function uncapitalise(word: string): string {
  return word.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u, (capitals) => capitals.toLowerCase());
}

function capitalise(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

function firstFree(wanted: string, taken: ReadonlySet<string>, nextNumbers: Map<string, number>): string {
  let number = nextNumbers.get(wanted) ?? 2;
  while (taken.has(`${wanted}${number}`)) number += 1;
  nextNumbers.set(wanted, number + 1);
  return `${wanted}${number}`;
}
