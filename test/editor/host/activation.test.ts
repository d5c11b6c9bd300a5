// The packaged extension in a fresh profile: it costs nothing until used, and both tools are there for every chat.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, executeCode } from './invoke.ts';

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('code-mode.code-mode');
  assert.ok(found, 'The VSIX is not installed.');
  return found;
}

describe('the extension', () => {
  it('is active once the editor has started', async () => {
    await eventually(() => Promise.resolve(extension().isActive), Boolean);
  });

  it('offers both tools to every chat participant', () => {
    const names = vscode.lm.tools.map((tool) => tool.name);
    assert.ok(names.includes('executeCode') && names.includes('findTools'), names.join(' '));
  });

  it('runs code', async () => {
    assert.match(await executeCode('return 6 * 7'), /42/);
  });

  it('has every command that it contributes', async () => {
    // Our own package.json, as the editor has read it.
    const { contributes } = extension().packageJSON as { contributes: { commands: readonly { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.flatMap(({ command }) => (registered.has(command) ? [] : [command])),
      [],
    );
  });
});
