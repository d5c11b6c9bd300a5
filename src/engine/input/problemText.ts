// Describes mistakes in an argument: the place, the given and the allowed values, in a text of bounded length.
import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { jsonType } from '../../base/json.ts';
import {
  COMBINATORS,
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  requiredChoice,
} from '../../declarations/index.ts';

const MOST_ERRORS = 3;
const MOST_ALLOWED_VALUES = 20;
/** Maximum number of subschemas in which the names of properties are searched. */
const MOST_PARTS = 100;
/** Maximum length of a name or a path, in characters. */
const LONGEST_NAME = 100;
const LONGEST = 2_000;

/** `should` is for mistakes that some servers accept. */
type Verb = 'must' | 'should';

interface Mistake {
  readonly error: ErrorObject;
  /** Text for the mistake; absent if the text of the keyword applies. */
  readonly clause?: string;
}

/** Returns one clause for each of the first few mistakes. */
export function problemText(errors: readonly ErrorObject[], verb: Verb = 'must'): string {
  const clauses = new Set<string>();
  for (const { error, clause } of relevant(errors)) {
    clauses.add(clause ?? inWords(error, verb));
    if (clauses.size === MOST_ERRORS) break;
  }
  return cut([...clauses].join('; '), LONGEST);
}

/** Returns the mistakes without "must match a schema in anyOf", which only repeats them. */
function relevant(errors: readonly ErrorObject[]): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'not') continue;
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      mistakes.push({ error });
      continue;
    }
    // ajv reports the mistakes of the alternatives immediately before the mistake that no alternative fits.
    let first = mistakes.length;
    for (let before = mistakes[first - 1]; before && isWithin(before, error); before = mistakes[first - 1])
      first -= 1;
    mistakes.push(...ofAlternatives(error, mistakes.splice(first)));
  }
  return mistakes.length > 0 ? mistakes : errors.map((error) => ({ error }));
}

function isWithin({ error }: Mistake, combinator: ErrorObject): boolean {
  const { instancePath } = error;
  const isPart =
    instancePath === combinator.instancePath || instancePath.startsWith(`${combinator.instancePath}/`);
  return isPart && error.schemaPath.startsWith(`${combinator.schemaPath}/`);
}

/** Returns the mistakes of the alternative that the argument fits best. */
function ofAlternatives(combinator: ErrorObject, inside: readonly Mistake[]): readonly Mistake[] {
  const at = pathOf(combinator.instancePath);
  const fitsSeveral = isSchemaObject(combinator.params) && Array.isArray(combinator.params['passingSchemas']);
  const choice = requiredChoice(combinator.parentSchema ?? {}, combinator.keyword, (name) => join(at, name));
  if (choice !== undefined)
    return [{ error: combinator, clause: fitsSeveral ? `${choice}, not several` : choice }];
  if (fitsSeveral) return [{ error: combinator }];
  const forms = Map.groupBy(
    inside,
    ({ error }) => error.schemaPath.slice(combinator.schemaPath.length + 1).split('/')[0],
  );
  const isOther = ({ error }: Mistake) =>
    error.instancePath === combinator.instancePath && ['type', 'enum', 'const'].includes(error.keyword);
  const meant = [...forms.values()].filter((mistakes) => !mistakes.some(isOther));
  const said = meant.filter((mistakes) => !mistakes.some(({ error }) => error.keyword === 'const'));
  const near = said.length > 0 ? said : meant;
  if (near.length === 0) return inside;
  const fewest = Math.min(...near.map(({ length }) => length));
  const best = near.filter(({ length }) => length === fewest);
  const lacking = best.flat().filter(({ error }) => error.keyword === 'required');
  if (fewest > 1 || best.length === 1 || lacking.length < best.length) return best.flat();
  const names = lacking.map(({ error }) => `\`${missingOf(error)}\``);
  return [{ error: combinator, clause: `${[...new Set(names)].join(' or ')} is missing` }];
}

