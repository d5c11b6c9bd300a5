// Asks on the terminal before a script writes; where there is no terminal, refuses and says how to allow it.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { dryRunChosen, type Approval, type Approver, type CallToApprove, type ScriptToApprove } from '../../engine/approval.ts';
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
  /** Whether the script has not begun, so that it can run without its writes. */
  readonly isAboutRun: boolean;
}

export class TerminalApprover implements Approver {
  readonly #allowWrites: boolean;
  readonly #questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;

  constructor(allowWrites: boolean, questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>) {
    this.#allowWrites = allowWrites;
    this.#questions = questions;
  }

  approveRun({ uses, writes }: ScriptToApprove, signal: AbortSignal): Promise<Approval> {
    const note = openWorldNote(uses.map(({ tool }) => tool));
    const question: Question = {
      what: `The script calls tools that may write: ${writes.map(nameOf).join(', ')}.`,
      details: note === undefined ? '' : `\n${note}`,
      question: 'Run it, with every call of these tools?',
      isAboutRun: true,
    };
    return this.#decide(question, signal);
  }

  approveCall({ tool, input }: CallToApprove, signal: AbortSignal): Promise<Approval> {
    const name = visibleName(tool.path);
    const question: Question = {
      what: `${nameOf(tool)} is not marked read-only.`,
      details: ` It is called with:\n${quoted(shownArguments(input, tool.inputSchema, longestArguments), process.stderr.columns)}`,
      question: `Allow this and every later call of ${name} in this run?`,
      isAboutRun: false,
    };
    return this.#decide(question, signal);
  }

  async #decide({ what, details, question, isAboutRun }: Question, signal: AbortSignal): Promise<Approval> {
    if (this.#allowWrites) return granted;
    if (!this.#questions.canAsk) {
      const reason = `${what} No terminal to ask on: allow them with --allow-writes.`;
      return { granted: false, why: 'unavailable', reason };
    }
    const choices = isAboutRun ? '[y/N/d: dry run]' : '[y/N]';
    const answer = await this.#questions.ask(`${what}${details}\n${question} ${choices} `, signal);
    if (isAboutRun && /^d(ry)?$/i.test(answer.trim())) return dryRunChosen;
    return /^y(es)?$/i.test(answer.trim()) ? granted : { granted: false, why: 'refused', reason: `${what} You said no.` };
  }
}

function nameOf({ path, annotations }: CatalogTool): string {
  return `${visibleName(path)}${annotations.destructiveHint === true ? ' (can destroy)' : ''}`;
}
