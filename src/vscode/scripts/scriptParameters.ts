// Determines the parameters of a script: from the type of its `main` or the `@param` tags of its doc comment, from the
// type to which it casts `codemode.args`, and from the members that it reads of the arguments. The module is pure.
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import { shownLine } from '../../base/text/plainText.ts';
import type { SignatureSchema } from '../../checker/index.ts';
import type { EditorScripts } from '../servers/editorScripts.ts';
import type { ScriptParameter } from './scriptParameter.ts';

const mostParameters = 50;

const readsArguments = /\bcodemode\s*\.\s*args\b|\* @param\s/;
/** Matches the beginning of a function that may be `main`. */
const mainOrDefault = /\bmain\b|\bexport\s+default\b/g;
/**
 * Matches the code after that beginning if a parameter follows: `(input`, `= async input =>`, ` async function
 * report<T>({ month }`. Comments are removed from the code and each run of blanks is one.
 */
const parameter = /^ ?=? ?(?:async ?)?(?:function ?\*? ?[\w$]* ?)?(?:<[^()]*> ?)?(?:\( ?[\w${[.]|[\w$]+ ?=>)/;
/** Maximum number of characters between the name and the first parameter. */
const longestHead = 200;
/** Maximum number of names that are looked at, since this happens at each key press. */
const mostNames = 1_000;

/**
 * True if the script seems to take arguments. The test is only approximate because it runs with each key press; the
 * parameters themselves are read when they are needed.
 */
export function takesArguments(code: string): boolean {
  if (readsArguments.test(code)) return true;
  for (const { 0: name, index } of code.matchAll(mainOrDefault).take(mostNames)) {
    const head = code.slice(index + name.length, index + name.length + longestHead);
    if (parameter.test(head.replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, ' ').replace(/\s+/g, ' '))) return true;
  }
  return false;
}

/** Returns the parameters that the script declares, and then those that its code only reads. */
export async function parametersOf(
  code: string,
  scripts: Pick<EditorScripts, 'signature' | 'draft'>,
): Promise<readonly ScriptParameter[]> {
  const [reading, { reads, cast }] = await Promise.all([scripts.signature(code), scripts.draft(code)]);
  const declared = [...(reading.ok ? [reading.signature.input] : []), cast].flatMap(schemaParameters);
  // A script may do without an argument that it only reads, as in `if (codemode.args.verbose)`.
  const read = reads.names.map(({ name }) => ({ name, type: 'any', required: false }) as const);
  const found = new Map<string, ScriptParameter>();
  for (const one of [...declared, ...read]) {
    const known = found.get(one.name) ?? one;
    // The first place that names a parameter wins; if it has no type or description, a later place fills these in.
    found.set(one.name, { ...one, ...known, type: known.type === 'any' ? one.type : known.type });
  }
  return [...found.values()].slice(0, mostParameters);
}

/** Returns the parameters in the JSON Schema of an input, optional ones last. */
export function schemaParameters({ properties, required }: SignatureSchema): readonly ScriptParameter[] {
  if (!isJsonObject(properties)) return [];
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const parameters = Object.entries(properties)
    .slice(0, mostParameters)
    .map(([name, given]): ScriptParameter => {
      const schema = isJsonObject(given) ? given : {};
      const { enum: choices } = schema;
      const description =
        typeof schema['description'] === 'string' ? shownLine(schema['description'], 200) : '';
      return {
        name,
        type: schemaType(schema['type']),
        ...(isJsonArray(choices) && choices.length > 0 && { choices }),
        ...(description !== '' && { description }),
        required: needed.has(name),
      };
    });
  return [...parameters.filter((one) => one.required), ...parameters.filter((one) => !one.required)];
}

function schemaType(type: JsonValue | undefined): ScriptParameter['type'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'flag';
  return type === undefined ? 'any' : 'json';
}
