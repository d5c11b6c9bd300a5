// Tests a question on a terminal while a script tries to have another question answered instead.
import assert from 'node:assert/strict';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { TestFolder } from './codeMode.ts';
import { OnTerminal } from './onTerminal.ts';
import { fullTest } from '../fakes/everyTest.ts';

const pretended = 'code-mode: Shall colours be used? [y/N] ';

describe('a question on the terminal', function () {
  this.timeout(60_000);
  let folder: TestFolder;
  let terminal: OnTerminal | undefined;

  beforeEach(async () => {
    folder = await TestFolder.with({
      '.mcp.json': { mcpServers: { faults: faultServer() } },
      'trace.jsonl': '',
    });
  });
  afterEach(() => {
    terminal?.kill();
    folder[Symbol.dispose]();
  });

  /** Settles when the trace has this number of ended calls. */
  async function called(calls: number): Promise<void> {
    const file = join(folder.path, 'trace.jsonl');
    const lines = () => readFileSync(file, 'utf8').split('\n').length - 1;
    await new Promise<void>((resolve) => {
      const watcher = watch(file, () => look());
      const look = () => {
        if (lines() < calls) return;
        watcher.close();
        resolve();
      };
      look();
    });
  }

  async function run(script: string): Promise<OnTerminal> {
    await folder.write('script.ts', script);
    const line = 'run script.ts --trace trace.jsonl --config .mcp.json --read-paths * --type-check off';
    return (terminal = new OnTerminal(folder.path, line.split(' ')));
  }

  it('is not pushed away by what the script prints, which comes after the answer, marked', async () => {
    const shown = await run(`
      const name = 'write_' + 'note';
      const writing = tools.faults[name]({ text: 'x' }).catch((error) => error.code);
      await tools.faults.echo({ text: '1' });
      console.log('\\n'.repeat(30) + ${JSON.stringify(pretended)});
      codemode.progress(${JSON.stringify(`\n${pretended}`)});
      await tools.faults.echo({ text: '2' });
      return await writing;
    `);
    await shown.until(/\[y\/N\] /);
    await called(2);
    assert.doesNotMatch(shown.shown, /colours/);
    shown.type('n\r');
    assert.equal(await shown.ended, 0);
    const lines = shown.shown.split('\n');
    assert.ok(
      lines.some((line) => line === `│ ${pretended}`),
      shown.shown,
    );
    assert.deepEqual(
      lines.filter((line) => line.includes('colours') && !line.startsWith('│ ')),
      [],
    );
    assert.match(shown.shown, /"denied"/);
  });

  fullTest('is not answered by what was typed before it stood there', async () => {
    const shown = await run(`
      console.log(${JSON.stringify(pretended)});
      const isThere = () => tools.workspace.readFile({ path: 'typed.txt' }).then(() => true, () => false);
      while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 20));
      const name = 'write_' + 'note';
      return await tools.faults[name]({ text: 'x' }).catch((error) => error.code);
    `);
    await shown.until(/colours/);
    shown.type('y\r');
    await shown.until(/\ny\n/);
    await folder.write('typed.txt', '');
    await shown.until(/later call of tools\.faults\.writeNote in this run\? \[y\/N\] /);
    shown.type('n\r');
    await shown.ended;
    assert.match(shown.shown, /"denied"/);
  });

  it('is not asked where the end of the script was typed, which ends the input', async () => {
    const shown = (terminal = new OnTerminal(folder.path, ['run', '-', '--config', '.mcp.json']));
    shown.type("return await tools.faults.write_note({ text: 'x' })\n\x04");
    await shown.until(/No terminal to ask on: allow them with\s+--allow-writes/);
    await shown.ended;
  });
});
