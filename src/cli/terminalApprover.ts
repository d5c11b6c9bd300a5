// Asks on the terminal before a script writes; where there is no terminal, refuses and says how to allow it.
import { createInterface } from 'node:readline/promises';
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../catalog/json.ts';
import type { Approval, Approver } from '../engine/approval.ts';

const granted: Approval = { granted: true };

export class TerminalApprover implements Approver {
  readonly #allowWrites: boolean;
  /** One question at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(allowWrites: boolean) {
    this.#allowWrites = allowWrites;
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
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      return { granted: false, reason: `${what} There is no terminal to ask on; run it with --allow-writes to allow them.` };
    }
    const answer = this.#asked.then(() => ask(`${what} ${question} [y/N] `, signal));
    this.#asked = answer.catch(() => undefined);
    return /^y(es)?$/i.test((await answer).trim()) ? granted : { granted: false, reason: `${what} You said no.` };
  }
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While it reads a line, the terminal hands Ctrl+C to it instead of to the process.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
  }
}

function paths(tools: readonly CatalogTool[]): string {
  return tools.map((tool) => tool.path).join(', ');
}
