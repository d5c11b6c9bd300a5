// Records of runs with times that a test chooses, as lines of their files: what a picture or a measure needs and no real run gives twice.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../src/catalog/json.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { RunEndState, RunEvent } from '../../src/runs/runEvent.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';

export interface WrittenCall {
  readonly server: string;
  readonly tool: string;
  readonly writes?: boolean;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly failure?: string;
  /** Milliseconds since the run began; without `answeredAt` it was never answered. */
  readonly madeAt: number;
  readonly sentAt?: number;
  readonly answeredAt?: number;
}

export interface WrittenRun {
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly door?: 'chat' | 'script' | 'terminal' | 'serve';
  readonly name?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the script itself started. */
  readonly scriptAt?: number;
  readonly calls: readonly WrittenCall[];
  /** Further lines: progress, console, questions. */
  readonly also?: readonly RunEvent[];
  /** Absent where it never ended. */
  readonly end?: { readonly at: number; readonly state: RunEndState; readonly value?: JsonValue; readonly errors?: RunOutcome['errors'] };
  /** Of the process that wrote it; one that is gone unless it is given. */
  readonly pid?: number;
}

/** Writes `<id>.jsonl` into the folder. */
export function writeRun(folder: string, run: WrittenRun): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${run.id}.jsonl`), linesOf(run).join(''));
}

function linesOf(run: WrittenRun): readonly string[] {
  const { id, title, code, door = 'chat', name, startedAt, scriptAt = 40, calls, also = [], end, pid = 0 } = run;
  const begin: RunEvent = {
    ...{ t: 'begin', format: 1, id, door, title, code: { v: code }, session: 'chat-1', startedAt, version: 'test', pid, host: hostname() },
    ...(name !== undefined && { name }),
    codeHash: createHash('sha256').update(code).digest('hex'),
  };
  const script: RunEvent = { t: 'script', at: scriptAt, names: { v: {} }, limits: defaultLimits, typeCheck: 'error' };
  const begun = { startedAt: startedAt + scriptAt, seed: '00'.repeat(32), timeZone: 'UTC', locale: 'en-US' };
  const conditions: RunEvent = { t: 'conditions', at: scriptAt, conditions: begun };
  const events = [...calls.flatMap((call, index) => eventsOf(call, index + 1, scriptAt)), ...also].sort((a, b) => atOf(a) - atOf(b));
  const value = end?.value === undefined ? {} : { value: { v: end.value } };
  const ended: readonly RunEvent[] = end
    ? [{ t: 'end', at: end.at, state: end.state, ...value, ...(end.errors && { errors: end.errors }), tokens: { code: 120, result: 80 } }]
    : [];
  return [begin, script, conditions, ...events, ...ended].map((event) => `${JSON.stringify(event)}\n`);
}

function eventsOf(written: WrittenCall, call: number, scriptAt: number): readonly RunEvent[] {
  const { server, tool, writes = false, input, output, failure, madeAt, sentAt, answeredAt } = written;
  const decided = { path: `tools.${server}.${tool}`, writes, allowed: true, by: writes ? 'user' : 'readOnly' } as const;
  const answer = { t: 'answer', at: answeredAt ?? 0, call } as const;
  const events: (RunEvent | undefined)[] = [
    { t: 'call', at: madeAt, call, target: 'tool', server, name: tool, form: 'value', ...(input !== undefined && { input: { v: input } }) },
    sentAt === undefined ? undefined : { t: 'sent', at: sentAt, call, decided },
    answeredAt === undefined
      ? undefined
      : failure === undefined
        ? { ...answer, ...(output !== undefined && { output: { v: output } }) }
        : {
            ...answer,
            state: 'failed',
            error: { code: 'tool_failed', message: failure, failure: { v: { code: 'tool_failed', message: failure } } },
          },
    answeredAt === undefined ? undefined : { t: 'tick', at: answeredAt, tick: [answeredAt - scriptAt, call] },
  ];
  return events.filter((event) => event !== undefined);
}

function atOf(event: RunEvent): number {
  return 'at' in event ? event.at : 0;
}
