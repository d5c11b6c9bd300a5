import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planClient } from '../../../src/setup/clientPlan.ts';
import { clientsAt } from '../../../src/setup/clients.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

describe('the plan for a client', () => {
  const home = freshFolder('code-mode-home-');
  const folder = freshFolder('code-mode-clone-');

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
      const flags = Object.entries(planned.plan.entry).filter(([name]) =>
        ['alwaysLoad', 'deferTools'].includes(name),
      );
      assert.deepEqual(Object.fromEntries(flags), flag);
    });
  }

  for (const [id, file, text, variables] of [
    [
      'codex',
      '.codex/config.toml',
      '[mcp_servers.a]\ncommand = "a"\nenv_vars = ["A"]\n[mcp_servers.b]\nurl = "https://b.example"\nbearer_token_env_var = "B"\n',
      { env_vars: ['A', 'B'] },
    ],
    [
      'gemini-cli',
      '.gemini/settings.json',
      '{"mcpServers":{"a":{"command":"a","env":{"K":"$A","L":"${B}","M":"${C:-c}"}}}}',
      { env: { A: '${A}', B: '${B}', C: '${C:-c}' } },
    ],
  ] as const) {
    it(`names in the entry for ${id} the variables of its servers, which are withheld otherwise`, async () => {
      await mkdir(join(home.path, dirname(file)));
      await writeFile(join(home.path, file), text);
      const planned = await plan(id);
      assert.ok(planned.ok);
      const { command: _command, args: _args, ...others } = planned.plan.entry;
      assert.deepEqual(others, variables);
    });
  }

  describe('for OpenCode', () => {
    const openCode = async (config: object, file = 'opencode.json') => {
      const own = join(home.path, '.config', 'opencode');
      await mkdir(own, { recursive: true });
      await writeFile(join(own, file), JSON.stringify(config));
      const planned = await plan('opencode');
      assert.ok(planned.ok);
      return planned.plan;
    };
    const geo = { type: 'local', command: ['geo'] };
    const command = (own: string) => ['node', 'main.js', 'serve', '--config', own];

    it('has the form of OpenCode 1 where the file has it', async () => {
      const { client, entry, ownFile } = await openCode({ mcp: { geo: { ...geo, enabled: true } } });
      assert.equal(client.key, 'mcp');
      assert.deepEqual(entry, { type: 'local', command: command(ownFile), enabled: true });
    });

    it('has the form of OpenCode 2 where the file has it, whose own code then leaves our tools alone', async () => {
      const { client, entry, copied, ownFile } = await openCode({
        mcp: { timeout: { startup: 1 }, servers: { geo } },
      });
      assert.equal(client.key, 'mcp.servers');
      assert.deepEqual(entry, { type: 'local', command: command(ownFile), codemode: false });
      assert.deepEqual(copied, { geo: { command: 'geo', args: [] } });
    });

    it('has the form of OpenCode 2 where OpenCode 2 is and has no servers yet', async () => {
      assert.equal((await openCode({ theme: { name: 'a' } }, 'cli.json')).client.key, 'mcp.servers');
    });

    it('keeps the form of OpenCode 1 where no OpenCode 2 is', async () => {
      assert.equal((await openCode({ model: 'a/b' })).client.key, 'mcp');
    });

    it('takes a server of OpenCode 1 that is called servers for a server', async () => {
      assert.deepEqual((await openCode({ mcp: { servers: geo } })).copied, {
        servers: { command: 'geo', args: [] },
      });
    });

    it('names the servers that a file of OpenCode 2 has in the form of OpenCode 1', async () => {
      const { copied, staying } = await openCode({ mcp: { old: geo, servers: { geo } } });
      assert.deepEqual([Object.keys(copied), staying.map(({ name }) => name)], [['geo'], ['old']]);
    });

    it('finds an entry of ours in the form of OpenCode 1 beside servers of OpenCode 2', async () => {
      const { present } = await openCode({ mcp: { 'code-mode': geo, servers: { geo } } });
      assert.deepEqual({ ...(present as object) }, geo);
    });
  });

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

    it('finds OpenCode 2 where the file of OpenCode is a link', async () => {
      const own = join(home.path, '.config', 'opencode');
      await mkdir(own, { recursive: true });
      await writeFile(join(own, 'cli.json'), '{}');
      await writeFile(join(folder.path, 'dotfile.json'), '{}');
      await symlink(join(folder.path, 'dotfile.json'), join(own, 'opencode.json'));
      const planned = await plan('opencode');
      assert.ok(planned.ok);
      assert.equal(planned.plan.client.key, 'mcp.servers');
    });

    it('is refused where a link leads to another folder', async () => {
      await symlink(home.path, join(folder.path, '.vscode'));
      assert.equal((await plan('vscode-workspace')).ok, false);
    });
  }
});
