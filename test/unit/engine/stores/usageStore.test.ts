import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageStore } from '../../../../src/engine/stores/usageStore.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const log = () => undefined;
const used = {
  requests: 1,
  sparedCalls: 3,
  unreadBytes: 700,
  definitions: -50,
  servers: { github: { calls: 4, bytes: 800 } },
};

describe('the store of usage', () => {
  it('goes on with a session after a reload, each door by itself', async () => {
    using folder = new TemporaryFolder('code-mode-usage-');
    const first = new UsageStore({ folder: folder.path, log });
    await first.add('chat:1', 'agent', used, 1_000);
    await first.dispose();
    const second = new UsageStore({ folder: folder.path, log });
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
    using folder = new TemporaryFolder('code-mode-usage-');
    const [editor, terminal] = [
      new UsageStore({ folder: folder.path, log }),
      new UsageStore({ folder: folder.path, log }),
    ];
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
    using folder = new TemporaryFolder('code-mode-usage-');
    const store = new UsageStore({ folder: folder.path, log });
    await store.add('chat:vscode-chat-session://secret', 'agent', used, 1_000);
    await store.dispose();
    const files = readdirSync(folder.path);
    const texts = files.map((file) => file + readFileSync(join(folder.path, file), 'utf8'));
    assert.doesNotMatch(texts.join('\n'), /secret/);
    assert.match(texts.join('\n'), /github/);
  });

  for (const door of ['agent', 'serve', 'provider', 'participant', 'chat']) {
    it(`reads a file of the door ${door}`, async () => {
      using folder = new TemporaryFolder('code-mode-usage-');
      const stored = { door, startedAt: 1, lastAt: 2, ...used };
      writeFileSync(join(folder.path, 'x.json'), JSON.stringify(stored));
      assert.deepEqual(await new UsageStore({ folder: folder.path, log }).all(), [stored]);
    });
  }

  for (const [what, content] of Object.entries({
    'no object': [1],
    'another door': { ...used, door: 'window', startedAt: 1, lastAt: 1 },
    'negative numbers': { ...used, door: 'agent', startedAt: 1, lastAt: 1, unreadBytes: -1 },
    'the fields of an earlier version': {
      door: 'agent',
      startedAt: 1,
      lastAt: 1,
      requests: 1,
      ours: 700,
      definitions: 5,
      servers: {},
    },
    'servers that are no records': {
      ...used,
      door: 'agent',
      startedAt: 1,
      lastAt: 1,
      servers: { github: 5 },
    },
  })) {
    it(`leaves out a file that holds ${what}`, async () => {
      using folder = new TemporaryFolder('code-mode-usage-');
      writeFileSync(join(folder.path, 'x.json'), JSON.stringify(content));
      assert.deepEqual(await new UsageStore({ folder: folder.path, log }).all(), []);
    });
  }

  it('keeps a server that is named like a member of objects', async () => {
    const store = new UsageStore({ folder: undefined, log });
    await store.add('s', 'agent', { ...used, servers: { ['__proto__']: { calls: 1, bytes: 1 } } }, 1);
    await store.add('s', 'agent', { ...used, servers: { toString: { calls: 1, bytes: 1 } } }, 1);
    const [session] = await store.all();
    assert.deepEqual(Object.keys(session?.servers ?? {}), ['__proto__', 'toString']);
  });
});
