// `quickjs-emscripten` as its manual shows: the synchronous release build, a runtime and context for each run, tool
// calls as deferred promises, and values that cross the border as JSON text.
import { requirePeer } from './provisionPeers.ts';
import { memoryLimitMb, type Answer, type Contender } from './contender.ts';

/** The part of the package's public API that is used here. */
interface Handle {
  dispose(): void;
}
interface Deferred {
  readonly handle: Handle;
  readonly settled: Promise<void>;
  resolve(value: Handle): void;
  reject(value: Handle): void;
}
interface Runtime {
  setMemoryLimit(bytes: number): void;
  newContext(): Context;
  executePendingJobs(): unknown;
  dispose(): void;
}
interface Context {
  readonly global: Handle;
  newFunction(name: string, work: (input: Handle) => Handle): Handle;
  newPromise(): Deferred;
  newString(text: string): Handle;
  getString(handle: Handle): string;
  setProp(object: Handle, name: string, value: Handle): void;
  evalCode(code: string): unknown;
  unwrapResult(result: unknown): Handle;
  resolvePromise(handle: Handle): Promise<unknown>;
  dispose(): void;
}
interface QuickJs {
  readonly getQuickJS: () => Promise<{ newRuntime(): Runtime }>;
}

const { getQuickJS } = requirePeer('quickjs-emscripten') as QuickJs;

export async function makeContender(): Promise<Contender> {
  const module = await getQuickJS();
  return {
    tool: 'tools.bench.call',
    run: (body, answer) => runIn(module.newRuntime(), body, answer),
    outsideBytes: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
}

async function runIn(runtime: Runtime, body: string, answer: Answer): Promise<unknown> {
  runtime.setMemoryLimit(memoryLimitMb * 1_048_576);
  const context = runtime.newContext();
  try {
    addTool(runtime, context, answer);
    const code = `(async () => JSON.stringify(await (async () => {\n${body}\n})()))()`;
    const promise = context.unwrapResult(context.evalCode(code));
    const settled = context.resolvePromise(promise);
    promise.dispose();
    runtime.executePendingJobs();
    const text = context.unwrapResult(await settled);
    const result: unknown = JSON.parse(context.getString(text));
    text.dispose();
    return result;
  } finally {
    context.dispose();
    runtime.dispose();
  }
}

function addTool(runtime: Runtime, context: Context, answer: Answer): void {
  const call = context.newFunction('call', (input) => {
    const deferred = context.newPromise();
    const settle = async () => {
      const value = context.newString(
        JSON.stringify(await answer(JSON.parse(context.getString(input)) as Parameters<Answer>[0])),
      );
      deferred.resolve(value);
      value.dispose();
    };
    void settle();
    void deferred.settled.then(() => runtime.executePendingJobs());
    return deferred.handle;
  });
  context.setProp(context.global, 'call', call);
  call.dispose();
  const code =
    'globalThis.tools = { bench: { call: async (input) => JSON.parse(await call(JSON.stringify(input ?? {}))) } };';
  context.unwrapResult(context.evalCode(code)).dispose();
}
