// Transport to a server in a child process, for the MCP SDK's client. The SDK's own transport always passes its default
// environment, limits a message to 10 MB, hides the exit code and ignores helper processes that a server leaves behind.
import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { signalGroup, type OrphanGuard, type StopTimes } from './orphanGuard.ts';
import { MessageReader } from '../messageReader.ts';
import { handOver } from '../sessionTransport.ts';
import type { Environment, StdioLaunch } from '../../definitions/index.ts';
import { AnswerQueue } from '../answerQueue.ts';
import { maxMessageBytes, readLines } from './readLines.ts';
import type { ProcessOutput } from './processOutput.ts';
import { windowsProgram } from '../../../base/systemPrograms.ts';
import { waitAtMost } from '../../../base/withTimeout.ts';

/**
 * Environment variable of every server that this program starts. `code-mode serve` exits if the variable is set, so
 * that it does not serve itself.
 */
export const startedByUs = 'CODE_MODE_STARTED_THIS';

const maxStderrLineBytes = 64 * 1024;
/** Length of a line in characters above which the program yields to the event loop before parsing. */
const longLine = 256 * 1024;
/** Time in milliseconds to wait after SIGKILL, because a process in an uninterruptible wait may end late. */
const killGraceMs = 1_000;

/** A program that runs: a child of this process, or of another one that keeps it and gives it no `pid` here. */
export type RunningProgram = EventEmitter &
  Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'> & { readonly pid?: number | undefined };

/** Starts the program of `launch` with all of `env`. Failures are events of what it gives. */
export type StartProgram = (launch: StdioLaunch, env: Environment) => RunningProgram;

interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Receives the output of a program that is not MCP. */
type HeardOutput = Pick<ProcessOutput, 'addStderr' | 'addGarbage' | 'hide'>;

