// A server as a child process, for the MCP SDK's client. The SDK's own transport always passes its default
// environment, bounds a message at 10 MB, hides the exit code and does not see helpers that a server leaves behind.
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import spawn from 'cross-spawn';
import type { OrphanGuard } from './orphanGuard.ts';
import { readMessages } from '../session/readMessages.ts';
import type { Environment } from '../definitions/launchEnvironment.ts';
import { LineSplitter } from './lineSplitter.ts';
import type { ProcessOutput } from './processOutput.ts';
import type { StdioLaunch } from '../definitions/serverDefinition.ts';
import { settlesWithin } from '../settlesWithin.ts';

/** Above every answer that a run lets in, so that the run's own limit is the one that is named. */
const maxMessageBytes = 128 * 1024 * 1024;
const maxStderrLineBytes = 64 * 1024;
/** Answers that wait for a server which asks without reading; far above what one could have asked before it reads. */
const maxUnreadAnswers = 10_000;
/** SIGKILL cannot be refused, but a process in an uninterruptible wait may still take its time. */
const killGraceMs = 1_000;

export interface StopTimes {
  /** How long a server may take to end by itself once its stdin is closed, in milliseconds. */
  readonly stdinGraceMs: number;
  /** How long it may take after SIGTERM before it gets SIGKILL, in milliseconds. */
  readonly termGraceMs: number;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Newline-delimited JSON-RPC over stdin and stdout (MCP 2025-11-25, "stdio"). Lines that are not MCP are passed over. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** How the process ended, once it has. */
  exit: ProcessExit | undefined;
  /** True when it ended before anyone asked or made it end. */
  endedByItself = false;
  readonly #launch: StdioLaunch;
  readonly #env: Environment;
  readonly #times: StopTimes;
  readonly #output: ProcessOutput;
  readonly #guard: OrphanGuard;
  readonly #exited = Promise.withResolvers<undefined>();
  /** Every holder of the process's streams has let go of them: all that it wrote has been read. */
  readonly #drained = Promise.withResolvers<undefined>();
  #process: ChildProcess | undefined;
  #stopping: Promise<void> | undefined;
  #madeToEnd = false;
  #unreadAnswers = 0;
  #delivery: Promise<void> = Promise.resolve();

  constructor(launch: StdioLaunch, env: Environment, times: StopTimes, output: ProcessOutput, guard: OrphanGuard) {
    this.#launch = launch;
    this.#env = env;
    this.#times = times;
    this.#output = output;
    this.#guard = guard;
  }

  /** Settles when the process runs, or rejects with the system's error. */
  async start(): Promise<void> {
    const { command, args, cwd } = this.#launch;
    const child = spawn(command, args, {
      cwd,
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own: what the server starts can be ended with it, and Ctrl-C in a terminal does not reach it first.
      detached: process.platform !== 'win32',
    });
    this.#process = child;
    if (child.pid !== undefined) this.#guard.add(child.pid);
    const started = Promise.withResolvers<undefined>();
    child.once('spawn', () => started.resolve(undefined));
    child.on('error', (error) => {
      started.reject(error);
      this.#report(error);
    });
    child.once('exit', (code, signal) => {
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
    // A full pipe is no reason to wait: requests are few, and a server that dies would leave the wait without an owner.
    if ('method' in message) stdin.write(serializeMessage(message));
    else this.#answer(stdin, message);
    return Promise.resolve();
  }

  /** Reading is not paused meanwhile: a server that blocks on its stdout would never come to read its stdin. */
  #answer(stdin: Writable, message: JSONRPCMessage): void {
    this.#unreadAnswers += 1;
    stdin.write(serializeMessage(message), () => (this.#unreadAnswers -= 1));
    if (this.#unreadAnswers > maxUnreadAnswers) this.#refuse('it does not read the answers to its own requests');
  }

  /** Ends a server that keeps to no bound; the reason is quoted with its end. */
  #refuse(reason: string): void {
    if (this.#stopping) return;
    this.#output.addStderr(`error: ${reason}`);
    void this.#stop();
  }

  /** Closes stdin, then SIGTERM, then SIGKILL, each after its wait. Settles when the process and its group are gone. */
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
    if (child?.pid !== undefined) {
      child.stdin?.end();
      await settlesWithin(this.#exited.promise, this.#times.stdinGraceMs);
      this.#signal(child.pid, 'SIGTERM');
      await settlesWithin(this.#drained.promise, this.#times.termGraceMs);
      this.#signal(child.pid, 'SIGKILL');
      await settlesWithin(this.#exited.promise, killGraceMs);
      this.#guard.remove(child.pid);
    }
    await this.#delivery;
    this.onclose?.();
  }

  /** Reaches the server's helpers too; nobody being left is the usual case. */
  #signal(pid: number, signal: NodeJS.Signals): void {
    this.#madeToEnd = true;
    if (process.platform === 'win32') {
      if (!this.exit) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', (error) => this.#report(error));
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // ESRCH: the group is empty.
    }
  }

  #listen(child: ChildProcess): void {
    const tooLong = () => this.#refuse(`a message over ${maxMessageBytes / 1024 / 1024} MB on stdout`);
    const lines = new LineSplitter(maxMessageBytes, (line) => this.#receive(line), tooLong);
    child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    const errorLines = new LineSplitter(
      maxStderrLineBytes,
      (line) => this.#output.addStderr(line),
      () => undefined,
    );
    child.stderr?.on('data', (chunk: Buffer) => errorLines.push(chunk));
    child.stderr?.once('end', () => errorLines.flush());
    // Half a connection is none: requests could not be asked, or not be answered.
    child.stdin?.once('close', () => void this.#stop());
    child.stdout?.once('end', () => void this.#stop());
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', (error) => this.#report(error));
  }

  #receive(line: string): void {
    const { messages } = readMessages(line);
    if (messages.length === 0) this.#output.addGarbage(line);
    // The client handles notifications one microtask late: without the chain, progress could come after its own answer.
    for (const message of messages) this.#delivery = this.#delivery.then(() => this.onmessage?.(message));
  }

  #report(error: Error): void {
    this.onerror?.(error);
  }
}
