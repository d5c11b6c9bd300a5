// The sandbox for tests: the built thread and guest, and handlers that record all requests.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { JsonValue } from '../../src/base/json.ts';
import type { CallFailure } from '../../src/base/callFailure.ts';
import type { ContentBlock } from '../../src/base/contentBlock.ts';
import { SupervisedSandbox, type SupervisedSandboxOptions } from '../../src/sandbox/host/sandbox.ts';
import {
  defaultLimits,
  type CallContext,
  type CallReply,
  type GuestCall,
  type LogEntry,
  type SandboxFailure,
  type SandboxHandlers,
  type SandboxLimits,
  type SandboxOutcome,
  type SandboxScript,
} from '../../src/sandbox/host/sandboxPort.ts';
import type { BodyPosition } from '../../src/sandbox/protocol/messages.ts';
import { sandboxEngines, type SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { sharedFolder } from '../fakes/temporaryFolder.ts';

const dist = process.env['CODE_MODE_DIST'] ?? join(import.meta.dirname, '../../dist');

export const threadFile = join(dist, 'sandbox/thread.js');
export const guestFile = join(dist, 'sandbox/guest.cjs');

class TestSandbox extends SupervisedSandbox implements AsyncDisposable {
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}

/** A sandbox of the built bundles; `log` collects its lines. */
export function makeSandbox(
  options: Partial<SupervisedSandboxOptions> & { lines?: string[] } = {},
): TestSandbox {
  const { lines = [], ...rest } = options;
  return new TestSandbox({
    threadFile,
    guestFile,
    engine: 'process',
    osConfinement: 'off',
    // A busy machine may be slow.
    startLimitMs: 60_000,
    log: (line) => lines.push(line),
    ...rest,
  });
}

/** Answers each call with `answer`, by default the input itself, and records everything. */
export class RecordingHandlers implements SandboxHandlers {
  readonly calls: GuestCall[] = [];
  readonly contexts: CallContext[] = [];
  readonly logs: LogEntry[] = [];
  /** The lines of the script that wrote `logs`. */
  readonly logLines: (number | undefined)[] = [];
  readonly displayed: ContentBlock[] = [];
  /** Sizes of the answers, by the number of the call. */
  readonly sizes = new Map<number, number>();
  readonly progressed: { message: string; fraction: number | undefined }[] = [];
  readonly #answer: (call: GuestCall, context: CallContext) => Promise<CallReply> | CallReply;
  readonly #waiting: { count: number; resolve: () => void }[] = [];

  constructor(answer: (call: GuestCall, context: CallContext) => Promise<CallReply> | CallReply = echo) {
    this.#answer = answer;
  }

  async call(call: GuestCall, context: CallContext): Promise<CallReply> {
    this.calls.push(call);
    this.contexts.push(context);
    for (const { count, resolve } of this.#waiting) if (this.calls.length >= count) resolve();
    return this.#answer(call, context);
  }

  answered(sequence: number, bytes: number): void {
    this.sizes.set(sequence, bytes);
  }

  log(entry: LogEntry, position?: BodyPosition): void {
    this.logs.push(entry);
    this.logLines.push(position?.line);
  }

  display(block: ContentBlock): void {
    this.displayed.push(block);
  }

  progress(message: string, fraction: number | undefined): void {
    this.progressed.push({ message, fraction });
  }

  /** Resolves when `count` calls have arrived. */
  called(count: number): Promise<void> {
    if (this.calls.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  get texts(): string[] {
    return this.logs.map((entry) => entry.text);
  }
}

export function echo(call: GuestCall): CallReply {
  return { ok: true, value: call.target === 'codemode' ? [...call.params] : call.input };
}

export function value(of: JsonValue | undefined): CallReply {
  return { ok: true, value: of };
}

/** Settles only when the run ends, like the call of a server that does not answer. */
export function untilAborted(_call: GuestCall, { signal }: CallContext): Promise<CallReply> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ ok: false, error: toolError({ code: 'cancelled' }) })),
  );
}

