// Writes records of runs, line by line, with times that a test chooses: pictures and measurements need times that no
// real run repeats.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../src/base/json.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import type { RunEndState, RunEvent } from '../../src/journal/record/runEvent.ts';
import { eventsFile } from '../../src/journal/record/runFolder.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';

export interface WrittenCall {
  readonly server: string;
  readonly tool: string;
  readonly writes?: boolean;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly failure?: string;
  /** Milliseconds since the run began; without `answeredAt` the call was never answered. */
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
  /** Start of the script itself, in milliseconds since the run began. */
  readonly scriptAt?: number;
  readonly calls: readonly WrittenCall[];
  /** Further lines: progress, console, questions. */
  readonly also?: readonly RunEvent[];
  /** Absent if the run never ended. */
  readonly end?: {
    readonly at: number;
    readonly state: RunEndState;
    readonly value?: JsonValue;
    readonly errors?: RunOutcome['errors'];
  };
  /** Id of the process that wrote the record. Default: the id of a process that is gone. */
  readonly pid?: number;
  readonly resumes?: string;
}

/** Writes the run into the folder of a workspace's runs. */
export function writeRun(folder: string, run: WrittenRun): void {
  mkdirSync(join(folder, run.id), { recursive: true });
  writeFileSync(eventsFile(folder, run.id), linesOf(run).join(''));
}

function linesOf(run: WrittenRun): readonly string[] {
  const {
    id,
    title,
    code,
    door = 'chat',
    name,
    startedAt,
    scriptAt = 40,
    calls,
    also = [],
    end,
    pid = 0,
    resumes,
  } = run;
  const begin: RunEvent = {
    t: 'begin',
    format: 1,
    id,
    door,
    title,
    code: { v: code },
    session: 'chat-1',
    startedAt,
    version: 'test',
    pid,
    host: hostname(),
    ...(name !== undefined && { name }),
    ...(resumes !== undefined && { resumes }),
    codeHash: createHash('sha256').update(code).digest('hex'),
  };
  const script: RunEvent = {
    t: 'script',
    at: scriptAt,
    names: { v: {} },
    limits: defaultLimits,
    typeCheck: 'error',
  };
  const begun = { startedAt: startedAt + scriptAt, seed: '00'.repeat(32), timeZone: 'UTC', locale: 'en-US' };
  const conditions: RunEvent = { t: 'conditions', at: scriptAt, conditions: begun };
  const events = [...calls.flatMap((call, index) => eventsOf(call, index + 1, scriptAt)), ...also].sort(
    (a, b) => atOf(a) - atOf(b),
  );
  const value = end?.value === undefined ? {} : { value: { v: end.value } };
  const ended: readonly RunEvent[] = end
    ? [
        {
          t: 'end',
          at: end.at,
          state: end.state,
          ...value,
          ...(end.errors && { errors: end.errors }),
          tokens: { code: 120, result: 80 },
        },
      ]
    : [];
  return [begin, script, conditions, ...events, ...ended].map((event) => `${JSON.stringify(event)}\n`);
}

function eventsOf(written: WrittenCall, call: number, scriptAt: number): readonly RunEvent[] {
  const { server, tool, writes = false, input, output, failure, madeAt, sentAt, answeredAt } = written;
  const decided = {
    path: `tools.${server}.${tool}`,
    writes,
    allowed: true,
    by: writes ? 'user' : 'readOnly',
  } as const;
  const answer = { t: 'answer', at: answeredAt ?? 0, call } as const;
  const events: (RunEvent | undefined)[] = [
    {
      t: 'call',
      at: madeAt,
      call,
      target: 'tool',
      server,
      name: tool,
      form: 'value',
      ...(input !== undefined && { input: { v: input } }),
    },
    sentAt === undefined ? undefined : { t: 'sent', at: sentAt, call, decided },
    answeredAt === undefined
      ? undefined
      : failure === undefined
        ? { ...answer, ...(output !== undefined && { output: { v: output } }) }
        : {
            ...answer,
            state: 'failed',
            error: {
              code: 'tool_failed',
              message: failure,
              failure: { v: { code: 'tool_failed', message: failure } },
            },
          },
    answeredAt === undefined ? undefined : { t: 'tick', at: answeredAt, tick: [answeredAt - scriptAt, call] },
  ];
  return events.filter((event) => event !== undefined);
}

