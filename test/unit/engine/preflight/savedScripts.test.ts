import assert from 'node:assert/strict';
import { SavedScripts, type ScriptTool } from '../../../../src/engine/preflight/savedScripts.ts';

const tool = { script: { code: 'return 1', file: '/w/one.ts' } } as ScriptTool;
const noCode = () => Promise.reject(new Error('not prepared here'));

describe('the checks of saved scripts in a run', () => {
  it('are made once for each', async () => {
    const saved = new SavedScripts<number>(noCode);
    let made = 0;
    const make = () => Promise.resolve(++made);
    assert.deepEqual(await Promise.all([saved.checked(tool, make), saved.checked(tool, make)]), [1, 1]);
  });

  it('are made by those who wait where the first was given up', async () => {
    const saved = new SavedScripts<number>(noCode);
    const { promise, reject } = Promise.withResolvers<number>();
    const first = saved.checked(tool, () => promise);
    let made = 1;
    const waiting = [1, 2].map(() => saved.checked(tool, () => Promise.resolve(++made)));
    reject(new Error('gone'));
    await assert.rejects(first);
    assert.deepEqual(await Promise.all(waiting), [2, 2]);
  });
});
