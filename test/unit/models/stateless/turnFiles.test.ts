import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TurnFiles } from '../../../../src/models/stateless/turnFiles.ts';
import { packState, turnIdOf } from '../../../../src/models/stateless/turnState.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const raw = { id: 'call_0', type: 'function', function: { name: 'executeCode', arguments: '{}' } };
const packedAt = (start: number) =>
  packState({ start, before: [], calls: [{ id: 'call_0', name: 'executeCode', text: '{}', raw }] });
const packed = packedAt(0);
const turn = turnIdOf(packed);
const answer = {
  call: 1,
  tool: 'add',
  input: { a: 1 },
  text: 'two',
  isError: true,
};
const kept = { packed, calls: [{ answers: [answer], result: 'done' }] };

describe('turns in files', () => {
  const folder = freshFolder('code-mode-turns-');

  const files = (writes = true) =>
    new TurnFiles({ folder: folder.path, writes: () => writes, log: (line) => assert.ok(false, line) });
  const write = async (writes = true) => {
    const first = files(writes);
    first.keep(turn, kept);
    await first.dispose();
    return first;
  };
  const file = () => join(folder.path, `${turn}.json`);

  it('are the same in the next process', async () => {
    await write();
    assert.deepEqual(await files().recall(turn), kept);
  });

  it('are in memory alone where no values may be written', async () => {
    const first = await write(false);
    assert.deepEqual(await first.recall(turn), kept);
    assert.equal(await files().recall(turn), undefined);
  });

  it('are forgotten where they are too long together, those first that were not asked for the longest', async () => {
    const memory = files(false);
    const text = 'x'.repeat(30 * 1024 * 1024);
    const long = { ...answer, text };
    for (const name of ['first', 'second', 'third']) {
      memory.keep(name, { packed, calls: [{ answers: [long] }] });
      await memory.recall('first');
    }
    const recalled = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => (await memory.recall(name)) !== undefined),
    );
    assert.deepEqual(recalled, [true, false, true]);
  });

  it('are forgotten where they are too many', async () => {
    const memory = files(false);
    for (let at = 0; at <= 20_000; at += 1) memory.keep(String(at), { packed, calls: [] });
    assert.deepEqual([await memory.recall('0'), (await memory.recall('1'))?.packed], [undefined, packed]);
  });

  it('are written again where there is more of them', async () => {
    const turns = files();
    turns.keep(turn, { packed, calls: [{ answers: [answer] }] });
    turns.keep(turn, kept);
    await turns.dispose();
    assert.deepEqual(await files().recall(turn), kept);
  });

  it('are not taken where their state was changed', async () => {
    await write();
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(packed, packedAt(1)));
    assert.equal(await files().recall(turn), undefined);
  });

  for (const text of ['7', '{}', `{"packed":"${packed}"}`]) {
    it(`are not taken from ${text.slice(0, 12)}`, async () => {
      await write();
      writeFileSync(file(), text);
      assert.equal(await files().recall(turn), undefined);
    });
  }
});