function spawnProgram({ command, args, cwd }: StdioLaunch, env: Environment): ChildProcess {
  return spawn(command, args, {
    cwd,
    env: { ...env, [startedByUs]: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // The server gets a process group of its own, so that its helpers end with it and Ctrl-C in a terminal does not
    // reach it first. On Windows, only a process that is not detached ends with a killed host.
    detached: process.platform !== 'win32',
  });
}

interface ProcessParts {
  readonly launch: StdioLaunch;
  readonly env: Environment;
  readonly times: StopTimes;
  readonly output: HeardOutput;
  readonly guard: OrphanGuard;
  /** Default: the program is a child of this process. */
  readonly startProgram?: StartProgram | undefined;
}

/** Newline-delimited JSON-RPC over stdin and stdout (MCP 2025-11-25, "stdio"). Lines that are not MCP are skipped. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** The SDK (2.4) knows a process by `stderr` and `pid`, and takes the silence of one for an older MCP version. */
  readonly stderr = null;
  /** Exit status; undefined while the process runs. */
  exit: ProcessExit | undefined;
  /** True if the process ended before it was asked or forced to end. */
  endedByItself = false;
  readonly #parts: ProcessParts;
  readonly #exited = Promise.withResolvers<undefined>();
  /** Resolves when all holders of the process's streams have closed them, so that all output has been read. */
  readonly #drained = Promise.withResolvers<undefined>();
  readonly #reader: MessageReader;
  #process: RunningProgram | undefined;
  #stopping: Promise<void> | undefined;
  #madeToEnd = false;
  /** Resolves when stdout and stderr have been read to their ends. */
  #reading: Promise<unknown> = Promise.resolve();
  /** All answers are written at once, and reading goes on: a server that blocks on stdout would never read stdin. */
  readonly #answers = new AnswerQueue({
    atOnce: Infinity,
    send: (answer) => this.#written(answer),
    onFlood: (reason) => this.#refuse(reason),
  });

  constructor(parts: ProcessParts) {
    this.#parts = parts;
    this.#reader = new MessageReader((text) => parts.output.hide(text));
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves when the process runs, or rejects with the system's error. */
  async start(): Promise<void> {
    const { launch, env, guard, startProgram = spawnProgram } = this.#parts;
    const child = startProgram(launch, env);
    this.#process = child;
    if (child.pid !== undefined) guard.add(child.pid);
    const started = Promise.withResolvers<undefined>();
    child.once('spawn', () => started.resolve(undefined));
    child.on('error', (error: Error) => {
      started.reject(error);
      this.onerror?.(error);
    });
    child.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      this.exit = { code, signal };
      this.endedByItself = !this.#madeToEnd;
      this.#exited.resolve(undefined);
      void this.#stop();
    });
    child.once('close', () => this.#drained.resolve(undefined));
    this.#listen(child);
    await started.promise;
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) return Promise.reject(new Error('The server is not running.'));
    if (!('method' in message)) return this.#answers.send(message);
    this.#reader.sent(message);
    // A full pipe is no reason to wait, because requests are few and nobody would end the wait if the server ends.
    stdin.write(serializeMessage(message));
    return Promise.resolve();
  }

  async #written(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#process ?? {};
    if (!stdin) return;
    const error = await new Promise((resolve) => stdin.write(serializeMessage(message), resolve));
    if (error instanceof Error) throw error;
  }

  /** Ends a server that exceeds a limit. The reason is quoted when the end is explained. */
  #refuse(reason: string): void {
    if (this.#stopping) return;
    this.#parts.output.addStderr(`error: ${reason}`);
    void this.#stop();
  }

  /** Closes stdin, then sends SIGTERM, then SIGKILL, each after its delay, until the whole group has ended. */
  close(): Promise<void> {
    this.#madeToEnd = true;
    return this.#stop();
  }

  #stop(): Promise<void> {
    this.#stopping ??= this.#stopStepByStep();
    return this.#stopping;
  }

  async #stopStepByStep(): Promise<void> {
    const child = this.#process;
    const { times, guard } = this.#parts;
    child?.stdin?.end();
    if (child?.pid !== undefined) {
      await waitAtMost(this.#exited.promise, times.stdinGraceMs);
      this.#signal(child.pid, 'SIGTERM');
      await waitAtMost(this.#drained.promise, times.termGraceMs);
      this.#signal(child.pid, 'SIGKILL');
      await waitAtMost(this.#exited.promise, killGraceMs);
      guard.remove(child.pid);
    }
    // A process outside the group may still hold these streams open.
    for (const stream of [child?.stdout, child?.stderr]) stream?.destroy();
    await this.#reading;
    this.onclose?.();
  }

  /** Sends the signal to the server's group, which includes its helpers. Usually no process is left. */
  #signal(pid: number, signal: NodeJS.Signals): void {
    this.#madeToEnd = true;
    if (process.platform !== 'win32') {
      signalGroup(pid, signal);
    } else if (!this.exit) {
      const taskkill = windowsProgram('taskkill', process.env);
      const killing = spawn(taskkill, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
      killing.on('error', (error) => this.onerror?.(error));
    }
  }

  #listen(child: RunningProgram): void {
    const { stdin, stdout, stderr } = child;
    this.#reading = Promise.allSettled([
      stdout &&
        readLines(
          stdout,
          { maxBytes: () => this.#reader.maxBytes, onTooLong: () => this.#tooLong() },
          (line) => this.#receive(line),
        ),
      stderr &&
        readLines(stderr, { maxBytes: () => maxStderrLineBytes }, (line) =>
          this.#parts.output.addStderr(line),
        ),
    ]);
    // A server without stdin or stdout is useless, because requests could not be sent or not be answered.
    stdin?.once('close', () => void this.#stop());
    stdout?.once('end', () => void this.#stop());
    for (const stream of [stdin, stdout, stderr]) stream?.on('error', (error) => this.onerror?.(error));
  }

  /** Handles an overlong message. The server goes on without it, unless even the largest limit is exceeded. */
  #tooLong(): void {
    const { maxBytes } = this.#reader;
    const size = `over ${maxBytes / 1024 / 1024} MB`;
    if (maxBytes === maxMessageBytes) {
      this.#refuse(`a message ${size} on stdout`);
      return;
    }
    this.onerror?.(new Error(`a message ${size} on stdout omitted`));
    void this.#hand(this.#reader.refuse(`it has ${size}`));
  }

  async #receive(line: string): Promise<void> {
    if (line.length > longLine) await nextTurn();
    const { messages, isMcp } = this.#reader.read(line);
    if (!isMcp) this.#parts.output.addGarbage(line);
    // If the server ended in the middle of an answer, its end explains the failure.
    if (isMcp || this.#process?.stdout?.readableEnded !== true) await this.#hand(messages);
  }

  #hand(messages: readonly JSONRPCMessage[]): Promise<void> {
    for (const message of messages) this.#reader.came(message);
    return handOver(messages, this);
  }
}
