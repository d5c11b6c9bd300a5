// Tests the settings that the menu of a row writes if the existing settings do not have the form in which the menu
// writes them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setForWorkspace } from '../../../editor/host/invoke.ts';

const set = (setting: string, value: unknown) => setForWorkspace(`codeMode.${setting}`, value);
const valueOf = (setting: string) =>
  vscode.workspace.getConfiguration('codeMode').inspect<unknown>(setting)?.workspaceValue;
const server = { namespace: 'everything' };

describe('the menu of a row in the view', () => {
  afterEach(async () => {
    for (const setting of ['excludedTools', 'blockedTools']) await set(setting, undefined);
  });

  it('keeps what is excluded by a setting that is one glob', async () => {
    await set('excludedTools', 'everything.echo');
    await vscode.commands.executeCommand('codeMode.useAsTool', {
      server,
      tool: { path: 'tools.everything.getSum' },
    });
    assert.deepEqual(valueOf('excludedTools'), ['everything.echo', 'everything.getSum']);
  });

  it('unblocks no other tool of a blocked server', async () => {
    await set('blockedTools', ['everything.*']);
    const why = { by: 'blocked', pattern: 'everything.*', setting: 'codeMode.blockedTools' };
    await vscode.commands.executeCommand('codeMode.useThroughCode', {
      server,
      tool: { path: 'tools.everything.echo', why },
    });
    assert.deepEqual(valueOf('blockedTools'), ['everything.*']);
  });
});
