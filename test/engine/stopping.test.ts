// Tests that a run ends soon after it is stopped or its time is over, in whatever state it waits.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Approver } from '../../src/engine/consent/approval.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import { hanging as typesHang } from '../fakes/faultyCheckerThread.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';

/** Maximum time until the end on a busy machine, in milliseconds. The parts that hang here would hang for ever. */
const withinMs = 2_000;
const timeoutMs = 700;

const endless = new Promise<never>(() => undefined);
const typesThread = fileURLToPath(new URL('../fakes/faultyCheckerThread.ts', import.meta.url));

/** Announces each request and never answers. */
class Hanging {
  readonly #asked = Promise.withResolvers<undefined>();
  readonly asked = this.#asked.promise;
  readonly never = (): Promise<never> => {
    this.#asked.resolve(undefined);
    return endless;
  };
}

/** A source whose list request ends with the source, as in a real source. */
class HangingList extends InMemorySource {
  readonly #hanging: Hanging;
  readonly #ended = Promise.withResolvers<never>();

  constructor(hanging: Hanging) {
    super({ s: [] });
    this.#hanging = hanging;
  }

  override listTools(): Promise<never> {
    void this.#hanging.never();
    return this.#ended.promise;
  }

  override async dispose(): Promise<void> {
    this.#ended.reject(new Error('The source has ended.'));
    await super.dispose();
  }
}

const pattern = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
const checked = 'tools.s.checked({ text: "a".repeat(60) + "b" })';

function servers(hanging: Hanging): InMemorySource {
  return new InMemorySource({
    s: [
      { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
      { name: 'never', answer: hanging.never },
      { name: 'checked', inputSchema: pattern },
      { name: 'write', annotations: { readOnlyHint: false } },
    ],
  });
}

interface Situation {
  readonly code: string;
  readonly options?: TestEngineOptions;
  readonly source?: InMemorySource;
  readonly request?: Partial<ExecuteRequest>;
  /** Settles when the run has reached the point at which it hangs. Default: its first call. */
  readonly hangs?: Promise<unknown>;
}

async function typesCheckHangs(): Promise<void> {
  const channel = new BroadcastChannel(typesHang);
  await once(channel, 'message');
  channel.close();
}

const keptBy = (hanging: Hanging): NonNullable<TestEngineOptions['kept']> => ({
  load: hanging.never,
  get: () => undefined,
  set: () => undefined,
});

const whileRunning: Readonly<Record<string, (hanging: Hanging) => Situation>> = {
  'an argument is checked': () => ({ code: checked, options: { validatorMs: 60_000 } }),
  'a server does not answer': ({ asked }) => ({ code: 'tools.s.never({})', hangs: asked }),
  'an error waits for a declaration': (hanging) => ({
    code: 'tools.s.echo({ text: 1 })',
    options: { kept: keptBy(hanging) },
    hangs: hanging.asked,
  }),
  'a tool is described': (hanging) => ({
    code: 'codemode.describe("tools.s.echo")',
    options: { kept: keptBy(hanging) },
    hangs: hanging.asked,
  }),
};

const beforeRunning: Readonly<Record<string, (hanging: Hanging) => Situation>> = {
  'a server lists its tools': (hanging) => ({
    code: 'tools.s.echo({})',
    source: new HangingList(hanging),
    hangs: hanging.asked,
  }),
  'types are checked': () => ({
    code: 'return tools.s.echo({}) // hang',
    options: { typeCheck: 'error', typesThread },
    hangs: typesCheckHangs(),
  }),
  'advice waits for a declaration': (hanging) => ({
    code: 'tools.s.ecco({})',
    options: { kept: keptBy(hanging) },
    hangs: hanging.asked,
  }),
  'the user is asked, by a front door that does not listen': (hanging) => {
    const approver: Approver = {
      approveRun: hanging.never,
      approveCall: hanging.never,
      askInFlight: hanging.never,
    };
    return { code: 'tools.s.write({})', request: { approver }, hangs: hanging.asked };
  },
};

function start(situation: (hanging: Hanging) => Situation) {
  const hanging = new Hanging();
  const { code, options = {}, source = servers(hanging), request = {}, hangs } = situation(hanging);
  const called = Promise.withResolvers<undefined>();
  const observer = { onCallStarted: () => called.resolve(undefined) };
  const test = new TestEngine([source], options);
  return { test, code, request: { observer, ...request }, hangs: hangs ?? called.promise };
}

describe('a run that is stopped', () => {
  for (const [when, situation] of Object.entries({ ...beforeRunning, ...whileRunning })) {
    it(`ends within ${withinMs} ms while ${when}`, async () => {
      const { test, code, request, hangs } = start(situation);
      await using _test = test;
      const stop = new AbortController();
      const run = test.run(code, { ...request, signal: stop.signal });
      await hangs;
      const stopped = performance.now();
      stop.abort();
      const { errors } = await run;
      const took = performance.now() - stopped;
      assert.equal(errors[0]?.code, 'cancelled');
      assert.ok(took < withinMs, `${took} ms`);
    });
  }
});

describe('a run whose time is over', () => {
  for (const [when, situation] of Object.entries(whileRunning)) {
    it(`ends within ${withinMs} ms while ${when}`, async () => {
      const { test, code, request, hangs } = start(situation);
      await using _test = test;
      await test.run('return 1');
      const run = test.run(code, { ...request, timeoutMs });
      // On a slow machine, the time of the run may be over before.
      await Promise.race([hangs, run]);
      const waiting = performance.now();
      const { errors } = await run;
      const took = performance.now() - waiting;
      assert.equal(errors[0]?.code, 'timeout');
      assert.ok(took < timeoutMs + withinMs, `${took} ms`);
    });
  }
});
