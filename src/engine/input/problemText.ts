// Words for what is wrong with an argument: the place, what was given, what is allowed. Short, whatever the schema holds.
import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { jsonType } from '../../catalog/json.ts';

const MOST_ERRORS = 3;
const MOST_ALLOWED_VALUES = 20;
/** Of a name or a path, in characters. */
const LONGEST_NAME = 100;
const LONGEST = 2_000;

/** One clause per mistake, of the first few. */
export function problemText(errors: readonly ErrorObject[]): string {
  const clauses = new Set<string>();
  for (const error of relevant(errors)) {
    clauses.add(inWords(error));
    if (clauses.size === MOST_ERRORS) break;
  }
  return cut([...clauses].join('; '), LONGEST);
}

/** The mistakes themselves, without the "must match a schema in anyOf" that only repeats them. */
function relevant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const leaves = errors.filter((error) => !['anyOf', 'oneOf', 'if', 'not'].includes(error.keyword));
  return leaves.length > 0 ? leaves : errors;
}

function inWords(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>; // ajv types them per keyword
  const at = pathOf(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return `\`${join(at, String(params['missingProperty']))}\` is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownArgument(at, String(params['additionalProperty'] ?? params['unevaluatedProperty']), error);
    case 'type':
      return `\`${at}\` must be ${typeName(params['type'])}, not ${jsonType(error.data)}`;
    case 'enum':
      return `\`${at}\` must be one of ${allowed(params['allowedValues'])}, not ${shown(error.data)}`;
    case 'const':
      return `\`${at}\` must be ${shown(params['allowedValue'])}, not ${shown(error.data)}`;
    default:
      return `\`${at}\` ${error.message ?? 'is wrong'}`;
  }
}

function unknownArgument(at: string, name: string, error: ErrorObject): string {
  const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
  const named = known.slice(0, MOST_ALLOWED_VALUES).map((one) => cut(one, LONGEST_NAME));
  const takes = known.length === 0 ? 'takes none' : `takes ${named.join(', ')}`;
  const likely = likelyName(name, known);
  const advice = likely === undefined ? `it ${takes}` : `did you mean \`${likely}\`? It ${takes}`;
  return `\`${join(at, name)}\` is not an argument (${advice})`;
}

/** A wrong guess misleads: a name that shares most of its letters, or none. */
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
  return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '') || 'input';
}

function join(at: string, name: string): string {
  return cut(at === '' || at === 'input' ? name : `${at}.${name}`, LONGEST_NAME);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function typeName(type: unknown): string {
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function allowed(values: unknown): string {
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const listed = all.slice(0, MOST_ALLOWED_VALUES).map(shown).join(', ');
  return all.length > MOST_ALLOWED_VALUES ? `${listed} … (${all.length} in all)` : listed;
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value), 80);
}
