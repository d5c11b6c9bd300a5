// Tests the data about saved scripts that the list keeps between two looks, with a reader of signatures that fails on
// demand.
import assert from 'node:assert/strict';
import {
  noDraft,
  type ScriptDraft,
  type SignatureReader,
  type SignatureReading,
} from '../../../../src/checker/scriptSignature.ts';
import { mostReadings } from '../../../../src/engine/savedScripts/scriptToolSource.ts';
import { SavedScriptsFolder } from '../../../fakes/savedScripts.ts';

const readable: SignatureReading = { ok: true, signature: { description: '', input: { type: 'object' } } };
const lost: SignatureReading = {
  ok: false,
  mayPass: true,
  problem: 'its types cannot be read: the thread ended.',
};

/** Returns readings as the test says, by the code; records the codes that it read. */
class ScriptedSignatures implements SignatureReader {
  readonly read: string[] = [];
  answer: (code: string) => Promise<SignatureReading> = () => Promise.resolve(readable);

  signature(code: string): Promise<SignatureReading> {
    this.read.push(code);
    return this.answer(code);
  }

  draft(): Promise<ScriptDraft> {
    return Promise.resolve(noDraft);
  }
}

describe('the list of saved scripts', () => {
  let signatures: ScriptedSignatures;
  let scripts: SavedScriptsFolder;

  function open(files: Readonly<Record<string, string>>): void {
    signatures = new ScriptedSignatures();
    scripts = new SavedScriptsFolder(files, signatures);
  }

  afterEach(() => scripts[Symbol.asyncDispose]());

  async function list(signal = new AbortController().signal) {
    const listing = await scripts.source.listTools('scripts', { signal });
    assert.ok(listing.ok);
    return { names: listing.tools.map(({ name }) => name), warnings: listing.warnings ?? [] };
  }

  it('reads a script once until its file changes', async () => {
    open({ one: 'return 1', two: 'return 2' });
    await list();
    await list();
    assert.deepEqual(signatures.read, ['return 1', 'return 2']);
    scripts.save('two', 'return 22');
    await list();
    assert.deepEqual(signatures.read.slice(2), ['return 22']);
  });

  it('reads a script again whose reading failed for a reason that may pass', async () => {
    open({ one: 'return 1' });
    signatures.answer = () => Promise.resolve(lost);
    assert.deepEqual(await list(), {
      names: [],
      warnings: ['one.ts is no tool: its types cannot be read: the thread ended.'],
    });
    signatures.answer = () => Promise.resolve(readable);
    assert.deepEqual(await list(), { names: ['one'], warnings: [] });
  });

  it('gives up on a script that takes the reader down each time, until its file changes', async () => {
    open({ one: 'return 1' });
    signatures.answer = () => Promise.resolve(lost);
    for (let look = 0; look < mostReadings + 2; look++) await list();
    assert.equal(signatures.read.length, mostReadings);
    scripts.save('one', 'return 2');
    signatures.answer = () => Promise.resolve(readable);
    assert.deepEqual((await list()).names, ['one']);
  });

  it('does not read a script again that cannot be a tool', async () => {
    open({ one: 'return 1' });
    signatures.answer = () => Promise.resolve({ ok: false, problem: 'it has two mains.' });
    await list();
    assert.deepEqual(
      [(await list()).warnings, signatures.read.length],
      [['one.ts is no tool: it has two mains.'], 1],
    );
  });

  it('keeps what it has read where the look ends before its end', async () => {
    open({ one: 'return 1', two: 'return 2' });
    const leaving = new AbortController();
    const { promise: goOn, resolve } = Promise.withResolvers<SignatureReading>();
    signatures.answer = (code) => {
      if (code === 'return 1') return Promise.resolve(readable);
      leaving.abort();
      return goOn;
    };
    await assert.rejects(list(leaving.signal));
    resolve(readable);
    assert.deepEqual((await list()).names, ['one', 'two']);
    assert.deepEqual(signatures.read, ['return 1', 'return 2']);
  });

  it('reads a script once for those who look at the same time', async () => {
    open({ one: 'return 1', two: 'return 2' });
    const lists = await Promise.all([list(), list()]);
    assert.deepEqual([lists.map(({ names }) => names.length), signatures.read.length], [[2, 2], 2]);
  });

  it('forgets scripts that are gone', async () => {
    open({ one: 'return 1', two: 'return 2' });
    await list();
    scripts.remove('one');
    assert.deepEqual((await list()).names, ['two']);
    scripts.save('one', 'return 1');
    assert.deepEqual((await list()).names, ['one', 'two']);
    assert.deepEqual(signatures.read, ['return 1', 'return 2', 'return 1']);
  });
});
