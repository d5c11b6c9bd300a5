// Runs in place of the guest when a user checks whether the sandbox confines scripts on their machine. It acts like a
// script that has broken out of its compartment and controls the process, tries to reach files, processes, the network
// and the environment, and reports which attempt succeeded.
import { encodeFrame, FrameReader, outputDescriptor } from '../protocol/frames.ts';
import { held, type SelfCheckReport } from '../protocol/selfCheckReport.ts';

declare const require: (name: string) => unknown;

type Members = Readonly<Record<string, unknown>>;
type Way = readonly [name: string, attempt: () => unknown];

/** Port 1 of this machine, where nothing listens. A refused connection proves that the network can be reached. */
const address = { host: '127.0.0.1', port: 1 };
const answerMs = 1_000;
/**
 * Programs to start. The first is this runtime itself; its path is not read from `process`, which the boot stub
 * empties.
 */
const programs = ['/proc/self/exe', '/bin/sh', 'C:\\Windows\\System32\\cmd.exe'];
/** Environment variables that a sandbox process gets, and those that a shell adds. */
const harmlessVariables = new Set(
  'TZ LANG PWD OLDPWD SHLVL _ TMPDIR ELECTRON_RUN_AS_NODE ELECTRON_NO_ASAR'.split(' '),
);

const ownMembers = process as unknown as Members; // an attacker uses whatever members exist, typed or not
const loaders: readonly (readonly [name: string, load: (module: string) => unknown])[] = [
  ['getBuiltinModule', (module) => process.getBuiltinModule(module)],
  ['require', (module) => require(module)],
];

function call(object: unknown, method: string, ...args: readonly unknown[]): unknown {
  const found = (object as Members)[method]; // throws if there is no object
  if (typeof found !== 'function') throw new Error(`There is no ${method}.`);
  return Reflect.apply(found, object, args);
}

const byEachLoader = (module: string, use: (loaded: unknown) => unknown): readonly Way[] =>
  loaders.map(([name, load]): Way => [`${module} by ${name}`, () => use(load(module))]);

function anyStarted(children: unknown): void {
  const start = (program: string) =>
    call(children, 'spawnSync', program, ['--version'], { stdio: 'ignore', timeout: answerMs });
  if (!programs.some((program) => (start(program) as { pid?: number }).pid))
    throw new Error('Nothing started.');
}

async function connected(socket: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  call(socket, 'once', 'connect', resolve);
  call(socket, 'once', 'error', reject);
  return await promise;
}

function anyNetwork(error: unknown): true {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (/^E(CONN|TIMEDOUT|HOSTUNREACH|NETUNREACH)/.test(String(code ?? cause?.code))) return true;
  throw error;
}

function unexpectedVariables(): readonly string[] {
  const names = Object.keys(process.env).filter((name) => !harmlessVariables.has(name));
  if (names.length === 0) throw new Error('There are none.');
  return names;
}

const ways: Readonly<Record<keyof SelfCheckReport, readonly Way[]>> = {
  file: [
    ...byEachLoader('node:fs', (fs) => call(fs, 'readdirSync', '/')),
    ['a binding of files', () => call(ownMembers, 'binding', 'fs')],
  ],
  process: [
    ...byEachLoader('node:child_process', anyStarted),
    ...byEachLoader('node:worker_threads', (threads) =>
      Reflect.construct((threads as Members)['Worker'] as typeof Object, ['', { eval: true }]),
    ),
    ['a binding of processes', () => call(ownMembers, 'binding', 'spawn_sync')],
    ['a signal', () => call(ownMembers, 'kill', 0, 0)],
  ],
  network: [
    ...byEachLoader('node:net', (net) => connected(call(net, 'connect', address)).catch(anyNetwork)),
    [
      'fetch',
      () =>
        Promise.resolve(call(globalThis, 'fetch', `http://${address.host}:${address.port}/`)).catch(
          anyNetwork,
        ),
    ],
  ],
  environment: [['its variables', unexpectedVariables]],
};

async function gotOut(attempt: () => unknown): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  setTimeout(() => resolve(false), answerMs);
  const tried = new Promise((done) => done(attempt())).then(
    () => true,
    () => false,
  );
  return await Promise.race([tried, late]);
}

async function report(): Promise<SelfCheckReport> {
  const openBy = async (all: readonly Way[]) => {
    for (const [name, attempt] of all) if (await gotOut(attempt)) return `open by ${name}`;
    return held;
  };
  return {
    file: await openBy(ways.file),
    process: await openBy(ways.process),
    network: await openBy(ways.network),
    environment: await openBy(ways.environment),
  };
}

function send(...lines: readonly string[]): void {
  call(process.getBuiltinModule('node:fs'), 'writeSync', outputDescriptor, encodeFrame(lines));
}

// A refused connection may be reported a second time, as an uncaught exception.
process.on('uncaughtException', () => undefined);
const reader = new FrameReader(Infinity);
process.stdin.on('data', (chunk: Buffer) => {
  if ((reader.push(chunk) ?? []).length > 0)
    void report().then((found) => send('[["done",true]]', JSON.stringify(found)));
});
// The guest sends this message in the same way, after the boot stub has written all its output.
process.nextTick(() => send('[["ready"]]'));
