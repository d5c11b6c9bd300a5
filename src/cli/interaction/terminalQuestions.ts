// Asks the user on the terminal, one question at a time. No other output is printed during a question, and input that
// was typed before the question does not count as an answer.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Mutex } from '../../mcp/elicitation/index.ts';
import { styleOf } from '../style.ts';
import { printable, type Io } from '../terminal.ts';
import { TerminalOutput } from '../terminalOutput.ts';

/** Maximum number of earlier lines that are discarded. */
const mostDiscarded = 100;

interface QuestionOptions {
  /** True if the answer must not be echoed. */
  readonly hidden?: boolean;
  /** True if Enter alone refuses; Ctrl+D then counts as Enter, in place of a rejection. */
  readonly enterRefuses?: boolean;
}

export class TerminalQuestions {
  readonly #turns = new Mutex();
  readonly #io: Io;
  readonly #output: TerminalOutput;
  readonly #takesAnswers: boolean;

  /** `takesAnswers`: true if standard input belongs to the user and not to another program. */
  constructor(io: Io, output = new TerminalOutput(io.stderr, styleOf(io.stderr)), takesAnswers = true) {
    this.#io = io;
    this.#output = output;
    this.#takesAnswers = takesAnswers;
  }

  /** True if an interactive terminal is available whose input has not ended, as with `run -` after Ctrl+D. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.#io;
    return this.#takesAnswers && Boolean(stdin.isTTY && stdin.readable && stderr.isTTY);
  }

  /** Resolves with one line. Rejects with an `AbortError` when `signal` aborts, and if the input has ended. */
  ask(question: string, signal: AbortSignal, options: QuestionOptions = {}): Promise<string> {
    return this.#turns.run(() =>
      this.#output.whileAsking(() => ask(this.#io, printable(question), signal, options)),
    );
  }

  /** Resolves to true if the user answers yes; Enter alone refuses. Rejects as `ask` does. */
  async agrees(question: string, signal: AbortSignal): Promise<boolean> {
    return isYes(await this.ask(`${question} [y/N] `, signal, { enterRefuses: true }));
  }
}

export function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}

async function ask(
  { stdin, stderr }: Io,
  question: string,
  signal: AbortSignal,
  { hidden = false, enterRefuses = false }: QuestionOptions,
): Promise<string> {
  // `canAsk` may have become false meanwhile, for a server that was told at its start that it can ask.
  if (!stdin.readable) {
    if (enterRefuses) return '';
    throw new Error('The input of the terminal has ended.');
  }
  await discardTyped(stdin);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : stderr;
  const terminal = createInterface({ input: stdin, output, ...(hidden && { terminal: true }) });
  // While readline reads a line, the terminal passes Ctrl+C to readline instead of the process.
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  try {
    if (hidden) stderr.write(question);
    return await terminal.question(question, { signal });
  } catch (error) {
    if (!enterRefuses || signal.aborted) throw error;
    stderr.write('\n');
    return '';
  } finally {
    terminal.close();
    if (hidden) stderr.write('\n');
  }
}

/**
 * Discards input that was typed before the question. A script could print a question of its own, whose answer would
 * otherwise answer the question of Code Mode.
 */
async function discardTyped(input: NodeJS.ReadableStream): Promise<void> {
  let isTyped = true;
  const discard = (): void => void (isTyped = true);
  input.on('data', discard);
  for (let round = 0; isTyped && round < mostDiscarded; round++) {
    isTyped = false;
    // A waiting line is read within one turn of the event loop, and the next line in the following turn.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }
  input.off('data', discard);
  input.pause();
}
