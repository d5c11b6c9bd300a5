// The settings of a workspace take tools away on the terminal, too, and give none.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { config, servers, TestFolder } from '../../cli/codeMode.ts';

describe('settings of the workspace', () => {
  let folder: TestFolder;

  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': servers });
    await mkdir(join(folder.path, '.vscode'));
  });
  afterEach(() => folder[Symbol.dispose]());

  const script = 'return tools.everything.getSum({ a: 1, b: 1 })';
  const run = async (settings: object, ...options: readonly string[]) => {
    await folder.write('.vscode/settings.json', settings);
    return folder.codeMode(['run', '-e', script, ...config, ...options]);
  };

  it('exclude a tool, and the refusal names the file', async () => {
    const { code, stderr } = await run({ 'codeMode.excludedTools': ['everything.get-*'] });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /excluded by "everything\.get-\*" in codeMode\.excludedTools in \.vscode\/settings\.json/,
    );
  });

  it('ask for a tool, even with --allow-writes', async () => {
    const { code, stderr } = await run(
      { 'codeMode.approvals.rules': { 'everything.*': 'ask' } },
      '--allow-writes',
    );
    assert.equal(code, 1);
    assert.match(
      stderr,
      /asked each run by "everything\.\*" in codeMode\.approvals\.rules in \.vscode\/settings\.json/,
    );
  });

  it('bring back nothing that the command line leaves out', async () => {
    const settings = { 'codeMode.excludedTools': [], 'codeMode.servers': ['*'] };
    const excluded = await run(settings, '--exclude', 'everything.get-*');
    assert.match(excluded.stderr, /excluded by "everything\.get-\*" in --exclude\./);
    assert.equal((await run(settings, '--server', 'my-*')).code, 1);
  });
});
