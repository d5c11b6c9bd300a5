// Tests ways out of a JavaScript sandbox, one file each in `escapes/`: a script, its attempt, and its source. An
// attempt has escaped if its result holds the version of the runtime, which only the runtime's own objects tell, or
// OUT. Each attempt runs against the compartment alone, in a process with every right. An attempt that the compartment
// stops there is also stopped behind the other layers, so only every tenth attempt runs against all layers together and
// in the wasm engine. Every fifth runs against the process alone: without the compartment, with an attempt to reach the
// machine in place of the version, which is the same for all. Every tenth shows in plain Node that the attempt can
// succeed at all. Attempts through a constructor are single expressions that change nothing, so one script tries them
// all, against each layer and in plain Node. `npm run test:full` runs each attempt by itself, in every way.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareScript } from '../../src/checker/prepareScript.ts';
import type { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import type { CallReply, GuestCall } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { readScripts } from './scriptFiles.ts';
import {
  bareSandbox,
  RecordingHandlers,
  returned,
  run,
  sharedSandbox,
  toolError,
  value,
} from '../sandbox/sandboxBed.ts';

const attempts = readScripts('escapes');
const names = { geo: ['getCity'] };
/** Recognizes by its name an attempt that reaches for the constructor of an object that a script has. */
const throughConstructor = /constructor/i;
const canaryFile = join(import.meta.dirname, 'plainNode.mjs');
const hostile = (name: string) => join(import.meta.dirname, '../fixtures/hostileGuests', name);
/** Defines `reachOut`, which returns OUT if the machine is within reach. */
const reach = readFileSync(hostile('reach.cjs'), 'utf8');

/** Answers of the tools that attempts call. */
function answer(call: GuestCall): CallReply {
  const tool = call.target === 'tool' ? call.tool : call.method;
  if (tool === 'fail') return { ok: false, error: toolError() };
  const hostile: unknown = JSON.parse(
    '{"__proto__": {"hacked": "yes"}, "constructor": {"name": "Function"}}',
  );
  return value(tool === 'hostile' ? (hostile as { a: 1 }) : { a: 1 });
}

function isOut(text: string): boolean {
  return text.includes(process.version) || /\bOUT\b/.test(text);
}

/** Returns the attempt followed by an attempt to reach the machine; undefined if the attempt ends when it succeeds. */
function goingOn(source: string): string | undefined {
  const reaching = source.replaceAll(/\bprocess\.version\b/g, 'reachOut()');
  return reaching === source || source.includes('OUT') ? undefined : `${reach}\n${reaching}`;
}

/** Returns the attempt as it is written, and as the checker passes it on if the checker accepts and changes it. */
function formsOf(source: string): ReadonlySet<string> {
  const prepared = prepareScript(source);
  return new Set(prepared.ok ? [prepared.script.body, source] : [source]);
}

async function inPlainNode(source: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, [canaryFile], { timeout: 20_000 });
  running.child.stdin?.end(source);
  return (await running).stdout;
}

/** Runs a script by itself. Returns its result or its error as text; a sandbox must survive the script. */
async function triedAlone(runner: SupervisedSandbox | 'plain Node', body: string): Promise<string> {
  if (runner === 'plain Node') return inPlainNode(body);
  const outcome = await run(runner, body, { handlers: new RecordingHandlers(answer), names });
  if (outcome.ok) return JSON.stringify(outcome.value ?? null);
  const { code, message } = outcome.failure;
  const harmless = ['script_error', 'pending_forever', 'unserializable_result', 'call_limit'];
  assert.ok(harmless.includes(code), message);
  return message;
}

/** Tries attempts one after another in one script, which must finish. Returns the result of one of them as text. */
function triedTogether(bodies: readonly string[]): typeof triedAlone {
  const byRunner = new Map<SupervisedSandbox | 'plain Node', Promise<unknown>>();
  const parts = bodies.map(
    (body) =>
      `said.push(await (async () => {\n${body}\n})().then((value) => JSON.stringify(value) ?? String(value), String));`,
  );
  const program = `const said = [];\n${parts.join('\n')}\nreturn said;`;
  const tryAll = async (runner: SupervisedSandbox | 'plain Node'): Promise<unknown> =>
    runner === 'plain Node'
      ? JSON.parse((await inPlainNode(program)).trimEnd().split('\n').at(-1) ?? '')
      : returned(runner, program, { handlers: new RecordingHandlers(answer), names });
  return async (runner, body) => {
    const trying = byRunner.get(runner) ?? tryAll(runner);
    byRunner.set(runner, trying);
    const said = await trying;
    assert.ok(Array.isArray(said) && said.length === bodies.length, JSON.stringify(said));
    return String(said[bodies.indexOf(body)]);
  };
}

describe('an escape', () => {
  const walled = sharedSandbox();
  const machine = sharedSandbox({ engine: 'wasm' });
  const bare = bareSandbox();
  const plain = sharedSandbox({ guestFile: hostile('runPlainly.cjs') });

  const together = attempts.filter(({ name }) => !everyTest && throughConstructor.test(name));
  const sources = together.map(({ source }) => source);
  const tried = triedTogether(sources);
  const triedBeyond = triedTogether(sources.flatMap((source) => goingOn(source) ?? []));
  const alone = attempts.filter((attempt) => !together.includes(attempt));

  for (const attempt of attempts) {
    const { name, source, comment } = attempt;
    const further = goingOn(source);
    const index = alone.indexOf(attempt);
    const isAlone = index >= 0;
    const [tryIt, tryBeyond] = isAlone ? [triedAlone, triedAlone] : [tried, triedBeyond];
    const forms = isAlone ? formsOf(source) : [source];
    /** True if this attempt is one of those that run, every `count`th. */
    const isOneOf = (count: number) => everyTest || !isAlone || index % count === 0;

    describe(`by ${name}`, () => {
      for (const [what, sandbox, count] of [
        ['the compartment alone', bare, 1],
        // On Windows no process can run with every right.
        ['all walls', walled, process.platform === 'win32' ? 1 : 10],
        ['the machine of the wasm engine', machine, 10],
      ] as const) {
        if (!isOneOf(count)) continue;
        it(`is held by ${what}`, async () => {
          for (const form of forms) {
            const said = await tryIt(sandbox(), form);
            assert.ok(!isOut(said), said);
          }
        });
      }

      if (further !== undefined && isOneOf(5)) {
        it('is held by the process alone', async () => {
          const said = await tryBeyond(plain(), further);
          assert.ok(!isOut(said), said);
        });
      }

      if (!comment.includes('Canary: none, since') && isOneOf(10)) {
        it('gets out where there is no wall', async () => {
          const said = await tryIt('plain Node', source);
          assert.ok(isOut(said), said);
          if (further !== undefined) assert.match(await tryBeyond('plain Node', further), /OUT/);
        });
      }
    });
  }

  it('was tried in at least 80 ways', () => assert.ok(attempts.length >= 80));

  it('names its source and what it tries, each time', () => {
    for (const { name, comment } of attempts) assert.match(comment, /^\/\/ \S.*\.\n\/\/ Source: \S/, name);
  });
});
