// Tests `codeMode.mode` and `codeMode.blockedTools` of a workspace when they change. The content of a chat request:
// test/full/editor/chat/mode.test.ts.
import assert from 'node:assert/strict';
import { executeCode, invokeTool, setForWorkspace } from './invoke.ts';

describe('the mode of a workspace', () => {
  afterEach(() => setForWorkspace('codeMode.mode', undefined));

  it('answers no call of our tools where it is off or tools, and runs scripts where it is code', async () => {
    for (const mode of ['off', 'tools']) {
      await setForWorkspace('codeMode.mode', mode);
      const refusal = new RegExp(`codeMode\\.mode is "${mode}"`);
      assert.match(await executeCode('return 20 + 22'), refusal);
      assert.match(await invokeTool('findTools', {}), refusal);
    }
    await setForWorkspace('codeMode.mode', 'code');
    assert.match(await executeCode('return 20 + 22'), /^42/);
  });
});

describe('codeMode.blockedTools', () => {
  afterEach(() => setForWorkspace('codeMode.blockedTools', undefined));

  it('takes a tool from scripts, whatever else names it', async () => {
    await setForWorkspace('codeMode.blockedTools', ['everything.get-sum']);
    const text = await executeCode('return tools.everything.getSum({ a: 1, b: 2 })');
    assert.match(text, /blocked by "everything\.get-sum" in codeMode\.blockedTools/);
  });
});
