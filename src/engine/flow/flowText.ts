// A flow in words: for the model without the value, which may be secret, and for the user with it, who is to decide.
import { visibleName, visibleText } from '../../text/visibleText.ts';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { Flow } from './flowGuard.ts';

/** Why a call is not made, for a model and a person. */
export function flowSentence({ rule, from, argument, text }: Flow): string {
  const what =
    text === undefined
      ? `What ${from.path} answered and its arguments are too large or nested too deeply to be compared`
      : `${argument === '' ? 'Its input' : `Its argument ${argument}`} has a value that ${from.path} answered`;
  return `${what}; ${JSON.stringify(rule.pattern)} in ${rule.setting} ${rule.action === 'deny' ? 'denies' : 'watches'} that.`;
}

/** The same for what has no values: the script may have made the names on the way to the argument. */
export function flowDetail(flow: Flow): string {
  return flowSentence({ ...flow, argument: '' });
}

/** What a question about it says: one sentence, what it is about, and what a yes allows. Hidden characters show. */
export function flowQuestion({ from, argument, text }: Flow, tool: CatalogTool): Readonly<Record<'what' | 'evidence' | 'allows', string>> {
  const [source, target] = [visibleName(from.path), visibleName(tool.path)];
  return {
    what: `${target} would get a value that ${source} answered.`,
    evidence:
      text === undefined
        ? 'Answers and arguments are too large or nested too deeply to be compared.'
        : `${visibleName(argument) || 'input'}: ${visibleText(text)}`,
    allows: `this and every later value of ${source} for ${target} in this run`,
  };
}
