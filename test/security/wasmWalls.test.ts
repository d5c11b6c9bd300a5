// Tests the confinement of the wasm engine: which objects a machine under an attacker's full control can reach, and
// which messages it can send.
import assert from 'node:assert/strict';
import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SupervisedSandboxOptions } from '../../src/sandbox/host/sandbox.ts';
import {
  failure,
  makeSandbox,
  RecordingHandlers,
  returned,
  threadFile,
  unavailable,
} from '../sandbox/sandboxBed.ts';
import { freshFolder, sharedFolder } from '../fakes/temporaryFolder.ts';
import { openedForAll } from '../fakes/opened.ts';

/** Copies the built sandbox, with another guest in its machines if one is given. Returns the options of the copy. */
async function copyTo(folder: string, guest?: string): Promise<Partial<SupervisedSandboxOptions>> {
  await cp(dirname(threadFile), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  if (guest !== undefined)
    await cp(join(import.meta.dirname, '../fixtures/hostileGuests', guest), join(folder, 'wasm/guest.cjs'));
  return { engine: 'wasm', threadFile: join(folder, 'thread.js'), spares: 0 };
}

describe('a machine in the hands of an attacker', () => {
  const folder = sharedFolder('code-mode-wasm-');
  const sandbox = openedForAll(async () => makeSandbox(await copyTo(folder.path, 'speakToWorker.cjs')));

  const finish = (expression: string) => `host.send('[["done",true]]\\n' + JSON.stringify(${expression}))`;

  it('is lent messages, a clock with its time zone and random bytes, and nothing else', async () => {
    const lent = 'askForLocalTimes listen now randomBytes seedRandom send setAlarm';
    assert.deepEqual(await returned(sandbox, finish('Object.keys(host).sort()')), lent.split(' '));
  });

  it('has no global of Node', async () => {
    const names =
      'process require module fetch Buffer Worker WebAssembly setTimeout navigator std os scriptArgs print';
    assert.deepEqual(
      await returned(
        sandbox,
        finish(`${JSON.stringify(names.split(' '))}.filter((name) => name in globalThis)`),
      ),
      [],
    );
  });

  const breaches: readonly (readonly [what: string, body: string])[] = [
    ['what is no text', 'host.send({ toString: () => "[]" })'],
    ['no JSON', 'host.send("[nonsense")'],
    ['an unknown type', 'host.send(\'[["NODE_HANDLE"]]\')'],
    ['a call out of order', 'host.send(\'[["tool",7,"a","b","value",null]]\')'],
    ['a text that is too long', 'host.send("[" + "x".repeat(2e7))'],
    ['a tick of a run that nobody records', 'host.send(\'[["tick",1,1]]\')'],
    ['a second set of entries', 'host.listen(() => 1, () => 1, () => 1, () => 1)'],
    ['a seed that is none', 'host.seedRandom("00")'],
    ['a demand for too many random bytes', 'host.seedRandom("00".repeat(32)); host.randomBytes(1e9)'],
    ['a demand for random bytes before a seed', 'host.randomBytes(1)'],
  ];
  for (const [what, body] of breaches) {
    it(`is stopped for ${what}`, async () => {
      const handlers = new RecordingHandlers();
      const { code, message } = await failure(sandbox, body, { handlers });
      assert.deepEqual([code, handlers.calls, handlers.logs], ['sandbox_died', [], []]);
      assert.match(message, /broke its protocol/);
    });
  }

  it('is stopped by the limits when it floods', async () => {
    const flood =
      'for (;;) host.send(JSON.stringify(Array.from({ length: 1000 }, () => ["log", "log", "x", 1, null])))';
    assert.equal((await failure(sandbox, flood)).code, 'log_limit');
  });

  it('is held back while its calls are not answered', async () => {
    const input = 'JSON.stringify("x".repeat(9e5))';
    const flood = `for (let call = 1; ; call += 1) host.send(JSON.stringify([["tool", call, "s" + call, "t", "value", true]]) + "\\n" + ${input})`;
    const grown = process.memoryUsage.rss();
    const handlers = new RecordingHandlers((_call, { signal }) => {
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ ok: true, value: null })),
      );
    });
    assert.equal((await failure(sandbox, flood, { handlers, limits: { wallMs: 500 } })).code, 'timeout');
    assert.ok(process.memoryUsage.rss() - grown < 200 * 1_048_576);
  });

  it('ends nobody but itself when it throws where nobody listens', async () => {
    assert.equal((await failure(sandbox, 'throw new Error("mine")')).code, 'sandbox_died');
    assert.equal(await returned(sandbox, finish('"fine"')), 'fine');
  });

  it('may set its alarm as often as it likes', async () => {
    const body = `for (const ms of [0, 1e12, -1, Number.NaN, 5]) host.setAlarm(ms); host.setAlarm({}); ${finish('1')}`;
    assert.equal(await returned(sandbox, body), 1);
  });

  it('may ask for the time zone in either way, and with anything', async () => {
    const body = `for (const on of [true, {}, undefined, 1]) { host.askForLocalTimes(on); new Date(2026, 2, 8) } ${finish('1')}`;
    assert.equal(await returned(sandbox, body), 1);
  });
});

describe('the wasm engine says sandbox_unavailable', () => {
  const folder = freshFolder('code-mode-wasm-');

  it('when its guest does not boot', async () => {
    const options = await copyTo(folder.path);
    await writeFile(join(folder.path, 'wasm/guest.cjs'), 'throw new Error("no boot")');
    assert.match(await unavailable(options), /no boot/);
  });

  it('when a file is missing', async () => {
    const options = await copyTo(folder.path);
    await rm(join(folder.path, 'wasm/quickjs.wasm'));
    assert.match(await unavailable(options), /ENOENT.*quickjs\.wasm/);
  });
});
