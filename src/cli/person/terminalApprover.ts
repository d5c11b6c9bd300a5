// Asks on the terminal before a script writes; where there is no terminal, refuses and says how to allow it.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { Approval, Approver } from '../../engine/approval.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';

const granted: Approval = { granted: true };

export class TerminalApprover implements Approver {
  readonly #allowWrites: boolean;
  readonly #questions: TerminalQuestions;

  constructor(allowWrites: boolean, questions: TerminalQuestions) {
    this.#allowWrites = allowWrites;
    this.#questions = questions;
  }

  approveRun(_code: string, writes: readonly CatalogTool[], signal: AbortSignal): Promise<Approval> {
    return this.#decide(`The script calls tools that may write: ${paths(writes)}.`, 'Run it?', signal);
  }

  approveCall(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<Approval> {
    return this.#decide(
      `${tool.path} is not marked read-only; it is called with ${JSON.stringify(input).slice(0, 300)}.`,
      'Allow it for this run?',
      signal,
    );
  }

  async #decide(what: string, question: string, signal: AbortSignal): Promise<Approval> {
    if (this.#allowWrites) return granted;
    if (!this.#questions.canAsk) {
      return { granted: false, reason: `${what} There is no terminal to ask on; run it with --allow-writes to allow them.` };
    }
    const answer = await this.#questions.ask(`${what} ${question} [y/N] `, signal);
    return /^y(es)?$/i.test(answer.trim()) ? granted : { granted: false, reason: `${what} You said no.` };
  }
}

function paths(tools: readonly CatalogTool[]): string {
  return tools.map((tool) => tool.path).join(', ');
}
