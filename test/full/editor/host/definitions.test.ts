// A policy over the definitions of the window. The story is test/editor/host/definitions.test.ts.
import * as vscode from 'vscode';
import { eventually, executeCode } from '../../../editor/host/invoke.ts';

describe('a definition in the editor', () => {
  it('is not used where the organisation lets no server run, and the message names the setting', async () => {
    const chat = vscode.workspace.getConfiguration('chat.mcp');
    await chat.update('access', 'none', vscode.ConfigurationTarget.Global);
    try {
      await eventually(
        () => executeCode('return await tools.everything.echo({ message: "a" })'),
        (text) => text.includes('"chat.mcp.access" is "none"'),
      );
    } finally {
      await chat.update('access', undefined, vscode.ConfigurationTarget.Global);
    }
    await eventually(
      () => executeCode('return await tools.everything.echo({ message: "a" })'),
      (text) => text.includes('Echo: a'),
    );
  });
});
