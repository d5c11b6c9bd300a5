// The text of a saved script that is made of one that ran: the chosen literals become its arguments, and a doc comment says so. Pure.
import type { ScriptLiteral } from '../checker/scriptSignature.ts';

/** In characters, of an example. */
const longestExample = 60;

interface NewScript {
  /** Without a fence. */
  readonly code: string;
  /** What it does, one line. */
  readonly title: string;
  /** Of the literals of `code`. */
  readonly literals: readonly ScriptLiteral[];
}

export function parametrised({ code, title, literals }: NewScript): string {
  const edits = literals.flatMap(({ name, spans }) => spans.map(([start, end]) => ({ start, end, text: `codemode.args.${name}` })));
  let body = '';
  let from = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    body += code.slice(from, start) + text;
    from = end;
  }
  return `${docComment(title, literals)}\n${body}${code.slice(from)}`;
}

function docComment(title: string, literals: readonly ScriptLiteral[]): string {
  const tags = literals.map(({ name, type, value }) => `@param {${type}} ${name} ${inComment(`For example ${example(value)}.`)}`);
  return ['/**', ...[inComment(title), ...tags].map((line) => ` * ${line}`), ' */'].join('\n');
}

function example(value: ScriptLiteral['value']): string {
  const text = JSON.stringify(value);
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
