// Sends random data through the border of the sandbox; a seed makes the data repeatable: `node test/security/fuzz.ts
// --seconds 600 --seed 1 --engine process`. In half of the runs, an attacker's program in place of the guest sends
// mutated frames. The other half send random values through the border and compare the received values with the
// promises of docs/values.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { JsonValue } from '../../src/base/json.ts';
import type { SandboxOutcome } from '../../src/sandbox/host/sandboxPort.ts';
import type { SandboxFailureCode } from '../../src/sandbox/protocol/messages.ts';
import { sandboxEngines, type SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { stringifyExact } from '../../src/base/exactJson.ts';
import { mutatedFrames } from './fuzzFrames.ts';
import { randomValue } from './fuzzValues.ts';
import { Random } from '../sandbox/random.ts';
import { RunRecorder } from '../sandbox/runRecorder.ts';
import { makeSandbox, RecordingHandlers, run } from '../sandbox/sandboxBed.ts';

export interface FuzzReport {
  readonly frames: number;
  readonly values: number;
  /** Number of runs with mutated frames by their end. */
  readonly endings: Readonly<Record<string, number>>;
  /** The first failure, with the seed that repeats it. */
  readonly failure: string | undefined;
}

const speaker = join(import.meta.dirname, '../fixtures/hostileGuests/speak.cjs');
const valuesPerRun = 50;
const atOnce = 4;

/** Possible ends of a run whose process sends anything at all. */
const honest: readonly (SandboxFailureCode | 'ok')[] = [
  'ok',
  'script_error',
  'unserializable_result',
  'pending_forever',
  'sandbox_died',
  'timeout',
  'result_limit',
  'log_limit',
  'call_limit',
];

/**
 * Runs until `isOver`, which gets the number of runs, returns true, or until a failure. Frames always come from a
 * process; values cross the border in `engine`.
 */
export async function fuzz(
  seed: number,
  isOver: (runs: number) => boolean,
  engine: SandboxEngine,
): Promise<FuzzReport> {
  const hostile = makeSandbox({ guestFile: speaker });
  const ours = makeSandbox({ engine });
  const endings: Record<string, number> = {};
  const count = { frames: 0, values: 0 };
  let failure: string | undefined;
  let next = seed;

  const worker = async () => {
    while (failure === undefined && !isOver(next - seed)) {
      const own = next;
      next += 1;
      if (own % 2 === 0) {
        const ending = await sendFrames(hostile, own);
        count.frames += 1;
        endings[ending] = (endings[ending] ?? 0) + 1;
        if (!honest.includes(ending as SandboxFailureCode))
          failure ??= `seed ${own}: mutated frames ended with ${ending}`;
      } else {
        const wrong = await sendValues(ours, own);
        count.values += valuesPerRun;
        if (wrong !== undefined) failure ??= `seed ${own}: ${wrong}`;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await Promise.all([hostile.dispose(), ours.dispose()]);
  return { ...count, endings, failure };
}

async function sendFrames(sandbox: ReturnType<typeof makeSandbox>, seed: number): Promise<string> {
  const bytes = mutatedFrames(new Random(seed)).toString('base64');
  // A recorded run may send one more kind of message.
  const handlers = new RunRecorder();
  const outcome = await run(sandbox, `write(Buffer.from('${bytes}', 'base64'))`, {
    handlers,
    limits: { wallMs: 300 },
  });
  return outcome.ok ? 'ok' : outcome.failure.code;
}

/**
 * Returns the source of a value that arrived differently than promised, with the difference; undefined if all are
 * right.
 */
async function sendValues(
  sandbox: ReturnType<typeof makeSandbox>,
  seed: number,
): Promise<string | undefined> {
  const random = new Random(seed);
  const values = Array.from({ length: valuesPerRun }, () => randomValue(random, 4));
  const sources = values.map(({ source }) => source).join(',\n');
  const handlers = new RecordingHandlers();
  const body = `const list = [${sources}];\nreturn { direct: list, echoed: await tools.geo.getCity({ list }) };`;
  const expected = values.map(({ json }) => json ?? null);
  const outcome = await run(sandbox, body, { handlers });
  const [call] = handlers.calls;
  const sent = call?.target === 'tool' ? (call.input as { list: JsonValue }).list : undefined;
  const received = outcome.ok
    ? (outcome.value as { direct: JsonValue[]; echoed: { list: JsonValue[] } })
    : undefined;
  if (!received) return told(outcome);
  for (const [index, value] of expected.entries()) {
    for (const [way, got] of Object.entries({
      result: received.direct[index],
      input: (sent as JsonValue[])[index],
      answer: received.echoed.list[index],
    })) {
      if (stringifyExact(got) !== stringifyExact(value)) {
        return `${values[index]?.source ?? ''} arrived as ${way} ${stringifyExact(got)}, not as ${stringifyExact(value)}`;
      }
    }
  }
  return undefined;
}

function told(outcome: SandboxOutcome): string {
  return `the values ended the run: ${JSON.stringify(outcome).slice(0, 500)}`;
}

if (process.argv[1] === import.meta.filename) {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: { seconds: text('60'), seed: text('1'), engine: text('process') },
  });
  const engine = sandboxEngines.find((known) => known === values.engine) ?? 'process';
  const until = performance.now() + Number(values.seconds) * 1_000;
  const report = await fuzz(Number(values.seed), () => performance.now() >= until, engine);
  console.log(JSON.stringify(report, undefined, 2));
  process.exitCode = report.failure === undefined ? 0 : 1;
}
