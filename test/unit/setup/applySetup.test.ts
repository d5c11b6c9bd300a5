import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applySetup, undoSetup } from '../../../src/setup/applySetup.ts';
import { planClient } from '../../../src/setup/clientPlan.ts';
import type { McpClient } from '../../../src/setup/clients.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('what setup wrote', () => {
  it('is taken back whole, also where the program moved between two runs', async () => {
    using folder = new TemporaryFolder('code-mode-setup-');
    const file = join(folder.path, 'mcp.json');
    const client: McpClient = {
      ...{ id: 'cursor', name: 'Cursor', dialect: 'mcpServers', key: 'mcpServers', restart: '' },
      ...{ files: [file], signs: [] },
    };
    const record = join(folder.path, 'setup.json');
    const before = { mcpServers: { geo: { command: 'geo' } } };
    await writeFile(file, JSON.stringify(before));
    for (const [version, moves] of [
      ['20', false],
      ['22', true],
    ] as const) {
      const planning = await planClient(client, { command: `/node/${version}/node`, args: ['main.js'] }, folder.path);
      assert.ok(planning.ok);
      await applySetup(planning.plan, moves, record);
    }
    const outcome = await undoSetup(client, record);
    assert.deepEqual(outcome.ok && outcome.notes, []);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), before);
  });
});
