// The text of a saved script that is made of one that ran: the chosen literals become its arguments, and its doc comment says what it takes. Pure.
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { ScriptDraft, ScriptLiteral } from '../checker/scriptSignature.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** In characters, of an example. */
const longestExample = 60;

interface NewScript {
  /** Without a fence. */
  readonly code: string;
  /** What it does, one line. */
  readonly title: string;
  /** Of `code`. */
  readonly draft: Pick<ScriptDraft, 'unsaid' | 'docComment'>;
  /** Those of the draft that become arguments. */
  readonly literals: readonly ScriptLiteral[];
  /** What it ran with; absent where that is not known. */
  readonly args?: JsonObject;
}

export function parametrised({ code, title, draft: { unsaid, docComment }, literals, args }: NewScript): string {
  const tags = [
    ...unsaid.map(({ name, isOptional }) => {
      const value = args && Object.hasOwn(args, name) ? args[name] : undefined;
      const isLeftOut = args !== undefined && value === undefined;
      return `@param {${typeOf(value)}} ${isOptional || isLeftOut ? `[${tagName(name)}]` : tagName(name)}`;
    }),
    ...literals.map(({ name, type, value }) => `@param {${type}} ${tagName(name)} ${inComment(`For example ${example(value)}.`)}`),
  ];
  const edits = literals.flatMap(({ name, spans }) => spans.map(([start, end]) => ({ start, end, text: `codemode.args.${name}` })));
  if (docComment && tags.length > 0) {
    const [start, end] = docComment;
    edits.push({ start, end, text: withTags(code.slice(start, end), tags) });
  }
  let body = docComment ? '' : `${['/**', ...[inComment(title), ...tags].map((line) => ` * ${line}`), ' */'].join('\n')}\n`;
  let from = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    body += code.slice(from, start) + text;
    from = end;
  }
  return body + code.slice(from);
}

/** The doc comment with more tags at its end. */
function withTags(comment: string, tags: readonly string[]): string {
  const words = comment.slice(0, -'*/'.length).trimEnd();
  const lines = words.includes('\n') ? words : `/**\n * ${words.slice('/**'.length).trim()}`;
  const indent = /\n([ \t]*)\*\/$/.exec(comment)?.[1] ?? ' ';
  return [lines, ...tags.map((tag) => `${indent}* ${tag}`), `${indent}*/`].join('\n');
}

/** `@param input` would be the whole. */
function tagName(name: string): string {
  return name === 'input' ? 'input.input' : name;
}

/** Of a value, as a tag says it. */
function typeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'unknown';
  if (!Array.isArray(value)) return typeof value;
  const [type = 'unknown', another] = new Set(value.map(typeOf));
  return `${another === undefined ? type : 'unknown'}[]`;
}

function example(value: ScriptLiteral['value']): string {
  const text = stringifyExact(value);
  return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text;
}

/** Whoever wrote the text: it does not end the comment, and is no tag of its own. */
function inComment(line: string): string {
  return line
    .replaceAll(/\s+/g, ' ')
    .replaceAll('*/', '*∕')
    .replaceAll(/(^| )@/g, '$1')
    .trim();
}

/** `Compare the weather` as `compareTheWeather`: the name of a file and of its tool. */
export function scriptName(words: string): string {
  const name = camelCase(words);
  return /^[a-z]/.test(name) && !device.test(name) ? name : `script${name}`;
}

/** The first words of a text, as one: `script` where there is none. */
export function camelCase(text: string): string {
  const [first = 'script', ...others] = text.slice(0, 60).match(/[A-Za-z0-9]+/g) ?? [];
  return [first.toLowerCase(), ...others.slice(0, 5).map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())].join('');
}

/** Windows opens a device in place of `con.ts`. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Why a script cannot have that name; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (device.test(name)) return 'Windows has a device of that name.';
  return /^[A-Za-z][\w-]{0,79}$/.test(name) ? undefined : 'Letters, digits, - and _, beginning with a letter.';
}
