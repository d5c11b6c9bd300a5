// Determines the parameters of a script: from the signature of its `main` if it has parameters, else from its text: the
// `@param` lines of its doc comments, the type that it gives `codemode.args`, and the members that it reads of it. The
// module is pure; the user can give other arguments as JSON.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { shownLine } from '../../base/text/plainText.ts';
import type { SignatureReading } from '../../checker/index.ts';
import type { ScriptParameter } from './scriptParameter.ts';

const mostParameters = 50;
/** Maximum number of characters of a script that are searched. */
const mostRead = 200_000;

const identifier = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]{0,99}`;
/**
 * Matches `@param {number} [args.month=5] - The month` and `@param month The month`. The name of a member is the last
 * part of its path.
 */
const docLine = new RegExp(
  String.raw`@param\s+(?:\{([^}\n]{1,200})\}\s+)?(\[)?((?:${identifier}\.)*)(${identifier})(?:=([^\]\n]{0,200}))?\]?[ \t]*(?:-[ \t]*)?([^\n]*)`,
  'gu',
);
/** Matches `codemode.args.month` and `codemode.args["month"]`. */
const read = new RegExp(String.raw`\bcodemode\s*\.\s*args\s*(?:\?\.|\.|\[\s*["'])\s*(${identifier})`, 'gu');
/** Matches `const { month, who = "me" } = codemode.args`. */
const taken = /\{([^{}]{1,2000})\}\s*(?::[^=\n]{1,200})?=\s*(?:\(\s*)?codemode\s*\.\s*args\b/g;
/** Matches `codemode.args as { month: number; who?: string }`. */
const cast = /\bcodemode\s*\.\s*args\s+as\s+\{([^{}]{1,2000})\}/g;

/** Returns the parameters that the text of a script mentions. */
export function scriptParameters(script: string): readonly ScriptParameter[] {
  const text = script.slice(0, mostRead);
  const found = new Map<string, ScriptParameter>();
  const put = (parameter: ScriptParameter) => {
    const known = found.get(parameter.name);
    if (!known && found.size >= mostParameters) return;
    // The first place that mentions a parameter wins; if it has no type or description, a later place fills these in.
    const { name, required } = known ?? parameter;
    const { type, choices } = known && known.type !== 'any' ? known : parameter;
    const description = known?.description ?? parameter.description;
    found.set(name, {
      name,
      type,
      required,
      ...(choices && { choices }),
      ...(description !== undefined && { description }),
    });
  };
  for (const comment of docComments(text)) {
    for (const [, type, optional, , name = '', initial, words = ''] of comment.matchAll(docLine)) {
      const description = shownLine(words.replace(/\*\/$/, ''), 200);
      const required =
        optional === undefined && initial === undefined && !/\|\s*undefined\b/.test(type ?? '');
      put({ name, ...typeOf(type), required, ...(description !== '' && { description }) });
    }
  }
  for (const [, members = ''] of text.matchAll(cast)) {
    for (const member of members.split(/[;,\n]/)) {
      const [, name, optional, type] =
        new RegExp(String.raw`^\s*(${identifier})(\?)?\s*:(.*)$`, 'u').exec(member) ?? [];
      if (name !== undefined) put({ name, ...typeOf(type), required: optional === undefined });
    }
  }
  for (const [, members = ''] of text.matchAll(taken)) {
    for (const member of members.split(',')) {
      const [, name, initial] =
        new RegExp(String.raw`^\s*(${identifier})\s*(?::[^=]*)?(=)?`, 'u').exec(member) ?? [];
      if (name !== undefined) put({ name, type: 'any', required: initial === undefined });
    }
  }
  for (const [, name = ''] of text.matchAll(read)) put({ name, type: 'any', required: false });
  return [...found.values()];
}

function* docComments(text: string): Generator<string> {
  for (let from = text.indexOf('/**'); from !== -1;) {
    const end = text.indexOf('*/', from + 2);
    if (end === -1) return;
    yield text.slice(from, end + 2);
    from = text.indexOf('/**', end + 2);
  }
}

function typeOf(text: string | undefined): Pick<ScriptParameter, 'type' | 'choices'> {
  const type = text?.replace(/\|\s*undefined\b/, '').trim() ?? '';
  if (type === 'string') return { type: 'text' };
  if (type === 'number') return { type };
  if (type === 'boolean') return { type: 'flag' };
  const choices = [...type.matchAll(/(?:^|\|)\s*(["'])([^"'\n]{1,100})\1\s*(?=\||$)/g)].map(
    ([, , choice = '']) => choice,
  );
  return choices.length > 0 && choices.length === type.split('|').length
    ? { type: 'text', choices }
    : { type: 'any' };
}

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

/**
 * True if the script seems to take arguments. The test is only approximate because it runs with each key press; the
 * parameters themselves are read when they are needed.
 */
export function takesArguments(code: string): boolean {
  if (readsArguments.test(code)) return true;
  for (const { 0: name, index } of code.matchAll(mainOrDefault)) {
    const head = code.slice(index + name.length, index + name.length + longestHead);
    if (parameter.test(head.replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, ' ').replace(/\s+/g, ' '))) return true;
  }
  return false;
}

export async function parametersOf(
  code: string,
  signature: (code: string) => Promise<SignatureReading>,
): Promise<readonly ScriptParameter[]> {
  if (code.search(mainOrDefault) !== -1) {
    const reading = await signature(code);
    const input: unknown = reading.ok ? JSON.parse(JSON.stringify(reading.signature.input)) : undefined;
    const parameters = isJsonObject(input) ? schemaParameters(input) : [];
    if (parameters.length > 0) return parameters;
  }
  return scriptParameters(code);
}

/** Returns the parameters in the JSON Schema of an input, optional ones last. */
export function schemaParameters({ properties, required }: JsonObject): readonly ScriptParameter[] {
  if (!isJsonObject(properties)) return [];
  const needed = new Set(isJsonArray(required) ? required : []);
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
