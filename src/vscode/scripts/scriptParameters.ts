// Finds the parameters of a script in its text: the `@param` lines of its doc comments, the type that it gives
// `codemode.args`, and the members that it reads of it. The module is pure and only searches text; the user can give
// other arguments as JSON.
import { shownLine } from '../../base/text/plainText.ts';
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