export function toolError(fields: Partial<CallFailure> = {}): CallFailure {
  return {
    code: 'tool_failed',
    server: 'geo',
    tool: 'getCity',
    message: 'It broke.',
    retryable: false,
    content: [],
    ...fields,
  };
}

export interface RunInput extends Partial<Omit<SandboxScript, 'body'>> {
  readonly handlers?: SandboxHandlers;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

export function run(sandbox: SupervisedSandbox, body: string, input: RunInput = {}): Promise<SandboxOutcome> {
  const {
    handlers = new RecordingHandlers(),
    limits = {},
    signal = new AbortController().signal,
    args = {},
    results = {},
    names = {},
  } = input;
  const { replay } = input;
  const script = { body, args, results, names, ...(replay && { replay }) };
  return sandbox.run(script, handlers, { ...defaultLimits, ...limits }, signal);
}

/** Returns the value of a script that must succeed. */
export async function returned(
  sandbox: SupervisedSandbox,
  body: string,
  input: RunInput = {},
): Promise<JsonValue | undefined> {
  const outcome = await run(sandbox, body, input);
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value;
}

/** Returns the failure of a script that must fail. */
export async function failure(
  sandbox: SupervisedSandbox,
  body: string,
  input: RunInput = {},
): Promise<SandboxFailure> {
  const outcome = await run(sandbox, body, input);
  if (outcome.ok) throw new Error(`the script returned ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}

/** Returns the message of a sandbox with these options, which must not start. */
export async function unavailable(options: Partial<SupervisedSandboxOptions>): Promise<string> {
  await using sandbox = makeSandbox({ spares: 0, ...options });
  const { code, message } = await failure(sandbox, 'return 1');
  assert.equal(code, 'sandbox_unavailable', message);
  return message;
}

/**
 * Opens one sandbox for all tests of a `describe` and closes it after them. It starts a process only for a run: a
 * waiting spare would be thrown away whenever the next test has another limit, and after the last test.
 */
export function sharedSandbox(
  options: Partial<SupervisedSandboxOptions> | (() => Partial<SupervisedSandboxOptions>) = {},
): () => SupervisedSandbox {
  let sandbox: SupervisedSandbox | undefined;
  before(() => {
    sandbox = makeSandbox({ spares: 0, ...(typeof options === 'function' ? options() : options) });
  });
  after(() => sandbox?.dispose());
  return () => {
    if (sandbox === undefined) throw new Error('The sandbox exists only while tests run.');
    return sandbox;
  };
}

/** Defines the same tests for each engine, with one sandbox for all tests of an engine. */
export function onEachEngine(
  subject: string,
  tests: (sandbox: () => SupervisedSandbox, engine: SandboxEngine) => void,
): void {
  for (const engine of sandboxEngines)
    describe(`${subject} [${engine}]`, () => tests(sharedSandbox({ engine }), engine));
}

/**
 * Defines all tests for the process engine. The other engine has tests of its own for its confinement and its
 * differences; of the other tests, it gets those whose titles, or whose groups' titles, match `smoke`. `npm run
 * test:full` runs all tests on it.
 */
export function onProcessEngine(
  subject: string,
  smoke: RegExp,
  tests: (sandbox: () => SupervisedSandbox, engine: SandboxEngine) => void,
): void {
  describe(`${subject} [process]`, () => tests(sharedSandbox({ engine: 'process' }), 'process'));
  const second = describe(`${subject} [wasm]`, () => tests(sharedSandbox({ engine: 'wasm' }), 'wasm'));
  if (!everyTest) keepOnly(second, smoke);
}

function keepOnly(suite: Mocha.Suite, titles: RegExp): void {
  suite.tests = suite.tests.filter(({ title }) => titles.test(title));
  for (const inner of suite.suites) if (!titles.test(inner.title)) keepOnly(inner, titles);
}

/**
 * Runs bodies one after another in one script when the first of their tests asks for a result. For tests about the
 * language and not about the process, which takes a tenth of a second to start. The result is the value that one body
 * returned, or a rejection with the error that it threw.
 */
function inOneRun(
  sandbox: () => SupervisedSandbox,
  bodies: readonly string[],
  input: RunInput = {},
): (body: string) => Promise<JsonValue | undefined> {
  let results: Promise<JsonValue | undefined> | undefined;
  const parts = bodies.map(
    (body) =>
      `await (async () => {\n${body}\n})().then((value) => ({ value }), (error) => ({ error: String(error) }))`,
  );
  return async (body) => {
    results ??= returned(sandbox(), `return [${parts.join(',\n')}];`, input);
    const all = (await results) as { readonly value?: JsonValue; readonly error?: string }[];
    const { value, error } = all[bodies.indexOf(body)] ?? { error: 'There is no such body.' };
    if (error !== undefined) throw new Error(error);
    return value;
  };
}

/** The title of a test, the body of a script, and the value that the body returns. */
export type Fact = readonly [what: string, body: string, expected: JsonValue | undefined];

/** Defines a test for each fact. All bodies run in one script. */
export function itReturns(
  sandbox: () => SupervisedSandbox,
  facts: readonly Fact[],
  input: RunInput = {},
  title = (what: string) => what,
): void {
  const result = inOneRun(
    sandbox,
    facts.map(([, body]) => body),
    input,
  );
  for (const [what, body, expected] of facts)
    it(title(what), async () => assert.deepEqual(await result(body), expected));
}

/** The title of a test, the body of a script, and a pattern of the error that the body throws. */
export type Refusal = readonly [what: string, body: string, said: RegExp];

/** Defines a test for each refusal. All bodies run in one script. */
export function itThrows(
  sandbox: () => SupervisedSandbox,
  refusals: readonly Refusal[],
  title: (what: string) => string,
): void {
  const result = inOneRun(
    sandbox,
    refusals.map(([, body]) => body),
  );
  for (const [what, body, said] of refusals) it(title(what), () => assert.rejects(result(body), said));
}

/** A text of an engine, either the same for all engines or one for each. */
export type EngineWords = string | Readonly<Record<SandboxEngine, string>>;

export function wordsOf(words: EngineWords, engine: SandboxEngine): string {
  return typeof words === 'string' ? words : words[engine];
}

/**
 * Returns the part of a position on which all engines agree: the line. Columns are those of V8; another engine may
 * point at another word.
 */
export function agreed(
  position: SandboxFailure['position'],
  engine: SandboxEngine,
): Partial<SandboxFailure['position']> | undefined {
  return engine === 'process' || position === undefined ? position : { line: position.line };
}

/** Returns a stack, without columns if engines may differ. */
export function agreedStack(stack: string, engine: SandboxEngine): string {
  return engine === 'process' ? stack : stack.replace(/(script:\d+):\d+/g, '$1');
}

/** Starts a host process that warms a sandbox and then runs `next`. */
export function hostWithSpare(next: string, options: Partial<SupervisedSandboxOptions> = {}): ChildProcess {
  const source = `
    import { SupervisedSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../src/sandbox/host/sandbox.ts'))};
    new SupervisedSandbox({ ...${JSON.stringify({ threadFile, guestFile, engine: 'process', osConfinement: 'off', ...options })}, log: () => {} }).warm();
    ${next}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'ignore' });
}

/** Opens a sandbox for all tests of a `describe` whose runtime is a shell script. */
export function sandboxOn(
  runtime: string,
  options: Partial<SupervisedSandboxOptions> = {},
): () => SupervisedSandbox {
  const folder = sharedFolder('code-mode-runtime-');
  return sharedSandbox(() => ({ ...options, execPath: folder.program('node', runtime) }));
}

/** Opens a sandbox for all tests of a `describe` whose processes run without the permission model. */
export function bareSandbox(): () => SupervisedSandbox {
  return sandboxOn(withoutFlags, { allowUnconfined: true });
}

const withoutFlags = `for flag do
  shift
  case "$flag" in --permission | --no-addons | --disable-sigusr1 | --no-experimental-sqlite) ;; *) set -- "$@" "$flag" ;; esac
done
exec '${process.execPath}' "$@"`;
