// Describes mistakes in an argument: the place, the given and the allowed values, in a text of bounded length.
import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { jsonType } from '../../base/json.ts';
import {
  COMBINATORS,
  constraintsOf,
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
  /** Set if no alternative of this combinator takes such a value, which may become what any one of them asks for. */
  readonly noneOf?: ErrorObject;
}

/** Returns one clause for each of the first few mistakes. */
export function problemText(errors: readonly ErrorObject[], verb: Verb = 'must'): string {
  const clauses = new Set<string>();
  const together = Map.groupBy(relevant(errors), ({ error, noneOf }) => noneOf ?? error);
  for (const [mistake, ...others] of together.values()) {
    if (!mistake) continue;
    const { error, clause } = mistake;
    clauses.add(
      clause ??
        inWords(
          error,
          verb,
          others.map((other) => other.error),
        ),
    );
    if (clauses.size === MOST_ERRORS) break;
  }
  return cut([...clauses].join('; '), LONGEST);
}

/** Returns the mistakes without "must match a schema in anyOf" and the like, which only repeat them. */
function relevant(errors: readonly ErrorObject[]): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  for (const error of errors) {
    if (['if', 'not', 'propertyNames'].includes(error.keyword)) continue;
    if (!['anyOf', 'oneOf', 'contains'].includes(error.keyword)) {
      mistakes.push({ error });
      continue;
    }
    // ajv reports the mistakes of alternatives or items immediately before the mistake that none of them fits.
    let first = mistakes.length;
    for (let before = mistakes[first - 1]; before && isWithin(before, error); before = mistakes[first - 1])
      first -= 1;
    const inside = mistakes.splice(first);
    mistakes.push(...(error.keyword === 'contains' ? [{ error }] : ofAlternatives(error, inside)));
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
  if (near.length === 0)
    return withoutRepeatedTypes(inside.filter(isOther)).map(({ error }) => ({ error, noneOf: combinator }));
  const fewest = Math.min(...near.map(({ length }) => length));
  const best = near.filter(({ length }) => length === fewest);
  const lacking = best.flat().filter(({ error }) => error.keyword === 'required');
  if (fewest > 1 || best.length === 1 || lacking.length < best.length) return best.flat();
  const names = lacking.map(({ error }) => `\`${missingOf(error)}\``);
  return [{ error: combinator, clause: `${[...new Set(names)].join(' or ')} is missing` }];
}

/** Returns the mistakes without wrong types of schemas that also list their values. */
function withoutRepeatedTypes(mistakes: readonly Mistake[]): readonly Mistake[] {
  const listed = new Set(
    mistakes.filter(({ error }) => error.keyword !== 'type').map(({ error }) => error.parentSchema),
  );
  return mistakes.filter(({ error }) => error.keyword !== 'type' || !listed.has(error.parentSchema));
}

function missingOf({ instancePath, params }: ErrorObject): string {
  return join(pathOf(instancePath), String((params as Record<string, unknown>)['missingProperty']));
}

/** `others` are wrong types and values of other alternatives: the value must satisfy `error` or one of them. */
function inWords(error: ErrorObject, verb: Verb, others: readonly ErrorObject[]): string {
  const params = error.params as Record<string, unknown>; // the type of the parameters depends on the keyword
  const at = pathOf(error.instancePath);
  const subject =
    error.propertyName === undefined ? `\`${at}\`` : `the name of \`${join(at, error.propertyName)}\``;
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
    case 'enum':
    case 'const':
      return `${subject} ${verb} be ${wantedText([error, ...others])}`;
    case 'not': {
      const [words] = constraintsOf({ not: error.schema });
      return words === undefined ? `${subject} is excluded` : `${subject} does not fit: ${words}`;
    }
    case 'false schema':
      return `${subject} ${verb} be left out`;
    case 'format':
      return `${subject} ${verb} be ${withArticle(cut(String(params['format']), LONGEST_NAME))}, not ${shown(error.data)}`;
    case 'pattern':
      return `${subject} ${verb} match pattern ${shown(error.schema)}, not ${shown(error.data)}`;
    case 'multipleOf':
      return `${subject} ${verb} be a multiple of ${shown(error.schema)}, not ${shown(error.data)}`;
    default:
      return `${subject} ${(error.message ?? 'is wrong').replace(/^must /, `${verb} `)}`;
  }
}

/** Returns the types and values that the errors ask for, and the value that was given instead. */
function wantedText(errors: readonly ErrorObject[]): string {
  const isTyped = errors.every((error) => error.keyword === 'type');
  const wanted = [
    ...new Set(
      errors.flatMap(({ params }) => {
        const { type, allowedValues, allowedValue } = params as Record<string, unknown>;
        if (type !== undefined) return [type].flat().map(String);
        return Array.isArray(allowedValues) ? allowedValues.map(shown) : [shown(allowedValue)];
      }),
    ),
  ];
  const [{ data } = { data: undefined }] = errors;
  if (isTyped) return `${wanted.join(' or ')}, not ${jsonType(data)}`;
  const listed = wanted.slice(0, MOST_ALLOWED_VALUES).join(', ');
  const more = wanted.length > MOST_ALLOWED_VALUES ? ` … (${wanted.length} in all)` : '';
  return `${wanted.length > 1 ? 'one of ' : ''}${listed}${more}, not ${shown(data)}`;
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function unknownArgument(at: string, name: string, error: ErrorObject): string {
  const { known, patterns, isAll } = namesIn(error.parentSchema);
  const named = known.slice(0, MOST_ALLOWED_VALUES).map((one) => cut(one, LONGEST_NAME));
  const like = patterns.slice(0, MOST_ALLOWED_VALUES).map((one) => `names like ${cut(one, LONGEST_NAME)}`);
  const likely = likelyName(name, known);
  const what = `\`${join(at, name)}\` is not an argument`;
  if (named.length + like.length === 0) return isAll ? `${what} (it takes none)` : what;
  const takes = [...named, ...like, ...(isAll ? [] : ['…'])].join(', ');
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

function shown(value: unknown): string {
  return cut(JSON.stringify(value), 80);
}
