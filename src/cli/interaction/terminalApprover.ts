// Asks on the terminal before a script writes; where there is no terminal, refuses and says how to allow it.
import { dryRunChosen, type Approval, type Approver, type CallToApprove, type ScriptToApprove } from '../../engine/approval.ts';
import { eachRunReason, isAsked, type RuledTool } from '../../engine/consent/approvalRules.ts';
import { effectOf, effectWords } from '../../engine/consent/effectOf.ts';
import { openWorldNote } from '../../engine/openWorldNote.ts';
import { shownArguments } from '../../text/shownArguments.ts';
import { visibleName } from '../../text/visibleText.ts';
import { quoted } from '../terminal.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';

const granted: Approval = { granted: true };
/** Characters of a call's arguments. */
const longestArguments = 2_000;

interface Question {
  /** What the script wants, one sentence; also for the model, after a no. */
  readonly what: string;
  /** What else there is to read. */
  readonly details: string;
  /** What a yes allows. */
  readonly question: string;
  /** Whether a dry run is a choice: of a script that has not begun, and can write. */
  readonly canBeDry: boolean;
}

export class TerminalApprover implements Approver {
  readonly #questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;

  constructor(questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>) {
    this.#questions = questions;
  }

  approveRun({ uses }: ScriptToApprove, signal: AbortSignal): Promise<Approval> {
    const note = openWorldNote(uses.map(({ tool }) => tool));
    const asked = uses.filter(({ ruling }) => isAsked(ruling));
    const question: Question = {
      what: `The script calls tools that need approval: ${asked.map(nameOf).join(', ')}.`,
      details: note === undefined ? '' : `\n${note}`,
      question: 'Run it, with every call of these tools?',
      canBeDry: asked.some(({ tool }) => !tool.readOnly),
    };
    return this.#decide(question, asked, signal);
  }

  approveCall({ tool, ruling, input }: CallToApprove, signal: AbortSignal): Promise<Approval> {
    const name = visibleName(tool.path);
    const question: Question = {
      what: `The running script calls ${nameOf({ tool, ruling })}.`,
      details: ` It is called with:\n${quoted(shownArguments(input, tool.inputSchema, longestArguments), process.stderr.columns)}`,
      question: `Allow this and every later call of ${name} in this run?`,
      canBeDry: false,
    };
    return this.#decide(question, [{ tool, ruling }], signal);
  }

  async #decide({ what, details, question, canBeDry }: Question, asked: readonly RuledTool[], signal: AbortSignal): Promise<Approval> {
    if (!this.#questions.canAsk) {
      const byRule = asked.some(({ ruling }) => ruling.action === 'askEachRun');
      const reason = `${what} No terminal to ask on${byRule ? '.' : ': allow them with --allow-writes.'}`;
      return { granted: false, why: 'unavailable', reason };
    }
    const choices = canBeDry ? '[y/N/d: dry run]' : '[y/N]';
    const answer = await this.#questions.ask(`${what}${details}\n${question} ${choices} `, signal);
    if (canBeDry && /^d(ry)?$/i.test(answer.trim())) return dryRunChosen;
    return /^y(es)?$/i.test(answer.trim()) ? granted : { granted: false, why: 'refused', reason: `${what} You said no.` };
  }
}

function nameOf({ tool, ruling }: RuledTool): string {
  const about = [effectWords[effectOf(tool)], eachRunReason(ruling)].filter((words) => words !== undefined);
  return `${visibleName(tool.path)} (${about.join(', ')})`;
}
