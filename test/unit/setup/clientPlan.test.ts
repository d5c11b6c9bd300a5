import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planClient } from '../../../src/setup/clientPlan.ts';
import { clientsAt } from '../../../src/setup/clients.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('the plan for a client', () => {
  let home: TemporaryFolder;
  let folder: TemporaryFolder;
  beforeEach(() => {
    home = new TemporaryFolder('code-mode-home-');
    folder = new TemporaryFolder('code-mode-clone-');
  });
  afterEach(() => [home, folder].forEach((made) => made[Symbol.dispose]()));

  const plan = (id: string) => {
    const clients = clientsAt({ env: {}, home: home.path, platform: process.platform, folder: folder.path });
    const client = clients.find((one) => one.id === id);
    assert.ok(client);
    return planClient(client, { command: 'node', args: ['main.js'] }, home.path);
  };

  for (const [id, flag] of [
    ['claude-code', { alwaysLoad: true }],
    ['claude-code-project', { alwaysLoad: true }],
    ['copilot-cli', { deferTools: 'never' }],
    ['cursor', {}],
  ] as const) {
    it(`loads our tools at the start where ${id} would search them`, async () => {
      const planned = await plan(id);
      assert.ok(planned.ok);
      const flags = Object.entries(planned.plan.entry).filter(([name]) => ['alwaysLoad', 'deferTools'].includes(name));
      assert.deepEqual(Object.fromEntries(flags), flag);
    });
  }

  for (const id of ['vscode-workspace', 'claude-code-project']) {
    it(`is made for ${id}`, async () => assert.equal((await plan(id)).ok, true));
  }

  it('is made for one that is there', async () => {
    await mkdir(join(folder.path, '.vscode'));
    await writeFile(join(folder.path, '.vscode', 'mcp.json'), '{}');
    assert.equal((await plan('vscode-workspace')).ok, true);
  });

  if (process.platform !== 'win32') {
    it('is refused where a link of the folder leads to a file of the person', async () => {
      await writeFile(join(home.path, 'mcp.json'), '{}');
      await symlink(join(home.path, 'mcp.json'), join(folder.path, '.mcp.json'));
      assert.equal((await plan('claude-code-project')).ok, false);
    });

    it('is refused where a link leads to another folder', async () => {
      await symlink(home.path, join(folder.path, '.vscode'));
      assert.equal((await plan('vscode-workspace')).ok, false);
    });
  }
});
