// Runs the same work in Code Mode's sandbox and in its peers, one repetition of each in turn, so that a noisy machine
// affects all alike; figures are medians. A peer that cannot be installed or does not end is reported in its place and
// does not stop the others.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../measure.ts';
import type { ContenderReply } from './contenderProcess.ts';
import { provisionPeers } from './provisionPeers.ts';
import { works, type Work } from './work.ts';

interface Entry {
  readonly name: ContenderName;
  readonly file: string;
  readonly execArgv: readonly string[];
}

export type ContenderName = 'code-mode' | '@utcp/code-mode' | 'quickjs-emscripten';

/** A median, or the reason why there is none. */
export type Figure = number | string;

export interface ComparedRow {
  readonly work: Work;
  readonly figures: Readonly<Record<ContenderName, Figure>>;
}

const entries: readonly Entry[] = [
  { name: 'code-mode', file: 'codeModeContender.ts', execArgv: [] },
  // isolated-vm needs this flag on Node 20 and later.
  { name: '@utcp/code-mode', file: 'utcpContender.ts', execArgv: ['--no-node-snapshot'] },
  { name: 'quickjs-emscripten', file: 'quickjsContender.ts', execArgv: [] },
];

/** Maximum time of one repetition of one work, in milliseconds. */
const workLimitMs = 30_000;

/** The process of one contender; started when first needed and again after it was ended. */
class Runner {
  readonly #entry: Entry;
  #child: ChildProcess | undefined;

  constructor(entry: Entry) {
    this.#entry = entry;
  }

  async ask(work: Work): Promise<ContenderReply> {
    if (work.fresh) await this.stop();
    const signal = AbortSignal.timeout(workLimitMs);
    try {
      this.#child ??= await this.#start(signal);
      const [reply] = (await this.#next(this.#child, signal, work.name)) as [ContenderReply];
      if (work.fresh) await this.stop();
      return reply;
    } catch (error) {
      this.#child?.kill('SIGKILL');
      this.#child = undefined;
      return { problem: signal.aborted ? `not done after ${workLimitMs / 1_000} s` : String(error) };
    }
  }

  /** Lets the process close its resources. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  }

  async #start(signal: AbortSignal): Promise<ChildProcess> {
    const { file, execArgv } = this.#entry;
    const modules = [
      join(import.meta.dirname, 'contenderProcess.ts'),
      join(import.meta.dirname, file),
    ] as const;
    const child = fork(modules[0], [modules[1]], {
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await this.#next(child, signal);
    return child;
  }

  /** Sends `question` and resolves with the next message of the process; rejects if the process ends instead. */
  async #next(child: ChildProcess, signal: AbortSignal, question?: string): Promise<unknown[]> {
    const ended = new AbortController();
    const stop = (code: number | null, killedBy: string | null) =>
      ended.abort(new Error(`its process ended (${killedBy ?? `exit code ${String(code)}`})`));
    child.once('exit', stop);
    try {
      const message = once(child, 'message', { signal: AbortSignal.any([signal, ended.signal]) });
      if (question !== undefined) child.send(question);
      return (await message) as unknown[];
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      child.off('exit', stop);
    }
  }
}

/** Calls `onRow` with each row of the comparison when it is measured. Takes about a minute and a half. */
export async function comparePeers(onRow: (row: ComparedRow) => void): Promise<void> {
  const missing = await provisionPeers();
  const runners = new Map(entries.map((entry) => [entry.name, new Runner(entry)]));
  try {
    for (const work of works) onRow({ work, figures: await compare(work, runners, missing) });
  } finally {
    await Promise.all([...runners.values()].map((runner) => runner.stop()));
  }
}

async function compare(
  work: Work,
  runners: ReadonlyMap<ContenderName, Runner>,
  missing: string | undefined,
): Promise<ComparedRow['figures']> {
  const samples = {
    'code-mode': [] as number[],
    '@utcp/code-mode': [] as number[],
    'quickjs-emscripten': [] as number[],
  };
  const problems: Partial<Record<ContenderName, string>> = {};
  if (missing !== undefined) problems['@utcp/code-mode'] = problems['quickjs-emscripten'] = missing;
  for (let repetition = 0; repetition < work.repetitions; repetition += 1) {
    for (const [name, runner] of runners) {
      if (problems[name] !== undefined) continue;
      const reply = await runner.ask(work);
      if ('value' in reply) samples[name].push(reply.value);
      else problems[name] = reply.problem;
    }
  }
  const figure = (name: ContenderName): Figure => problems[name] ?? median(samples[name]);
  return {
    'code-mode': figure('code-mode'),
    '@utcp/code-mode': figure('@utcp/code-mode'),
    'quickjs-emscripten': figure('quickjs-emscripten'),
  };
}
