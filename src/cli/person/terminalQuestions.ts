// Asks a person on the terminal, one question at a time.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { OneAtATime } from '../../mcp/oneAtATime.ts';
import { printable } from '../terminal.ts';

export interface QuestionOptions {
  /** What is typed is not shown. */
  readonly hidden?: boolean;
}

export class TerminalQuestions {
  readonly #turns = new OneAtATime();

  /** Whether there is somebody to ask. */
  get canAsk(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY;
  }

  /** One line. Rejects with an `AbortError` when `signal` is aborted. */
  ask(question: string, signal: AbortSignal, options: QuestionOptions = {}): Promise<string> {
    return this.#turns.ask(() => ask(printable(question), signal, options));
  }
}

async function ask(question: string, signal: AbortSignal, { hidden = false }: QuestionOptions): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, ...(hidden && { terminal: true }) });
  // While it reads a line, the terminal hands Ctrl+C to it instead of to the process.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    if (hidden) process.stderr.write(question);
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
    if (hidden) process.stderr.write('\n');
  }
}
