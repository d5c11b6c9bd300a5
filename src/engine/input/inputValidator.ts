// Checks a call's argument against the tool's schema before the server is asked, so that a wrong call costs nothing
// and its error names the argument. Loaded with the first call: ajv is not needed to start.
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import { TimeLimit } from '../../catalog/timeLimit.ts';
import { closeObjects } from '../../declarations/schema/closeObjects.ts';
import { hasRiskyPattern } from '../../declarations/schema/riskyPatterns.ts';
import type { SchemaDialects } from './schemaDialects.ts';

const MOST_ERRORS = 3;
const MOST_ALLOWED_VALUES = 20;
/** Of one schema, whose patterns may take for ever. */
const MOST_TIMEOUTS = 3;

/** What a value's check comes to: its mistakes, none if it fits; undefined where only the server can say. */
type Check = (input: JsonObject) => readonly ErrorObject[] | undefined;

/** A server that is asked to check for itself. */
const unknown: Check = () => undefined;

export class InputValidator {
  readonly #checks = new WeakMap<JsonObject, Check>();
  readonly #time = new TimeLimit();
  #dialects: Promise<SchemaDialects> | undefined;

  /** What is wrong with `input`, one clause per mistake; undefined when it fits, or when only the server can say. */
  async problem(tool: CatalogTool, input: JsonObject): Promise<string | undefined> {
    const errors = (await this.#checkOf(tool.inputSchema))(input);
    if (!errors || errors.length === 0) return undefined;
    const clauses = [...new Set(relevant(errors).map(inWords))];
    return clauses.slice(0, MOST_ERRORS).join('; ');
  }

  /** Whether `input` is known to fit; false too when only the server can say. */
  async accepts(tool: Pick<CatalogTool, 'inputSchema'>, input: JsonObject): Promise<boolean> {
    return (await this.#checkOf(tool.inputSchema))(input)?.length === 0;
  }

  async #checkOf(schema: JsonObject): Promise<Check> {
    const known = this.#checks.get(schema);
    if (known) return known;
    const validate = await this.#compile(schema);
    const direct = validate && checkBy(validate);
    const check = direct && hasRiskyPattern(schema) ? withinTime(direct, this.#time) : (direct ?? unknown);
    this.#checks.set(schema, check);
    return check;
  }

  /** Undefined for a schema that cannot be compiled. */
  async #compile(schema: JsonObject): Promise<ValidateFunction | undefined> {
    const { draft7, draft2020 } = await (this.#dialects ??= import('./schemaDialects.ts').then(({ schemaDialects }) => schemaDialects()));
    const dialect = typeof schema['$schema'] === 'string' && /draft-0[4-7]/.test(schema['$schema']) ? draft7 : draft2020;
    // Ids and dialects of schemas from different servers would collide in one instance; ajv answers with a promise for `$async`.
    const { $schema: _dialect, $id: _id, $async: _async, ...body } = closeObjects(schema) as AnySchemaObject;
    try {
      // The validator knows no property of that name, and would refuse it.
      return JSON.stringify(body).includes('"__proto__"') ? undefined : dialect.compile(body);
    } catch {
      return undefined;
    } finally {
      dialect.removeSchema(body);
    }
  }
}

function checkBy(validate: ValidateFunction): Check {
  return (input) => (validate(input) ? [] : (validate.errors ?? []));
}

/** The server wrote the patterns, and some take longer than the sun will burn: when that is seen, the check is the server's own. */
function withinTime(check: Check, time: TimeLimit): Check {
  let timeouts = 0;
  return (input) => {
    if (timeouts === MOST_TIMEOUTS) return undefined;
    const errors = time.run(() => check(input));
    if (!errors) timeouts += 1;
    return errors;
  };
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
      return `\`${at}\` must be ${typeName(params['type'])}, not ${typeOf(error.data)}`;
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
  const takes = known.length === 0 ? 'takes no arguments' : `takes ${known.slice(0, MOST_ALLOWED_VALUES).join(', ')}`;
  const likely = likelyName(name, known);
  const advice = likely === undefined ? `it ${takes}` : `did you mean \`${likely}\`? It ${takes}`;
  return `\`${join(at, name)}\` is not an argument (${advice})`;
}

/** A wrong guess misleads: a name that shares most of its letters, or none. */
function likelyName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
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
  return at === '' || at === 'input' ? name : `${at}.${name}`;
}

function typeName(type: unknown): string {
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function allowed(values: unknown): string {
  const all = Array.isArray(values) ? values.map(shown) : [];
  return all.length > MOST_ALLOWED_VALUES ? `${all.slice(0, MOST_ALLOWED_VALUES).join(', ')} … (${all.length} in all)` : all.join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
