import assert from 'node:assert/strict';
import { ESLint } from 'eslint';

const rule = '@typescript-eslint/no-restricted-imports';

describe('the rooms', () => {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === rule });

  const violations: readonly (readonly [room: string, file: string, imported: string])[] = [
    ['the engine', 'src/engine/executeScript.ts', 'vscode'],
    ['the engine', 'src/engine/executeScript.ts', '../mcp/mcpToolSource.ts'],
    ['the engine', 'src/engine/calls/toolCalls.ts', '../../sandbox/supervisor/main.ts'],
    ['the terminal', 'src/cli/commands/run.ts', 'vscode'],
    ['the terminal', 'src/cli/commands/run.ts', '../../vscode/editorSession.ts'],
    ['the catalog', 'src/catalog/catalog.ts', '../mcp/mcpToolSource.ts'],
    ['the declarations', 'src/declarations/declarations.ts', '../catalog/catalog.ts'],
    ['the guest', 'src/sandbox/guest/main.ts', '../host/sandbox.ts'],
    ['the thread', 'src/sandbox/supervisor/main.ts', '../../catalog/catalog.ts'],
    ['the protocol', 'src/sandbox/protocol/messages.ts', '../host/sandbox.ts'],
    ['the extension', 'src/vscode/editorSession.ts', '../extension.ts'],
    ['the workspace tools', 'src/workspace/pathGuard.ts', 'vscode'],
    ['the workspace tools', 'src/workspace/pathGuard.ts', '../engine/executeScript.ts'],
    ['the protocol of MCP', 'src/mcp/protocol/secrets.ts', '../session/session.ts'],
    ['a transport', 'src/mcp/transport/http/webRequests.ts', '../../session/session.ts'],
    ['the definitions', 'src/mcp/definitions/inputs.ts', '../transport/stdio/orphanGuard.ts'],
    ['a connection', 'src/mcp/connection/serverConnection.ts', '../source/mcpToolSource.ts'],
    ['a source', 'src/storage/resultStore.ts', '../../test/fakes/testEngine.ts'],
  ];
  for (const [room, file, imported] of violations) {
    it(`keep ${room} from importing ${imported}`, async () => {
      const [result] = await eslint.lintText(`import * as planted from '${imported}';\nexport const kept = planted;\n`, { filePath: file });
      assert.deepEqual(
        result?.messages.map(({ ruleId }) => ruleId),
        [rule],
      );
    });
  }

  it('let the engine import what is below it', async () => {
    const [result] = await eslint.lintText(`export type { Catalog } from '../catalog/catalog.ts';\n`, {
      filePath: 'src/engine/executeScript.ts',
    });
    assert.deepEqual(result?.messages, []);
  });
}).timeout(300_000);