function atOf(event: RunEvent): number {
  return 'at' in event ? event.at : 0;
}

/** Returns a run with `count` calls over three servers, eight at a time; the last call writes. */
export function forecastRun(
  id: string,
  title: string,
  count: number,
  change: Partial<WrittenRun> = {},
): WrittenRun {
  const calls: WrittenCall[] = [
    {
      server: 'crm',
      tool: 'listOffices',
      input: { active: true },
      output: [{ city: 'Bern' }, { city: 'Oslo' }],
      ...times(60, 1, 340),
    },
  ];
  for (let index = 0; calls.length < count - 1; index += 1) {
    const city = `City ${index}`;
    const days = [
      { day: 'mon', min: 3.5, max: 9 },
      { day: 'tue', min: 4, max: 12 },
    ];
    calls.push({
      server: 'weather',
      tool: 'getForecast',
      input: { city, days: 3 },
      output: { city, rain: (index % 10) / 10, days, source: null },
      ...times(420 + Math.floor(index / 8) * 300, 2 + (index % 8) * 3, 90 + ((index * 37) % 260)),
    });
  }
  const lastAt = Math.max(...calls.map(({ answeredAt = 0 }) => answeredAt)) + 60;
  if (count > 1) {
    const input = { channel: '#office', text: '4 offices with rain' };
    calls.push({
      server: 'chat',
      tool: 'postMessage',
      writes: true,
      input,
      output: { ok: true },
      ...times(lastAt, 2_400, 300),
    });
  }
  const also: readonly RunEvent[] = [
    { t: 'log', at: 405, level: 'log', ms: 300, text: { v: `${count} offices` } },
    { t: 'progress', at: 410, message: 'Reading forecasts', fraction: 0.3 },
    { t: 'log', at: 900, level: 'warn', ms: 800, text: { v: 'no forecast for City 7' } },
    { t: 'asks', at: lastAt, call: count },
    { t: 'asked', at: lastAt + 2_390, call: count },
  ];
  const end = { at: lastAt + 2_730, state: 'done', value: { offices: ['Bern', 'Oslo'], rainy: 4 } } as const;
  return { id, title, code: forecastCode, startedAt: Date.now() - 600_000, calls, also, end, ...change };
}

/** Returns such a run of twelve calls whose eighth call fails, which ends the script. */
export function failedForecastRun(id: string, title: string, change?: Partial<WrittenRun>): WrittenRun {
  const failure = 'Too many requests';
  const run = forecastRun(id, title, 12, change);
  const message = `tools.weather.getForecast failed: ${failure}`;
  return {
    ...run,
    calls: run.calls.map((call, index) => (index === 7 ? { ...call, failure } : call)),
    end: {
      at: 4_000,
      state: 'failed',
      errors: [{ code: 'script_error', message, hint: 'Wait.', position: { line: 5, column: 29 } }],
    },
  };
}

function times(
  madeAt: number,
  waits: number,
  takes: number,
): Pick<WrittenCall, 'madeAt' | 'sentAt' | 'answeredAt'> {
  return { madeAt, sentAt: madeAt + waits, answeredAt: madeAt + waits + takes };
}

const forecastCode = `// Compare the weather of the offices
const offices = await tools.crm.listOffices({ active: true });
codemode.progress("Reading forecasts", 0.3);
const days = await Promise.all(
  offices.map(({ city }) => tools.weather.getForecast({ city, days: 3 })),
);
const rainy = days.filter((day) => day.rain > 0.5);
await tools.chat.postMessage({ channel: "#office", text: \`\${rainy.length} offices with rain\` });
return { offices: offices.map(({ city }) => city), rainy: rainy.length };
`;
