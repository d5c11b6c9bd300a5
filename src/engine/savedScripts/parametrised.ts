// Makes the text of a saved script from a script that ran: the chosen literals become arguments, and the doc comment
// describes the arguments. The functions are pure.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { ScriptDraft, ScriptLiteral } from '../../checker/index.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Maximum length of an example, in characters. */
const longestExample = 60;

interface NewScript {
  /** The code without a Markdown fence. */
  readonly code: string;
  /** One line that describes the script. */
  readonly title: string;
  /** The draft of `code`. */
  readonly draft: Pick<ScriptDraft, 'unsaid' | 'docComment'>;
  /** Literals of the draft that become arguments. */
  readonly literals: readonly ScriptLiteral[];
  /** The arguments of the run; absent if they are not known. */
  readonly args?: JsonObject;
}

export function parametrised({
  code,
  title,
  draft: { unsaid, docComment },
  literals,
  args,
}: NewScript): string {
  const tags = [
    ...unsaid.map(({ name, isOptional }) => {
      const value = args && Object.hasOwn(args, name) ? args[name] : undefined;
      const isLeftOut = args !== undefined && value === undefined;
      return `@param {${typeOf(value)}} ${isOptional || isLeftOut ? `[${tagName(name)}]` : tagName(name)}`;
    }),
    ...literals.map(
      ({ name, type, value }) =>
        `@param {${type}} ${tagName(name)} ${inComment(`For example ${example(value)}.`)}`,
    ),
  ];
  const edits = literals.flatMap(({ name, spans }) =>
    spans.map(([start, end]) => ({ start, end, text: `codemode.args.${name}` })),
  );
  if (docComment && tags.length > 0) {
    const [start, end] = docComment;
    edits.push({ start, end, text: withTags(code.slice(start, end), tags) });
  }
  let body = docComment
    ? ''
    : `${['/**', ...[inComment(title), ...tags].map((line) => ` * ${line}`), ' */'].join('\n')}\n`;
  let from = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    body += code.slice(from, start) + text;
    from = end;
  }
  return body + code.slice(from);
}

/** Returns the doc comment with more tags at its end. */
function withTags(comment: string, tags: readonly string[]): string {
  const words = comment.slice(0, -'*/'.length).trimEnd();
  const lines = words.includes('\n') ? words : `/**\n * ${words.slice('/**'.length).trim()}`;
  const indent = /\n([ \t]*)\*\/$/.exec(comment)?.[1] ?? ' ';
  return [lines, ...tags.map((tag) => `${indent}* ${tag}`), `${indent}*/`].join('\n');
}

/** Returns the name of an argument for a `@param` tag. `@param input` would describe the whole input. */
function tagName(name: string): string {
  return name === 'input' ? 'input.input' : name;
}

/** Returns the type of a value in the form that a `@param` tag uses. */
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

/** Returns the line in a form that, whoever wrote it, neither ends the comment nor begins a tag. */
function inComment(line: string): string {
  return line
    .replaceAll(/\s+/g, ' ')
    .replaceAll('*/', '*∕')
    .replaceAll(/(^| )@/g, '$1')
    .trim();
}

/** Returns the name of a file and of its tool: `compareTheWeather` for `Compare the weather`. */
export function scriptFileName(words: string): string {
  const name = camelCase(words);
  return /^[a-z]/.test(name) && !device.test(name) ? name : `script${name}`;
}

/** Returns the first words of a text as one word; `script` if the text has no words. */
function camelCase(text: string): string {
  const [first = 'script', ...others] = text.slice(0, 60).match(/[A-Za-z0-9]+/g) ?? [];
  return [
    first.toLowerCase(),
    ...others.slice(0, 5).map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ].join('');
}

/** Matches names that Windows uses for devices: it opens a device instead of `con.ts`. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns the reason why a script cannot have this name; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (device.test(name)) return 'Windows has a device of that name.';
  return /^[A-Za-z][\w-]{0,79}$/.test(name)
    ? undefined
    : 'Letters, digits, - and _, beginning with a letter.';
}
