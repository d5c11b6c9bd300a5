// Asks the user on the terminal, one question at a time. Nothing else is printed meanwhile, and earlier input does not count as an answer.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Mutex } from '../../mcp/elicitation/mutex.ts';
import { printable, type Io } from '../terminal.ts';
import type { TerminalOutput } from '../terminalOutput.ts';

/** Of earlier input, in lines. */
const mostDiscarded = 100;

interface QuestionOptions {
  /** Does not echo the answer. */
  readonly hidden?: boolean;
}

export class TerminalQuestions {
  readonly #turns = new Mutex();
  readonly #io: Io;
  readonly #output: TerminalOutput;
  readonly #takesAnswers: boolean;

  /** `takesAnswers`: whether standard input is the user's, not another program's. */
  constructor(io: Io, output: TerminalOutput, takesAnswers = true) {
    this.#io = io;
    this.#output = output;
    this.#takesAnswers = takesAnswers;
  }

  /** Whether there is an interactive terminal. */
  get canAsk(): boolean {
    return this.#takesAnswers && Boolean(this.#io.stdin.isTTY && this.#io.stderr.isTTY);
  }

  /** One line. Rejects with an `AbortError` when `signal` is aborted. */
  ask(question: string, signal: AbortSignal, options: QuestionOptions = {}): Promise<string> {
    return this.#turns.run(() => this.#output.whileAsking(() => ask(this.#io, printable(question), signal, options)));
  }
}

async function ask({ stdin, stderr }: Io, question: string, signal: AbortSignal, { hidden = false }: QuestionOptions): Promise<string> {
  await discardTyped(stdin);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : stderr;
  const terminal = createInterface({ input: stdin, output, ...(hidden && { terminal: true }) });
  // While it reads a line, the terminal hands Ctrl+C to it instead of to the process.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    if (hidden) stderr.write(question);
    return await terminal.question(question, { signal });
  } finally {
    terminal.close();
    if (hidden) stderr.write('\n');
  }
}

/** A script could print a question of its own, so that its answer waits here for ours. */
async function discardTyped(input: NodeJS.ReadableStream): Promise<void> {
  let isTyped = true;
  const discard = (): void => void (isTyped = true);
  input.on('data', discard);
  for (let round = 0; isTyped && round < mostDiscarded; round++) {
    isTyped = false;
    // A line that waits is read within one turn of the event loop, the next one in the turn after.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }
  input.off('data', discard);
  input.pause();
}
