// Measures the cost of records: recording, the audit log and telemetry, each in turns with the same work without them,
// as waiting time and as processor time of this process with all its threads and of the processes of scripts; then
// reading records, and their size on disk.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AuditJournal } from '../../src/telemetry/audit/auditJournal.ts';
import { AuditLog } from '../../src/telemetry/audit/auditLog.ts';
import type { AuditMode } from '../../src/telemetry/audit/auditMode.ts';
import { combinedJournal, type RunListener } from '../../src/journal/record/combinedJournal.ts';
import { Redactor } from '../../src/journal/redaction/redactor.ts';
import { defaultKept } from '../../src/journal/record/runSettings.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import { LazyTelemetry } from '../../src/telemetry/otlp/lazyTelemetry.ts';
import { targetOf } from '../../src/telemetry/otlp/telemetryTarget.ts';
import { InMemorySource, structuredResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { done, runOf, runStoreIn } from '../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { atMost, costOf, median, sandboxesSettle, timed, type Cost, type Row } from './measure.ts';
import { stallRows } from './runStalls.ts';

const [callTurns, callsOfTurn, runTurns, readTurns] = [21, 20_000, 200, 9] as const;
const manyRuns = 10_000;

/** A list of open issues of about 1,500 characters. */
const typical = {
  issues: Array.from({ length: 5 }, (_, number) => ({
    number: 1_400 + number,
    title: 'The export stops when a page has no rows',
    state: 'open',
    author: { login: 'mira-k', type: 'User' },
    labels: ['bug', 'export'],
    body: 'Exporting a report whose third page is empty ends after the second one, without an error. Seen in 2.3 and on main.',
    updated: '2026-05-03T10:03:41Z',
  })),
};
const tools: readonly InMemoryTool[] = [
  { name: 'echo', answer: () => structuredResult({ ok: true }) },
  { name: 'list', answer: () => structuredResult(typical) },
];

type Listener = RunListener & { dispose(): Promise<void> };

/** One engine with the listeners of its runs. */
class Recorded implements AsyncDisposable {
  readonly store: RunStore;
  readonly #folder = new TemporaryFolder('code-mode-bench-');
  readonly #engine: TestEngine;
  readonly #listener: Listener;

  constructor(mode: 'off' | 'full', listen: (folder: string) => Listener = (folder) => audit(folder, 'off')) {
    this.store = runStoreIn(this.#folder.path, { mode: () => mode });
    this.#listener = listen(join(this.#folder.path, 'beside'));
    const journal = combinedJournal(this.store.journal, [this.#listener], fail);
    this.#engine = new TestEngine([new InMemorySource({ s: tools })], {
      limits: { calls: 100_000, callsAtOncePerServer: 100 },
      journal,
      realSandbox: true,
    });
  }

  /** Size of all records with the files of their values, in bytes. */
  get bytes(): number {
    const names = readdirSync(this.#folder.path, { recursive: true, encoding: 'utf8' });
    return names.reduce((sum, name) => sum + statSync(join(this.#folder.path, name)).size, 0);
  }

  async value(script: string): Promise<number> {
    const { ok, value, errors } = await this.#engine.run(script);
    if (!ok) throw new Error(errors.map(({ message }) => message).join(' '));
    return value as number;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    await this.#listener.dispose();
    await this.store.dispose();
    this.#folder[Symbol.dispose]();
  }
}

/** Returns the cost of each of `others`, measured in turns with `off`. */
async function inTurns(turns: number, off: () => Promise<Cost>, others: readonly (() => Promise<Cost>)[]) {
  const samples = others.map((): { off: Cost; on: Cost }[] => []);
  for (let turn = -1; turn < turns; turn += 1) {
    for (const [index, on] of others.entries()) {
      const isFirst = turn % 2 === 0;
      const before = isFirst ? await off() : undefined;
      const cost = await on();
      const sample = { off: before ?? (await off()), on: cost };
      if (turn >= 0) samples[index]?.push(sample);
    }
  }
  return samples;
}

const callsOf = (tool: string, count: number, atOnce: number) => `
  const started = performance.now();
  for (let i = 0; i < ${count}; i += ${atOnce}) await Promise.all(Array.from({ length: ${atOnce} }, () => tools.s.${tool}({})));
  return performance.now() - started;`;

async function callRows(off: Recorded, on: readonly (readonly [name: string, Recorded])[]): Promise<Row[]> {
  const costOfCalls = (test: Recorded) => () => costOf(() => test.value(callsOf('echo', callsOfTurn, 100)));
  const all = await inTurns(
    callTurns,
    costOfCalls(off),
    on.map(([, test]) => costOfCalls(test)),
  );
  return on.flatMap(([name], index) => {
    const samples = all[index] ?? [];
    const bar = index === 0 ? { bar: atMost(20) } : {};
    return (['waitedMs', 'cpuMs'] as const).map((kind) => {
      const perCall = (ms: readonly number[]) => (1_000 * median(ms)) / callsOfTurn;
      const without = perCall(samples.map(({ off }) => off[kind]));
      const value = perCall(samples.map(({ off, on }) => on[kind] - off[kind]));
      const how = `${callTurns} turns of ${callsOfTurn.toLocaleString('en')} calls by Promise.all of 100: ${without.toFixed(1)} µs a call without`;
      return { name: `${name}: added to a call, ${wordOf(kind)}`, value, unit: 'µs', ...bar, how };
    });
  });
}

function wordOf(kind: keyof Cost): string {
  return kind === 'waitedMs' ? 'waited' : 'processor';
}

async function runRows(off: Recorded, full: Recorded): Promise<Row[]> {
  const costOfRun = (test: Recorded) => async () => {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await test.value('return 1');
    const waitedMs = performance.now() - startedAt;
    await test.store.read('');
    const { user, system } = process.cpuUsage(before);
    await sandboxesSettle();
    return { waitedMs, cpuMs: (user + system) / 1_000 };
  };
  const [samples = []] = await inTurns(runTurns, costOfRun(off), [costOfRun(full)]);
  const how = `${runTurns} turns of \`return 1\`, a spare process ready`;
  return (['waitedMs', 'cpuMs'] as const).map((kind) => {
    const value = median(samples.map(({ on, off }) => on[kind] - off[kind]));
    const bar = kind === 'waitedMs' ? { bar: atMost(0.5) } : {};
    return { name: `recording: added to a run, ${wordOf(kind)}`, value, unit: 'ms', ...bar, how };
  });
}

/** Measures the time to list the runs of a folder in a process that has read none of them yet. */
async function listRow(count: number, bar: Pick<Row, 'bar'>): Promise<Row> {
  using folder = new TemporaryFolder('code-mode-bench-');
  const newStore = () => runStoreIn(folder.path, { kept: () => ({ ...defaultKept, runs: 2 * count }) });
  const written = newStore();
  for (let run = 0; run < count; run += 1) {
    written.journal.begin(runOf(`// Run ${run}`))?.ended(done);
    if (run % 100 === 99) await written.read('');
  }
  await written.dispose();
  const samples = await timed(readTurns, 1, async () => {
    const store = newStore();
    const { length } = await store.list();
    if (length !== count) throw new Error(`${length} runs are listed`);
    await store.dispose();
  });
  const how = 'a new process reads the summary in the folder of each';
  return {
    name: `list of ${count.toLocaleString('en')} runs`,
    value: median(samples),
    unit: 'ms',
    ...bar,
    how,
  };
}

async function diskRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [tool, answers] of [
    ['echo', JSON.stringify({ ok: true }).length],
    ['list', JSON.stringify(typical).length],
  ] as const) {
    await using full = new Recorded('full');
    await full.value(callsOf(tool, 1_000, 100));
    await full.store.list();
    const how = `a run of 1,000 calls; answers of ${answers.toLocaleString('en')} characters`;
    rows.push({
      name: `disk of 1,000 calls, answers of ${answers.toLocaleString('en')}`,
      value: full.bytes / 1_000,
      unit: 'KB',
      how,
    });
  }
  return rows;
}

export async function recordRows(): Promise<Row[]> {
  await using off = new Recorded('off');
  await using full = new Recorded('full');
  await using audited = new Recorded('off', (folder) => audit(folder, 'on'));
  await using collector = await Collector.open();
  await using traced = new Recorded('off', () => telemetry(collector.endpoint));
  return [
    ...(await callRows(off, [
      ['recording', full],
      ['audit log', audited],
      ['telemetry', traced],
    ])),
    ...(await runRows(off, full)),
    ...(await diskRows()),
    await listRow(defaultKept.runs, { bar: atMost(50) }),
    await listRow(manyRuns, {}),
    ...(await stallRows()),
  ];
}

function audit(folder: string, mode: AuditMode): Listener {
  const log = new AuditLog({ folder, warn: fail });
  return new AuditJournal({
    mode: () => Promise.resolve(mode),
    log,
    folder,
    user: 'user',
    host: 'host',
    version: 'bench',
  });
}

function telemetry(endpoint: string): Listener {
  const redactor = new Redactor(() => []);
  const warn = (line: string) => console.log(line);
  return new LazyTelemetry({
    target: () => targetOf(endpoint, false),
    version: 'bench',
    redactor,
    fetch: globalThis.fetch,
    warn,
  });
}

/** A process of its own that accepts all requests. */
class Collector implements AsyncDisposable {
  readonly endpoint: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.endpoint = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<Collector> {
    const code = `const server = require('node:http').createServer((request, response) => request.resume().on('end', () => response.end('{}')));
      server.listen(0, '127.0.0.1', () => process.send(server.address().port));`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [port] = (await once(child, 'message')) as [number];
    return new Collector(child, port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}

function fail(line: string): never {
  throw new Error(line);
}
