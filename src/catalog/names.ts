// Assigns legal, unique names to servers and tools. A name depends only on the raw names, never on the order in which
// servers answer, so that a script that works today also works after a restart.

/** Name for a raw name without a single letter or digit (`""`, `"---"`). */
type FallbackName = 'server' | 'tool';

interface AssignedNames {
  /** Legal, unique names by raw name. */
  readonly names: ReadonlyMap<string, string>;
  /** Raw names whose preferred name is taken: `wanted` is the preferred name, `owner` the raw name that has it. */
  readonly collisions: readonly {
    readonly raw: string;
    readonly name: string;
    readonly wanted: string;
    readonly owner: string;
  }[];
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
 * Converts an MCP name to camelCase: `get_weather` -> `getWeather`, `HTTPRequest` -> `httpRequest`, `LIST_ALL` ->
 * `listAll`, `3d_render` -> `_3dRender`, `delete` -> `delete_`. Letters of every script are kept; all other characters,
 * including `$`, separate words, so that no tool has the name `$resources`. The conversion is idempotent.
 */
export function toIdentifier(raw: string, empty: FallbackName): string {
  const [first = empty, ...rest] = words(quiet(raw.normalize('NFC')));
  // Joined words may compose in NFC, and some capitals become several characters.
  const name = quiet([uncapitalise(first), ...rest.map(capitalise)].join('').normalize('NFC'));
  if (TAKEN.has(name)) return `${name}_`;
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}

/**
 * Assigns names to all of `raws`. A raw name that is already legal is kept. If several raw names lead to the same name,
 * the first in code-unit order gets it, and the others get the next free number: `getCity`, `getCity2`.
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
  /** The next number to try by name, since many raw names may lead to the same name. */
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

/** Splits a name into words, which keep their case: `getHTTPStatus_v2` -> `get`, `HTTP`, `Status`, `v2`. */
export function splitWords(name: string): string[] {
  return words(name).flatMap((word) =>
    word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u),
  );
}

/** Returns an equal key for names that differ only in case or in how words are joined: `get_city`, `getCity`. */
export function nameKey(name: string): string {
  return splitWords(name.normalize('NFC')).join('').toLowerCase();
}

/** The visible characters of a name: two names with the same visible characters look alike. */
export function stripInvisible(name: string): string {
  return name.normalize('NFC').replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '');
}

export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Converts a name of only capitals to lower case, because its capitals do not separate words. */
function quiet(text: string): string {
  return /[\p{Ll}\p{Lt}]/u.test(text) ? text : text.toLowerCase().normalize('NFC');
}

/** Splits a text into words, also at invisible characters (joiners, direction marks) that identifiers may have. */
function words(text: string): string[] {
  return text
    .split(/(?:(?!\p{ID_Continue})[^]|[_\p{Default_Ignorable_Code_Point}])+/u)
    .filter((word) => word !== '');
}

/** Lowers the leading capitals: `HTTPRequest` -> `httpRequest`, `GetCity` -> `getCity`, `API` -> `api`. */
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
