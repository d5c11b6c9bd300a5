// `codeMode.mode` in a workspace: what of Code Mode chat is offered, as soon as the setting changes.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode } from './invoke.ts';

const own = ['executeCode', 'findTools'];

function offered(): Promise<readonly string[]> {
  return Promise.resolve(vscode.lm.tools.map(({ name }) => name).filter((name) => own.includes(name)));
}

async function setMode(mode: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('codeMode').update('mode', mode, vscode.ConfigurationTarget.Workspace);
}

describe('the mode of a workspace', () => {
  afterEach(() => setMode(undefined));

  for (const mode of ['off', 'tools']) {
    it(`leaves none of our tools in chat: ${mode}`, async () => {
      assert.deepEqual([...(await offered())].sort(), own);
      await setMode(mode);
      await eventually(offered, (names) => names.length === 0);
      await setMode(undefined);
      await eventually(offered, (names) => names.length === own.length);
    });
  }

  it('leaves them in chat: code', async () => {
    await setMode('code');
    assert.match(await executeCode('return 20 + 22'), /^42/);
    assert.deepEqual([...(await offered())].sort(), own);
  });
});

describe('codeMode.blockedTools', () => {
  it('takes a tool from scripts, whatever else names it', async () => {
    const settings = vscode.workspace.getConfiguration('codeMode');
    await settings.update('blockedTools', ['everything.get-sum'], vscode.ConfigurationTarget.Workspace);
    try {
      const text = await executeCode('return tools.everything.getSum({ a: 1, b: 2 })');
      assert.match(text, /blocked by "everything\.get-sum" in codeMode\.blockedTools/);
    } finally {
      await settings.update('blockedTools', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
