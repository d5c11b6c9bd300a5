// Tests that the settings of a workspace can remove tools on the terminal, and cannot add any.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { config, servers, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';

interface Routed {
  readonly name: string;
  readonly route: string;
  readonly why: { readonly by: string };
}

describe('settings of the workspace', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': servers });

  const script = 'return tools.everything.getSum({ a: 1, b: 1 })';
  const run = async (settings: string | object, ...options: readonly string[]) => {
    await folder.write('.vscode/settings.json', settings);
    return folder.codeMode(['run', '-e', script, '--type-check', 'off', ...config, ...options]);
  };

  it('block a tool, which no option unblocks, and the list of tools says why', async () => {
    const { code, stderr } = await run({ 'codeMode.blockedTools': ['everything.get-sum'] }, '--allow-writes');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /blocked by "everything\.get-sum" in codeMode\.blockedTools in \.vscode\/settings\.json/,
    );
    const { stdout } = await folder.codeMode(['tools', '--json', '--exclude', 'everything.echo', ...config]);
    const { servers: listed } = JSON.parse(stdout) as { servers: { tools: Routed[]; withheld: Routed[] }[] };
    const routes = listed
      .flatMap(({ tools, withheld }) => [...tools, ...withheld])
      .map(({ name, route, why }) => [name, route, why.by]);
    for (const expected of [
      ['get-sum', 'off', 'blocked'],
      ['echo', 'tool', 'excluded'],
      ['get-tiny-image', 'code', 'default'],
    ]) {
      assert.ok(
        routes.some((route) => isDeepStrictEqual(route, expected)),
        JSON.stringify(routes),
      );
    }
  });

  it('leave out a server, and the refusal names the file', async () => {
    const { code, stderr } = await run({ 'codeMode.servers': ['my-*'] });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /No server "everything".*codeMode\.servers in \.vscode\/settings\.json leaves out everything\./s,
    );
  });

  it('deny a tool that only reads, and allow none that the command line denies', async () => {
    const denied = await run(
      { 'codeMode.approvals.rules': { 'everything.get-*': 'deny' } },
      '--approve',
      'everything.*=allow',
    );
    assert.match(
      denied.stderr,
      /was not called\. "everything\.get-\*" in codeMode\.approvals\.rules in \.vscode\/settings\.json denies it/,
    );
    const loosened = await run(
      { 'codeMode.approvals.rules': { '*': 'allow' } },
      '--approve',
      'everything.*=deny',
    );
    assert.match(loosened.stderr, /"everything\.\*" in --approve denies it/);
  });

  it('deny every tool where their file cannot be read, and say what to do', async () => {
    const { code, stderr } = await run('{ "codeMode.blockedTools": ["my-files.*" }');
    assert.equal(code, 1);
    assert.match(stderr, /\.vscode\/settings\.json is invalid JSON, .* every tool is denied/);
    assert.match(
      stderr,
      /was not called\. "\*" in \.vscode\/settings\.json \(which cannot be read\) denies it/,
    );
  });

  fullTest('exclude a tool, and the refusal names the file', async () => {
    const { code, stderr } = await run({ 'codeMode.excludedTools': ['everything.get-*'] });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /excluded by "everything\.get-\*" in codeMode\.excludedTools in \.vscode\/settings\.json/,
    );
  });

  fullTest('ask for a tool, even with --allow-writes', async () => {
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

  fullTest('bring back nothing that the command line leaves out', async () => {
    const settings = { 'codeMode.excludedTools': [], 'codeMode.servers': ['*'] };
    const excluded = await run(settings, '--exclude', 'everything.get-*');
    assert.match(excluded.stderr, /excluded by "everything\.get-\*" in --exclude\./);
    assert.equal((await run(settings, '--server', 'my-*')).code, 1);
  });
});
