import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageStore } from '../../../../src/engine/stores/usageStore.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const used = {
  requests: 1,
  sparedCalls: 3,
  unreadBytes: 700,
  definitions: -50,
  servers: { github: { calls: 4, bytes: 800 } },
};

describe('the store of usage', () => {
  const folder = freshFolder('code-mode-usage-');
  const opened = () => new UsageStore({ folder: folder.path, log: () => undefined });

  it('goes on with a session after a reload, each door by itself', async () => {
    const first = opened();
    await first.add('chat:1', 'agent', used, 1_000);
    await first.dispose();
    const second = opened();
    await second.add('chat:1', 'agent', used, 2_000);
    await second.add('chat:1', 'chat', used, 3_000);
    const [other, agent] = await second.all();
    assert.deepEqual(agent, {
      door: 'agent',
      startedAt: 1_000,
      lastAt: 2_000,
      requests: 2,
      sparedCalls: 6,
      unreadBytes: 1_400,
      definitions: -100,
      servers: { github: { calls: 8, bytes: 1_600 } },
    });
    assert.deepEqual([other?.door, other?.requests], ['chat', 1]);
    await second.dispose();
  });

  it('has what another process wrote meanwhile', async () => {
    const [editor, terminal] = [opened(), opened()];
    await terminal.add('stdio', 'serve', used, 1_000);
    await terminal.dispose();
    await editor.add('chat:1', 'agent', used, 2_000);
    assert.deepEqual(
      (await editor.all()).map(({ door }) => door),
      ['agent', 'serve'],
    );
    await editor.dispose();
  });

  it('writes names of servers and numbers alone', async () => {
    const store = opened();
    await store.add('chat:vscode-chat-session://secret', 'agent', used, 1_000);
    await store.dispose();
    const files = readdirSync(folder.path);
    const texts = files.map((file) => file + readFileSync(join(folder.path, file), 'utf8'));
    assert.doesNotMatch(texts.join('\n'), /secret/);
    assert.match(texts.join('\n'), /github/);
  });

  for (const door of ['agent', 'serve', 'provider', 'participant', 'chat']) {
    it(`reads a file of the door ${door}`, async () => {
      const stored = { door, startedAt: 1, lastAt: 2, ...used };
      writeFileSync(join(folder.path, 'x.json'), JSON.stringify(stored));
      assert.deepEqual(await opened().all(), [stored]);
    });
  }

  const session = { door: 'agent', startedAt: 1, lastAt: 1 };
  for (const [what, content] of Object.entries({
    'no object': [1],
    'another door': { ...used, ...session, door: 'window' },
    'negative numbers': { ...used, ...session, unreadBytes: -1 },
    'the fields of an earlier version': { ...session, requests: 1, ours: 700, definitions: 5, servers: {} },
    'servers that are no records': { ...used, ...session, servers: { github: 5 } },
  })) {
    it(`leaves out a file that holds ${what}`, async () => {
      writeFileSync(join(folder.path, 'x.json'), JSON.stringify(content));
      assert.deepEqual(await opened().all(), []);
    });
  }

  it('keeps a server that is named like a member of objects', async () => {
    const store = new UsageStore({ folder: undefined, log: () => undefined });
    await store.add('s', 'agent', { ...used, servers: { ['__proto__']: { calls: 1, bytes: 1 } } }, 1);
    await store.add('s', 'agent', { ...used, servers: { toString: { calls: 1, bytes: 1 } } }, 1);
    const [session] = await store.all();
    assert.deepEqual(Object.keys(session?.servers ?? {}), ['__proto__', 'toString']);
  });
});
