// Tests the packaged extension in a fresh profile: it costs nothing until it is used, and both tools are available to
// every chat.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './invoke.ts';

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('code-mode.code-mode');
  assert.ok(found, 'The VSIX is not installed.');
  return found;
}

describe('the extension', () => {
  it('is active once the editor has started, offers both tools to every chat participant and has every command that it contributes', async () => {
    await eventually(() => extension().isActive, Boolean);
    const names = vscode.lm.tools.map((tool) => tool.name);
    assert.ok(names.includes('executeCode') && names.includes('findTools'), names.join(' '));
    // The package.json of Code Mode, as the editor has read it.
    const { contributes } = extension().packageJSON as {
      contributes: { commands: readonly { command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.flatMap(({ command }) => (registered.has(command) ? [] : [command])),
      [],
    );
  });
});
