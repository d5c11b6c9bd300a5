// What a script wants to be run with: the `@param` lines of its doc comments, the type that it gives `codemode.args`, and what it reads of it.
// Pure, and a reading of the text alone: what it misses can still be given as JSON.
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import type { FieldValue, FormField } from '../../mcp/elicitation/form.ts';
import { shownLine } from '../../text/plainText.ts';

/** `json`: any value; what is typed is read as JSON where it is some, else as a text. */
type ParameterType = 'string' | 'number' | 'boolean' | 'json' | readonly string[];

export interface ScriptParameter {
  readonly name: string;
  readonly type: ParameterType;
  /** One line. */
  readonly description?: string;
  readonly required: boolean;
}

const mostParameters = 50;
/** Characters of a script that are looked at. */
const mostRead = 200_000;

const identifier = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]{0,99}`;
/** `@param {number} [args.month=5] - The month`, `@param month The month`; of an object's fields the last name. */
const docLine = new RegExp(
  String.raw`@param\s+(?:\{([^}\n]{1,200})\}\s+)?(\[)?((?:${identifier}\.)*)(${identifier})(?:=([^\]\n]{0,200}))?\]?[ \t]*(?:-[ \t]*)?([^\n]*)`,
  'gu',
);
/** `codemode.args.month`, `codemode.args["month"]` */
const read = new RegExp(String.raw`\bcodemode\s*\.\s*args\s*(?:\?\.|\.|\[\s*["'])\s*(${identifier})`, 'gu');
/** `const { month, who = "me" } = codemode.args` */
const taken = /\{([^{}]{1,2000})\}\s*(?::[^=\n]{1,200})?=\s*(?:\(\s*)?codemode\s*\.\s*args\b/g;
/** `codemode.args as { month: number; who?: string }` */
const cast = /\bcodemode\s*\.\s*args\s+as\s+\{([^{}]{1,2000})\}/g;

export function scriptParameters(script: string): readonly ScriptParameter[] {
  const text = script.slice(0, mostRead);
  const found = new Map<string, ScriptParameter>();
  const put = (parameter: ScriptParameter) => {
    const known = found.get(parameter.name);
    if (!known && found.size >= mostParameters) return;
    // What is said first of it counts; where that is no more than the name, what is said later.
    const { name, required } = known ?? parameter;
    const type = known && known.type !== 'json' ? known.type : parameter.type;
    const description = known?.description ?? parameter.description;
    found.set(name, { name, type, required, ...(description !== undefined && { description }) });
  };
  for (const comment of docComments(text)) {
    for (const [, type, optional, , name = '', initial, words = ''] of comment.matchAll(docLine)) {
      const description = shownLine(words.replace(/\*\/$/, ''), 200);
      const required = optional === undefined && initial === undefined && !/\|\s*undefined\b/.test(type ?? '');
      put({ name, type: typeOf(type), required, ...(description !== '' && { description }) });
    }
  }
  for (const [, members = ''] of text.matchAll(cast)) {
    for (const member of members.split(/[;,\n]/)) {
      const [, name, optional, type] = new RegExp(String.raw`^\s*(${identifier})(\?)?\s*:(.*)$`, 'u').exec(member) ?? [];
      if (name !== undefined) put({ name, type: typeOf(type), required: optional === undefined });
    }
  }
  for (const [, members = ''] of text.matchAll(taken)) {
    for (const member of members.split(',')) {
      const [, name, initial] = new RegExp(String.raw`^\s*(${identifier})\s*(?::[^=]*)?(=)?`, 'u').exec(member) ?? [];
      if (name !== undefined) put({ name, type: 'json', required: initial === undefined });
    }
  }
  for (const [, name = ''] of text.matchAll(read)) put({ name, type: 'json', required: false });
  // `@param input` of `main(input)` is the whole.
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

function typeOf(text: string | undefined): ParameterType {
  const type = text?.replace(/\|\s*undefined\b/, '').trim() ?? '';
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  const choices = [...type.matchAll(/(?:^|\|)\s*(["'])([^"'\n]{1,100})\1\s*(?=\||$)/g)].map(([, , choice = '']) => choice);
  return choices.length > 0 && choices.length === type.split('|').length ? choices : 'json';
}

/** As the fields of a form. */
export function parameterField({ name, type, description, required }: ScriptParameter): FormField {
  const base = { name, title: name, required, ...(description !== undefined && { description }) };
  if (type === 'number') return { ...base, kind: 'number', integer: false };
  if (type === 'boolean') return { ...base, kind: 'flag' };
  if (type === 'string') return { ...base, kind: 'text' };
  if (type === 'json') return { ...base, kind: 'text', description: description ?? 'a text, or JSON' };
  return { ...base, kind: 'choice', choices: type.map((value) => ({ value, title: value })) };
}

/** What was typed, as `codemode.args`; what was left out is not there. */
export function argumentsOf(parameters: readonly ScriptParameter[], typed: ReadonlyMap<string, FieldValue>): JsonObject {
  return Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const value = typed.get(name);
      if (value === undefined) return [];
      return [[name, type === 'json' && typeof value === 'string' ? readLoosely(value) : value]];
    }),
  );
}

function readLoosely(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
