// A question on a terminal, while a script does its best to have another one answered.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultServer } from '../../fakes/faultServer.ts';
import { TestFolder } from '../../cli/codeMode.ts';
import { OnTerminal } from '../../cli/onTerminal.ts';

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

  async function run(script: string): Promise<OnTerminal> {
    await writeFile(join(folder.path, 'script.ts'), script);
    const options = [
      '--trace',
      'trace.jsonl',
      '--config',
      '.mcp.json',
      '--read-paths',
      '*',
      '--type-check',
      'off',
    ];
    return (terminal = new OnTerminal(folder.path, ['run', 'script.ts', ...options]));
  }

  it('is not answered by what was typed before it stood there', async () => {
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
    await writeFile(join(folder.path, 'typed.txt'), '');
    await shown.until(/later call of tools\.faults\.writeNote in this run\? \[y\/N\] /);
    shown.type('n\r');
    await shown.ended;
    assert.match(shown.shown, /"denied"/);
  });

  it('shows each argument by itself, and what a yes means', async () => {
    const shown = await run(`
      const name = 'write_' + 'note';
      const input = { text: 'x'.repeat(5_000) + '\\u202e' };
      return await tools.faults[name](input).catch((error) => error.code);
    `);
    await shown.until(/\[y\/N\] /);
    assert.match(
      shown.shown.replaceAll('\n│ ', ''),
      /text: "x+" … 3,\d\d\d more characters … "x+\\u\{202e\}"/,
    );
    assert.match(shown.shown, /^Allow .* tools\.faults\.writeNote in this run\? \[y\/N\] $/m);
    shown.type('n\r');
    await shown.ended;
  });
});
