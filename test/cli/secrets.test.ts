// Tests texts that the command writes for other readers: none contains a key of a server, and only the user can read
// files that are meant for the user.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { TestFolder, config, type Finished } from './testFolder.ts';

const key = 'Planted-Value-0123456789';
const names = ['MY_API_KEY'];
const input = ['--input', `key=${key}`];

let folder: TestFolder;

async function openFolder(): Promise<void> {
  folder = new TestFolder();
  await folder.write('mcp.json', {
    inputs: [{ id: 'key', type: 'promptString', password: true }],
    servers: { given: { ...scriptedServer('given'), env: { MY_API_KEY: '${input:key}' } } },
  });
}

const run = (code: string, ...options: readonly string[]): Promise<Finished> =>
  folder.codeMode(['run', '-', '--type-check', 'off', ...options, ...config, ...input], code, {
    XDG_STATE_HOME: join(folder.path, 'state'),
  });
const runs = (...args: readonly string[]): Promise<Finished> =>
  folder.codeMode(['runs', ...args], '', { XDG_STATE_HOME: join(folder.path, 'state') });
const textOf = (name: string): string => readFileSync(join(folder.path, name), 'utf8');

/** Returns the paths of all files and folders below a folder. */
function below(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
}

describe('the key of a server', () => {
  before(async () => {
    await openFolder();
    await run('return await tools.given.given({});');
  });
  after(() => folder[Symbol.dispose]());

  const ask = `return await tools.given.given({ names: ${JSON.stringify(names)} });`;

  it('is in no record of a short run, whose tools are known already, and in no exported run', async () => {
    for (const note of ['first', 'second', 'third']) {
      const { stdout } = await run(`// ${note}, with ${key}\n${ask}`);
      assert.match(stdout, new RegExp(key), 'the script gets the key as it is');
    }
    const records = below(join(folder.path, 'state')).filter((path) => statSync(path).isFile());
    assert.ok(records.some((path) => path.endsWith('.jsonl')));
    for (const path of records) assert.ok(!readFileSync(path, 'utf8').includes(key), path);
    assert.match(records.map((path) => readFileSync(path, 'utf8')).join(''), /•••/);
    await runs('export', 'last', '-o', 'run.json');
    assert.ok(!textOf('run.json').includes(key));
  });

  it('is in no trace, also of calls before its server was started', async () => {
    const script = `await tools.workspace.findFiles({ pattern: "${key}*" }); ${ask}`;
    const { code } = await run(script, '--read-paths', '**', '--trace', 'trace.jsonl');
    assert.equal(code, 0);
    const trace = textOf('trace.jsonl');
    assert.equal(trace.trimEnd().split('\n').length, 2);
    assert.ok(!trace.includes(key), trace);
    assert.match(trace, /•••/);
  });

  it('is in no trace as the argument of a call, by its name and by its place', async () => {
    await run(
      'return await tools.given.given({ password: "cat-one", args: ["--password", "cat-two"] });',
      '--trace',
      'trace.jsonl',
    );
    assert.doesNotMatch(textOf('trace.jsonl'), /cat-/);
  });

  it('is in no diagnosis, wherever it was given', async () => {
    const crash = `throw new Error(process.argv.slice(1).join(" ") + " for " + process.env.PG_PASS)`;
    const args = ['-e', crash, '--', '--token', key, `--dsn=redis://ann:${key}@x.test`];
    await folder.write('crash.json', {
      servers: { crashing: { command: process.execPath, args, env: { PG_PASS: `${key}-pass` } } },
    });
    const { stdout } = await folder.codeMode(['diagnose', '--config', 'crash.json']);
    assert.match(stdout, /crashing.*•••/);
    assert.doesNotMatch(stdout, new RegExp(key));
  });
});

if (process.platform !== 'win32') {
  describe('what the command leaves behind', () => {
    before(openFolder);
    after(() => folder[Symbol.dispose]());

    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

    it('can be read by its user alone, whatever the mask of new files', async () => {
      const home = join(folder.path, 'home');
      const places = {
        HOME: home,
        XDG_CACHE_HOME: undefined,
        XDG_STATE_HOME: undefined,
        XDG_CONFIG_HOME: undefined,
        NODE_COMPILE_CACHE: undefined,
      };
      const mask = process.umask(0o002);
      const { code, stderr } = await folder.spawned(
        ['run', '-', '--type-check', 'off', ...config, ...input],
        'return await tools.given.given({});',
        places,
      );
      process.umask(mask);
      assert.equal(code, 0, stderr);
      const all = below(home);
      assert.ok(all.some((path) => path.endsWith('.jsonl')));
      assert.ok(all.some((path) => path.includes('modules')));
      for (const path of all) assert.equal(modeOf(path), statSync(path).isFile() ? '600' : '700', path);
    });

    it('closes an earlier folder of caches', async () => {
      const cache = join(folder.path, 'home', '.cache', 'code-mode');
      assert.ok(existsSync(cache));
      chmodSync(cache, 0o775);
      await folder.spawned(['--version'], '', { HOME: join(folder.path, 'home'), XDG_CACHE_HOME: undefined });
      assert.equal(modeOf(cache), '700');
    });

    for (const [what, before] of [
      ['a new file', undefined],
      ['a file that others could read', 0o644],
    ] as const)
      it(`writes traces and exported runs for its user alone, as ${what}`, async () => {
        for (const name of ['t.jsonl', 'r.json']) {
          if (before === undefined) continue;
          writeFileSync(join(folder.path, name), 'old');
          chmodSync(join(folder.path, name), before);
        }
        const mask = process.umask(0o002);
        await run('return await tools.given.given({});', '--trace', 't.jsonl');
        await runs('export', 'last', '-o', 'r.json');
        process.umask(mask);
        for (const name of ['t.jsonl', 'r.json']) {
          assert.equal(modeOf(join(folder.path, name)), '600', name);
          assert.match(textOf(name), /^\{.*\}\n?$/s);
        }
      });
  });
}