function missingOf({ instancePath, params }: ErrorObject): string {
  return join(pathOf(instancePath), String((params as Record<string, unknown>)['missingProperty']));
}

function inWords(error: ErrorObject, verb: Verb): string {
  const params = error.params as Record<string, unknown>; // the type of the parameters depends on the keyword
  const at = pathOf(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return `\`${missingOf(error)}\` is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownArgument(
        at,
        String(params['additionalProperty'] ?? params['unevaluatedProperty']),
        error,
      );
    case 'type':
      return `\`${at}\` ${verb} be ${[params['type']].flat().join(' or ')}, not ${jsonType(error.data)}`;
    case 'enum':
      return `\`${at}\` ${verb} be one of ${allowed(params['allowedValues'])}, not ${shown(error.data)}`;
    case 'const':
      return `\`${at}\` ${verb} be ${shown(params['allowedValue'])}, not ${shown(error.data)}`;
    case 'false schema':
      return `\`${at}\` ${verb} be left out`;
    case 'format':
      return `\`${at}\` ${verb} be ${withArticle(cut(String(params['format']), LONGEST_NAME))}, not ${shown(error.data)}`;
    case 'pattern':
      return `\`${at}\` ${verb} match pattern ${shown(error.schema)}, not ${shown(error.data)}`;
    case 'multipleOf':
      return `\`${at}\` ${verb} be a multiple of ${shown(error.schema)}, not ${shown(error.data)}`;
    default:
      return `\`${at}\` ${(error.message ?? 'is wrong').replace(/^must /, `${verb} `)}`;
  }
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function unknownArgument(at: string, name: string, error: ErrorObject): string {
  const { known, patterns, isAll } = namesIn(error.parentSchema);
  const named = known.slice(0, MOST_ALLOWED_VALUES).map((one) => cut(one, LONGEST_NAME));
  const like = patterns.slice(0, MOST_ALLOWED_VALUES).map((one) => `names like ${cut(one, LONGEST_NAME)}`);
  const takes = [...named, ...like].join(', ');
  const likely = likelyName(name, known);
  const what = `\`${join(at, name)}\` is not an argument`;
  if (takes === '') return isAll ? `${what} (it takes none)` : what;
  return `${what} (${likely === undefined ? `it takes ${takes}` : `did you mean \`${likely}\`? It takes ${takes}`})`;
}

/** Returns the names that the properties of an object may have. `isAll` is false if a reference may contain more. */
function namesIn(schema: unknown) {
  const known = new Set<string>();
  const patterns = new Set<string>();
  let isAll = true;
  const parts = new Set([schema]);
  for (const part of parts) {
    if (!isSchemaObject(part) || parts.size > MOST_PARTS) continue;
    for (const [name] of entries(keyword(part, 'properties'))) known.add(name);
    for (const [pattern] of entries(keyword(part, 'patternProperties'))) patterns.add(pattern);
    if (has(part, '$ref', '$dynamicRef', 'dependentSchemas', 'dependencies')) isAll = false;
    for (const name of COMBINATORS) for (const branch of list(keyword(part, name))) parts.add(branch);
    for (const name of ['if', 'then', 'else']) parts.add(keyword(part, name));
  }
  return { known: [...known], patterns: [...patterns], isAll };
}

/** Returns a known name only if it shares most letters with the wrong name, since a wrong guess misleads. */
function likelyName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > LONGEST_NAME) return undefined;
  const nearest = closest(name, known);
  return distance(name.toLowerCase(), nearest.toLowerCase()) <= nearest.length / 3 ? nearest : undefined;
}

function pathOf(instancePath: string): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '') || 'input'
  );
}

function join(at: string, name: string): string {
  return cut(at === '' || at === 'input' ? name : `${at}.${name}`, LONGEST_NAME);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function allowed(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const listed = all.slice(0, MOST_ALLOWED_VALUES).map(shown).join(', ');
  return all.length > MOST_ALLOWED_VALUES ? `${listed} … (${all.length} in all)` : listed;
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value), 80);
}
