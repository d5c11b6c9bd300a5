import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applySetup, undoSetup } from '../../../src/setup/applySetup.ts';
import { planClient } from '../../../src/setup/clientPlan.ts';
import type { McpClient } from '../../../src/setup/clients.ts';
import { readSetupRecord, recordsOf } from '../../../src/setup/setupRecord.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('what setup wrote', () => {
  let folder: TemporaryFolder;
  let record: string;
  beforeEach(() => {
    folder = new TemporaryFolder('code-mode-setup-');
    record = join(folder.path, 'setup.json');
  });
  afterEach(() => folder[Symbol.dispose]());

  const cursorAt = (file: string): McpClient => ({
    ...{ id: 'cursor', name: 'Cursor', dialect: 'mcpServers', key: 'mcpServers', restart: '' },
    ...{ files: [file], signs: [] },
  });
  const write = async (file: string, text: string) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const setUp = async (client: McpClient, moves = false, runtime = '/node') => {
    const planning = await planClient(client, { command: runtime, args: ['main.js'] }, folder.path);
    assert.ok(planning.ok);
    const outcome = await applySetup(planning.plan, moves, record);
    assert.ok(outcome.ok);
  };
  /** Of all its files, or of the first `most`: what was left alone. */
  const undo = async (client: McpClient, most = Infinity): Promise<readonly string[]> => {
    const notes = [];
    for (const written of (await recordsOf(client, await readSetupRecord(record))).slice(0, most)) {
      const outcome = await undoSetup(client, written, record);
      assert.ok(outcome.ok);
      notes.push(...outcome.notes);
    }
    return notes;
  };
  const before = JSON.stringify({ mcpServers: { geo: { command: 'geo' } } });
  const parsed = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

  it('is taken back whole, also where the program moved between two runs', async () => {
    const file = join(folder.path, 'mcp.json');
    await write(file, before);
    await setUp(cursorAt(file), false, '/node/20/node');
    await setUp(cursorAt(file), true, '/node/22/node');
    assert.deepEqual(await undo(cursorAt(file)), []);
    assert.deepEqual(await parsed(file), JSON.parse(before));
  });

  describe('into two files of one client', () => {
    beforeEach(async () => {
      for (const name of ['one', 'two']) {
        const file = join(folder.path, name, 'mcp.json');
        await write(file, before);
        await setUp(cursorAt(file), true);
      }
    });

    it('leaves the copies for the entry that still names them', async () => {
      await undo(cursorAt(''), 1);
      assert.ok(existsSync(join(folder.path, 'cursor.json')));
    });

    it('takes the copies away with the last entry', async () => {
      assert.deepEqual(await undo(cursorAt('')), []);
      assert.ok(!existsSync(join(folder.path, 'cursor.json')));
    });
  });

  it('into a new file behind a link is known again', async () => {
    await mkdir(join(folder.path, 'real'));
    await symlink(join(folder.path, 'real'), join(folder.path, 'link'), 'junction');
    const client = cursorAt(join(folder.path, 'link', 'mcp.json'));
    await setUp(client);
    await setUp(client);
    await undo(client);
    assert.ok(!existsSync(join(folder.path, 'real', 'mcp.json')));
  });

  it('before records had the file in their key is taken back, too', async () => {
    const file = join(folder.path, 'mcp.json');
    await write(file, before);
    await setUp(cursorAt(file), true);
    const [written] = Object.values((await parsed(record)) as Readonly<Record<string, unknown>>);
    await writeFile(record, JSON.stringify({ cursor: written }));
    assert.deepEqual(await undo(cursorAt(file)), []);
    assert.deepEqual(await parsed(file), JSON.parse(before));
  });
});
