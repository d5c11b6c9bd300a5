// Asks on the terminal before a script writes; where there is no terminal, refuses and says how to allow it.
import type { Approval, Approver, CallToApprove, ScriptToApprove } from '../../engine/approval.ts';
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
    };
    return this.#decide(question, asked, signal);
  }

  approveCall({ tool, ruling, input }: CallToApprove, signal: AbortSignal): Promise<Approval> {
    const name = visibleName(tool.path);
    const question: Question = {
      what: `The running script calls ${nameOf({ tool, ruling })}.`,
      details: ` It is called with:\n${quoted(shownArguments(input, tool.inputSchema, longestArguments), process.stderr.columns)}`,
      question: `Allow this and every later call of ${name} in this run?`,
    };
    return this.#decide(question, [{ tool, ruling }], signal);
  }

  async #decide({ what, details, question }: Question, asked: readonly RuledTool[], signal: AbortSignal): Promise<Approval> {
    if (!this.#questions.canAsk) {
      const byRule = asked.some(({ ruling }) => ruling.action === 'askEachRun');
      const reason = `${what} No terminal to ask on${byRule ? '.' : ': allow them with --allow-writes.'}`;
      return { granted: false, why: 'unavailable', reason };
    }
    const answer = await this.#questions.ask(`${what}${details}\n${question} [y/N] `, signal);
    return /^y(es)?$/i.test(answer.trim()) ? granted : { granted: false, why: 'refused', reason: `${what} You said no.` };
  }
}

function nameOf({ tool, ruling }: RuledTool): string {
  const about = [effectWords[effectOf(tool)], eachRunReason(ruling)].filter((words) => words !== undefined);
  return `${visibleName(tool.path)} (${about.join(', ')})`;
}
