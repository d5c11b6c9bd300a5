import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdValue, PagedValues } from '../../../../src/journal/values/pagedValues.ts';
import { ValueFiles, valueName } from '../../../../src/journal/record/valueFiles.ts';
import { bundledThread } from '../../../fakes/bundledThread.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { openedForAll } from '../../../fakes/opened.ts';

const id = 'k3f9a-2b71c000';
const threadFile = bundledThread('src/journal/values/pagedValuesThread.ts');

describe('values of runs, a page at a time', () => {
  const folder = openedForAll(() => new TemporaryFolder('code-mode-values-'));
  const values = openedForAll(
    () => new PagedValues({ folder: folder.path, threadFile, log: (line) => assert.fail(line) }),
  );

  const never = new AbortController().signal;
  const first = { kind: 'members', path: [], from: 0 } as const;

  it('come from the line of the record', async () => {
    const answer = await values.ask({ v: [1, 2, 3] }, first, never);
    assert.deepEqual(answer.kind === 'members' && [answer.total, answer.nodes.length], [3, 3]);
  });

  it('come from a file of their own, read in a thread', async () => {
    const json = Buffer.from(JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ index }))));
    const file = valueName(id, 1);
    mkdirSync(join(folder.path, id));
    await new ValueFiles(folder.path).write(file, json);
    const answer = await values.ask({ file, bytes: json.length }, { ...first, path: [49_999] }, never);
    assert.deepEqual(answer.kind === 'members' && answer.nodes[0]?.shown, '49999');
  });

  it('are JSON that shows what is hidden, written in the thread', async () => {
    const value = Array.from({ length: 40_000 }, () => '\u{1f600} \u202e and \u{1f44d}\u{1f3fd}');
    const held = await holdValue(value);
    const turns = new CountedTurns();
    const answer = await values.ask(held, { kind: 'json' }, never);
    const counted = turns.stop();
    const text = answer.kind === 'text' ? answer.text : '';
    assert.match(text.slice(0, 40), /^\[\n {2}"\u{1f600} \\u202e and \u{1f44d}\u{1f3fd}",\n/u);
    assert.deepEqual(JSON.parse(text), value);
    // If this thread wrote the value at once, its event loop would make only a few turns.
    assert.ok(counted > 50, String(counted));
  });

  it('are written as a table in the thread, since a short list may have a table of a million cells', async () => {
    const v = Array.from({ length: 1_200 }, (_, index) => ({ [index.toString(36)]: 1 }));
    const turns = new CountedTurns();
    const query = { kind: 'tableText', path: [], filter: '', format: 'markdown' } as const;
    const answer = await values.ask({ v }, query, never);
    const counted = turns.stop();
    assert.match(answer.kind === 'text' ? answer.text.slice(0, 20) : '', /^\| 0 \| 1 \| 2 /);
    assert.ok(counted > 50, String(counted));
  });

  it('are missing where the file is gone, and omitted where there is only a size', async () => {
    assert.deepEqual(await values.ask({ file: valueName(id, 2), bytes: 1 }, first, never), {
      kind: 'none',
      why: 'missing',
    });
    assert.deepEqual(await values.ask({ bytes: 1 }, first, never), { kind: 'none', why: 'omitted' });
  });
});
