import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applySetup, undoSetup } from '../../../src/setup/applySetup.ts';
import { planClient } from '../../../src/setup/clientPlan.ts';
import type { ClientProgram } from '../../../src/setup/clients.ts';
import { parseConfig } from '../../../src/setup/configText.ts';
import { readSetupRecord, recordsOf } from '../../../src/setup/setupRecord.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

describe('what setup wrote', () => {
  const folder = freshFolder('code-mode-setup-');
  let record: string;
  beforeEach(() => {
    record = join(folder.path, 'setup.json');
  });

  const cursorAt = (file: string): ClientProgram => ({
    id: 'cursor',
    name: 'Cursor',
    dialect: 'mcpServers',
    key: 'mcpServers',
    restart: '',
    files: [file],
  });
  const write = async (file: string, text: string) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const setUp = async (client: ClientProgram, moves = false, runtime = '/node') => {
    const planning = await planClient(client, { command: runtime, args: ['main.js'] }, folder.path);
    assert.ok(planning.ok);
    const outcome = await applySetup(planning.plan, moves, record);
    assert.ok(outcome.ok);
  };
  /** Undoes the setup of all files of the client, or of the first `most`. Returns the parts that were left alone. */
  const undo = async (client: ClientProgram, most = Infinity): Promise<readonly string[]> => {
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

  it('is not written again where a person has taken it back', async () => {
    const file = join(folder.path, 'mcp.json');
    await write(file, before);
    await setUp(cursorAt(file));
    await write(file, before);
    await undo(cursorAt(file));
    const copies = (await readdir(folder.path)).filter((name) => name.endsWith('.bak'));
    assert.equal(copies.length, 1);
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

    it('goes back into both', async () => {
      await undo(cursorAt(''));
      for (const name of ['one', 'two'])
        assert.deepEqual(await parsed(join(folder.path, name, 'mcp.json')), JSON.parse(before));
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

  const commented = `{
  // My servers.
  "mcpServers": {
    // Maps, for the trips.
    "geo": { "command": "geo" }, // one line
    /* Shared with the team: ask before a change. */
    "docs": {
      "command": "docs", // the new one
      "args": ["--fast" /* enough */],
    },
    // "old": { "command": "old" },
  },
  "theme": "dark" // mine
}`;
  const table = `# Mine
model = "a" # the fast one

[mcp_servers.geo] # maps
command = "geo"
# Ask before a change.
args = [ "--fast", ] # enough

# About docs
[mcp_servers.docs]
command = "docs"

# "old" was here
[profile]
name = "x"`;
  const codexAt = (file: string): ClientProgram => ({
    id: 'codex',
    name: 'Codex',
    dialect: 'codex',
    key: 'mcp_servers',
    restart: '',
    files: [file],
  });
  const secondTable = `{
  "mcp": {
    // Mine.
    "servers": {
      "geo": { "type": "local", "command": ["geo"] }, // maps
    },
  },
}
`;
  const openCodeAt = (file: string): ClientProgram => ({
    id: 'opencode',
    name: 'OpenCode',
    dialect: 'openCode',
    key: 'mcp',
    restart: '',
    files: [file],
  });
  const kinds = [
    ['JSON of OpenCode 2', 'opencode.jsonc', secondTable, openCodeAt],
    ['JSON', 'mcp.json', commented, cursorAt],
    ['JSON of Windows', 'mcp.json', `\uFEFF${commented.replaceAll('\n', '\r\n')}\r\n`, cursorAt],
    [
      'JSON in one line',
      'mcp.json',
      '{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"}},"x":1}',
      cursorAt,
    ],
    ['TOML', 'config.toml', table, codexAt],
    ['TOML of Windows', 'config.toml', `${table.replaceAll('\n', '\r\n')}\r\n\r\n`, codexAt],
  ] as const;
  for (const [what, name, text, clientAt] of kinds) {
    for (const steps of [[false], [true], [false, true]]) {
      it(`is as it was to the letter after undo, in ${what}, written ${steps.map((moves) => (moves ? 'with --move' : 'without')).join(', then ')}`, async () => {
        const client = clientAt(join(folder.path, name));
        await write(join(folder.path, name), text);
        for (const moves of steps) await setUp(client, moves);
        assert.deepEqual(await undo(client), []);
        assert.equal(await readFile(join(folder.path, name), 'utf8'), text);
      });
    }
  }

  describe('and a person changed since', () => {
    let file: string;
    beforeEach(async () => {
      file = join(folder.path, 'mcp.json');
      await write(file, commented);
      await setUp(cursorAt(file), true);
    });
    const change = async (from: string, to: string) => {
      const text = await readFile(file, 'utf8');
      assert.ok(text.includes(from), text);
      await writeFile(file, text.replace(from, to));
    };

    for (const [where, from, to] of [
      ['before it', '// My servers.', '// My very own servers, all of them.'],
      ['after it', '"dark" // mine', '"light"'],
    ] as const) {
      it(`${where} goes back with its comments, and the change stays`, async () => {
        await change(from, to);
        assert.deepEqual(await undo(cursorAt(file)), []);
        assert.equal(await readFile(file, 'utf8'), commented.replace(from, to));
      });
    }

    it('by another server goes back beside it', async () => {
      await change('"mcpServers": {', '"mcpServers": { "new": { "command": "new" },');
      await undo(cursorAt(file));
      const { servers } = await serversIn(file);
      assert.deepEqual(Object.keys(servers).sort(), ['docs', 'geo', 'new']);
    });

    it('by a server of a moved name leaves that one', async () => {
      await change('"mcpServers": {', '"mcpServers": { "geo": { "command": "other" },');
      await undo(cursorAt(file));
      const { servers, text } = await serversIn(file);
      assert.deepEqual(servers, { geo: { command: 'other' }, docs: { command: 'docs', args: ['--fast'] } });
      assert.equal(text.split('"geo"').length, 2);
    });

    it('in our own entry leaves the entry, and the moved ones go back', async () => {
      await change('"main.js"', '"main.js", "--quiet"');
      assert.match((await undo(cursorAt(file))).join(), /its entry code-mode was changed since, and stays/);
      assert.deepEqual(Object.keys((await serversIn(file)).servers).sort(), ['code-mode', 'docs', 'geo']);
    });

    it('and set up again goes back with its comments', async () => {
      await change('"dark"', '"light"');
      await setUp(cursorAt(file), true);
      await undo(cursorAt(file));
      assert.equal(await readFile(file, 'utf8'), commented.replace('"dark"', '"light"'));
    });
  });

  const serversIn = async (file: string) => {
    const text = await readFile(file, 'utf8');
    const read = await parseConfig(text, 'json');
    assert.ok(read.ok);
    return {
      text,
      servers: JSON.parse(JSON.stringify(read.root['mcpServers'])) as Readonly<Record<string, unknown>>,
    };
  };

  describe('for OpenCode 2', () => {
    let file: string;
    beforeEach(async () => {
      file = join(folder.path, 'config', 'opencode.json');
      await write(join(dirname(file), 'cli.json'), '{}');
    });

    it('into a new file goes with the file', async () => {
      await setUp(openCodeAt(file));
      assert.deepEqual(Object.keys((await parsed(file)) as object), ['mcp']);
      await undo(openCodeAt(file));
      assert.ok(!existsSync(file));
    });

    it('goes back where it was taken from, also after a server of OpenCode 1 was added', async () => {
      await write(file, JSON.stringify({ mcp: { servers: { geo: { type: 'local', command: ['geo'] } } } }));
      await setUp(openCodeAt(file), true);
      const { mcp } = (await parsed(file)) as { mcp: object };
      await writeFile(file, JSON.stringify({ mcp: { ...mcp, old: { type: 'local', command: ['old'] } } }));
      await undo(openCodeAt(file));
      assert.deepEqual(await parsed(file), {
        mcp: {
          servers: { geo: { type: 'local', command: ['geo'] } },
          old: { type: 'local', command: ['old'] },
        },
      });
    });

    it('in the form of OpenCode 1 is taken back from a file that has that of OpenCode 2 by now', async () => {
      await write(file, JSON.stringify({ mcp: { geo: { type: 'local', command: ['geo'] } } }));
      await setUp(openCodeAt(file));
      const { mcp } = (await parsed(file)) as { mcp: object };
      await writeFile(file, JSON.stringify({ mcp: { ...mcp, servers: {} } }));
      await undo(openCodeAt(file));
      assert.deepEqual(await parsed(file), {
        mcp: { geo: { type: 'local', command: ['geo'] }, servers: {} },
      });
    });
  });
});
