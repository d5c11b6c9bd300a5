// Asks the client's user by elicitation before a script writes. The question names every tool that a positive answer
// allows.
import {
  dryRunChosen,
  eachRunReason,
  inFlightAnswers,
  inFlightText,
  placeText,
  timesText,
  unaskedTexts,
  flowQuestion,
  type Approval,
  type Approver,
  type CallInFlight,
  type CallToApprove,
  type InFlightAnswer,
  type ScriptToApprove,
  type RuledTool,
  type ToolUse,
} from '../engine/index.ts';
import { effectOf, effectWords } from '../engine/formatting/index.ts';
import type { ElicitOptions } from './clientCall.ts';
import { shownArguments } from '../base/text/shownArguments.ts';
import { shownCodeLine, visibleName } from '../base/text/visibleText.ts';

/**
 * Shows `message` with a list of answers: the first refuses, the second allows. Resolves to undefined if the user gave
 * no answer. Rejects when the signal aborts.
 */
export type Ask = (
  message: string,
  answers: readonly string[],
  options: ElicitOptions,
) => Promise<string | undefined>;

const granted: Approval = { granted: true, by: 'user' };
const runAnswers = new Map([['Run it', granted]]);
const writingAnswers = new Map([
  ...runAnswers,
  ['Dry run: show what it would change, without changing anything', dryRunChosen],
]);
const callAnswers = new Map([['Allow it', granted]]);
/** Maximum number of characters of arguments in a question. */
const longestArguments = 1_500;
const cannotAsk = 'This client cannot ask its user';

interface ApprovalForm {
  /** The effect that needs approval, in one sentence; also sent to the model if the user refuses. */
  readonly what: string;
  readonly asked: readonly RuledTool[];
  readonly message: string;
  /** The answers after the refusal, which is always the first. */
  readonly others: ReadonlyMap<string, Approval>;
}

export class ElicitationApprover implements Approver {
  readonly #ask: Ask | undefined;

  /** Without `ask` (the client cannot ask its user), every call that needs a question is refused. */
  constructor(ask: Ask | undefined) {
    this.#ask = ask;
  }

  approveRun({ title, uses, asked, args }: ScriptToApprove, signal: AbortSignal): Promise<Approval> {
    const what = `The script calls tools that need approval: ${asked.map(({ tool }) => visibleName(tool.path)).join(', ')}.`;
    const message = [
      title === undefined ? 'Run this script? It calls:' : `Run the script ${codeSpan(title)}? It calls:`,
      ...asked.map(useText),
      ...unaskedTexts(uses, asked, codeSpan),
      ...(args === undefined
        ? []
        : [`codemode.args:\n${codeLines(shownArguments(args, {}, longestArguments))}`]),
    ].join('\n\n');
    const others = asked.some(({ tool }) => !tool.readOnly) ? writingAnswers : runAnswers;
    return this.#decide({ what, asked, message, others }, { signal, mayRestart: true });
  }

  approveCall({ tool, ruling, input, flow }: CallToApprove, signal: AbortSignal): Promise<Approval> {
    const name = visibleName(tool.path);
    const flowing = flow && flowQuestion(flow);
    const message = [
      flowing
        ? `${codeSpan(flowing.what)} Allow ${codeSpan(flowing.allows)}?\n\n${codeLines(flowing.evidence)}`
        : `The running script calls ${effectText(codeSpan(name), { tool, ruling }, ', which ')}. Allow this and every later call of it in this run?`,
      codeLines(shownArguments(input, tool.inputSchema, longestArguments)),
    ].join('\n\n');
    return this.#decide(
      {
        what: flowing?.what ?? `${effectText(name, { tool, ruling })}.`,
        asked: [{ tool, ruling }],
        message,
        others: callAnswers,
      },
      { signal },
    );
  }

  async askInFlight(call: CallInFlight, signal: AbortSignal): Promise<InFlightAnswer> {
    const what = inFlightText(call);
    const shown = shownArguments(call.input, {}, longestArguments);
    if (!this.#ask)
      return {
        kind: 'stop',
        why: 'unavailable',
        reason: `${what} It was called with ${shown}\n${cannotAsk}: resume with inFlight.`,
      };
    const given = codeLines(shown);
    const { stop, happened, didNotHappen } = inFlightAnswers;
    const answer = await this.#ask(`${codeSpan(what)}\n\n${given}`, [stop, happened, didNotHappen], {
      signal,
    });
    if (answer === happened) return { kind: 'happened' };
    if (answer === didNotHappen) return { kind: 'didNotHappen' };
    return answer === undefined
      ? { kind: 'stop', why: 'unanswered', reason: `${what} The user gave no answer.` }
      : { kind: 'stop', why: 'refused', reason: `${what} The user stopped the run.` };
  }

  async #decide({ what, asked, message, others }: ApprovalForm, options: ElicitOptions): Promise<Approval> {
    if (!this.#ask) {
      const byRule = asked.map(({ ruling }) => eachRunReason(ruling)).find((reason) => reason !== undefined);
      const how =
        byRule === undefined
          ? 'start code-mode serve with --allow-writes to allow them.'
          : `they are ${byRule}.`;
      return { granted: false, why: 'unavailable', reason: `${what} ${cannotAsk}; ${how}` };
    }
    // The first answer has the keyboard focus, so the Enter key must not allow anything.
    const answer = await this.#ask(message, ['Do not run it', ...others.keys()], options);
    const other = others.get(answer ?? '');
    if (other) return other;
    return answer === undefined
      ? { granted: false, why: 'unanswered', reason: `${what} The user gave no answer.` }
      : { granted: false, why: 'refused', reason: `${what} The user said no.` };
  }
}

/** Describes a tool and lists the lines of the script that call it. */
function useText({ tool, ruling, times, places, morePlaces }: ToolUse): string {
  const often = timesText(times);
  const heading = `${effectText(codeSpan(visibleName(tool.path)), { tool, ruling })}${often === undefined ? '' : `, ${often}`}`;
  const lines = places.flatMap(({ text, arguments: given, ...place }) => [
    `- ${place.file === undefined ? placeText(place) : codeSpan(placeText(place))}: ${codeOf(text)}`,
    ...(given === undefined ? [] : [`  with ${codeOf(given)}`]),
  ]);
  return [heading, ...lines, ...(morePlaces > 0 ? [`- and ${morePlaces} more`] : [])].join('\n');
}

/**
 * Formats a tool's effect, for example `shop.drop can destroy` (`between` stands after the name) or `shop.add, effect
 * not declared`.
 */
export function effectText(name: string, { tool, ruling }: RuledTool, between = ' '): string {
  const effect = effectOf(tool);
  const reason = eachRunReason(ruling);
  return `${name}${effect === 'undeclared' ? ', ' : between}${effectWords[effect]}${reason === undefined ? '' : `, ${codeSpan(reason)}`}`;
}

/** Formats `text` as code on one line. */
function codeOf(text: string): string {
  return codeSpan(shownCodeLine(text));
}

function codeLines(text: string): string {
  return text.split('\n').map(codeSpan).join('\n');
}

/**
 * Formats `text` as a Markdown code span. Clients render Markdown, and a code span contains no links, images or
 * headings.
 */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
