// Asks on the terminal before a script writes. Without a terminal, refuses and names the option that allows it.
import {
  dryRunChosen,
  eachRunReason,
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
} from '../../engine/index.ts';
import { effectOf, effectWords } from '../../engine/formatting/index.ts';
import { shownArguments } from '../../base/text/shownArguments.ts';
import { shownCodeLine, visibleName } from '../../base/text/visibleText.ts';
import { markedLines } from '../terminal.ts';
import { isYes, type TerminalQuestions } from './terminalQuestions.ts';

const granted: Approval = { granted: true, by: 'user' };
/** Maximum number of characters of a call's arguments in a question. */
const longestArguments = 2_000;

/** Maximum number of tools whose lines are shown. All tools that an approval permits are named. */
const mostPlanned = 20;

interface TerminalQuestion {
  /** The effect that needs approval, in one sentence; also sent to the model if the user refuses. */
  readonly what: string;
  /** Further text for the user, shown before the question. */
  readonly details: string;
  /** The question whose positive answer grants the approval. */
  readonly question: string;
  /** True if the user may choose a dry run: the script has not started yet and can write. */
  readonly canBeDry: boolean;
}

export class TerminalApprover implements Approver {
  readonly #questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;

  constructor(questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>) {
    this.#questions = questions;
  }

  approveRun({ uses, asked }: ScriptToApprove, signal: AbortSignal): Promise<Approval> {
    const plan = markedLines(planOf(asked), process.stderr.columns);
    const question: TerminalQuestion = {
      what: `The script calls tools that need approval: ${asked.map(nameOf).join(', ')}.`,
      details: ['', plan, ...unaskedTexts(uses, asked)].join('\n'),
      question: 'Run it, with every call of these tools?',
      canBeDry: asked.some(({ tool }) => !tool.readOnly),
    };
    return this.#decide(question, asked, signal);
  }

  approveCall({ tool, ruling, input, flow }: CallToApprove, signal: AbortSignal): Promise<Approval> {
    const flowing = flow && flowQuestion(flow);
    const shown = (text: string) => markedLines(text, process.stderr.columns);
    const given = `It is called with:\n${shown(shownArguments(input, tool.inputSchema, longestArguments))}`;
    const question: TerminalQuestion = {
      what: flowing?.what ?? `The running script calls ${nameOf({ tool, ruling })}.`,
      details: flowing ? `\n${shown(flowing.evidence)}\n${given}` : ` ${given}`,
      question: `Allow ${flowing?.allows ?? `this and every later call of ${visibleName(tool.path)} in this run`}?`,
      canBeDry: false,
    };
    return this.#decide(question, [{ tool, ruling }], signal);
  }

  async askInFlight(call: CallInFlight, signal: AbortSignal): Promise<InFlightAnswer> {
    const what = inFlightText(call);
    if (!this.#questions.canAsk)
      return {
        kind: 'stop',
        why: 'unavailable',
        reason: `${what} No terminal to ask on: answer with --in-flight.`,
      };
    const given = markedLines(shownArguments(call.input, {}, longestArguments), process.stderr.columns);
    const answer = await this.#questions.ask(
      `${what} It was called with:\n${given}\nDid it take effect? [y: go on/n: call it now/Enter: stop] `,
      signal,
      { enterRefuses: true },
    );
    if (isYes(answer)) return { kind: 'happened' };
    if (/^no?$/i.test(answer.trim())) return { kind: 'didNotHappen' };
    return { kind: 'stop', why: 'refused', reason: `${what} You stopped the run.` };
  }

  async #decide(
    { what, details, question, canBeDry }: TerminalQuestion,
    asked: readonly RuledTool[],
    signal: AbortSignal,
  ): Promise<Approval> {
    if (!this.#questions.canAsk) {
      const byRule = asked.some(({ ruling }) => ruling.action === 'askEachRun');
      const reason = `${what} No terminal to ask on${byRule ? '.' : ': allow them with --allow-writes.'}`;
      return { granted: false, why: 'unavailable', reason };
    }
    const choices = canBeDry ? '[y/N/d: dry run]' : '[y/N]';
    const answer = await this.#questions.ask(`${what}${details}\n${question} ${choices} `, signal, {
      enterRefuses: true,
    });
    if (canBeDry && /^d(ry)?$/i.test(answer.trim())) return dryRunChosen;
    return isYes(answer) ? granted : { granted: false, why: 'refused', reason: `${what} You said no.` };
  }
}

/** Lists the lines of code that call each tool, with arguments and numbers of calls as far as the code shows them. */
function planOf(asked: readonly ToolUse[]): string {
  const more = asked.length - mostPlanned;
  const plans = asked.slice(0, mostPlanned).flatMap(({ tool, times, places, morePlaces }) => {
    const often = timesText(times);
    return [
      `${visibleName(tool.path)}${often === undefined ? '' : `, ${often}`}`,
      ...places.flatMap(({ text, arguments: given, ...place }) => [
        `  ${placeText(place)}: ${shownCodeLine(text)}`,
        ...(given === undefined ? [] : [`    with ${shownCodeLine(given)}`]),
      ]),
      ...(morePlaces > 0 ? [`  and ${morePlaces} more`] : []),
    ];
  });
  return [...plans, ...(more > 0 ? [`and ${more} more tools`] : [])].join('\n');
}

function nameOf({ tool, ruling }: RuledTool): string {
  const about = [effectWords[effectOf(tool)], eachRunReason(ruling)].filter((words) => words !== undefined);
  return `${visibleName(tool.path)} (${about.join(', ')})`;
}
