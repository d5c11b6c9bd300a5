// Servers from npm that work without a network or an account, each called by a script that is checked against its
// types. Excel, PDF and OpenAPI are also used by the examples (test/full/cli/examples.test.ts).
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { EngineOverServers } from '../../engine/engineOverServers.ts';
import { openedForAll } from '../../fakes/opened.ts';
import { realServer } from '../../mcp/realServer.ts';

const project = resolve(import.meta.dirname, '../../..');
const ada = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

describe('servers that work offline', function () {
  this.timeout(60_000);
  const servers = {
    git: { ...realServer('git'), env: { MCP_TRANSPORT_TYPE: 'stdio', ...ada } },
    excel: realServer('excel'),
    time: realServer('time'),
    commands: realServer('commands'),
    primevue: realServer('primevue'),
    // The PATH has no ripgrep program.
    ripgrep: { ...realServer('ripgrep'), env: { PATH: '${workspaceFolder}' } },
    library: realServer('graphql-schema', join(project, 'test/fixtures/servers/library.graphql')),
    shop: { command: process.execPath, args: [join(project, 'examples/shop/mcp.mjs')] },
  };
  const test = openedForAll(() => EngineOverServers.open(servers, { typeCheck: 'error' }));

  const outcomeOf = (code: string) => test.run(code, { args: { folder: test.workspace.folder } });
  const failureOf = async (code: string) => {
    const outcome = await outcomeOf(code);
    return outcome.ok ? 'it did not fail' : outcome.errors.map(({ message }) => message).join('\n');
  };
  const run = async (code: string) => {
    const outcome = await outcomeOf(code);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.value;
  };

  it('git: a repository is made, committed to, and read back', async () => {
    await test.workspace.write('garden/plan.txt', 'a hedge');
    const code = `
      const path = codemode.args.folder + '/garden';
      await tools.git.gitInit({ path });
      await tools.git.gitAdd({ path, paths: ['plan.txt'] });
      await tools.git.gitCommit({ path, message: 'Plan the hedge' });
      const { commits } = await tools.git.gitLog({ path });
      return commits.map(({ author, subject }) => [author, subject]);
    `;
    assert.deepEqual(await run(code), [['Ada', 'Plan the hedge']]);
  });

  it('excel: a workbook that is not there is said to be missing, and not to be a fault of the server', async () => {
    const said = await failureOf(
      `return tools.excel.excelDescribeSheets({ fileAbsolutePath: codemode.args.folder + '/none.xlsx' })`,
    );
    assert.match(said, /none\.xlsx: no such file or directory/);
    assert.doesNotMatch(said, /fault/);
  });

  it('time: a time is converted', async () => {
    const input = `{ sourceTimezone: 'Asia/Shanghai', targetTimezone: 'Europe/London', time: '2025-03-23 12:30:00' }`;
    assert.match(
      JSON.stringify(await run(`return tools.time.convertTime(${input})`)),
      /Europe\/London is 2025-03-23 04:30:00/,
    );
  });

  it('commands: a command reads its input, and one that fails throws what it wrote', async () => {
    const code = `
      const copied = await tools.commands.runCommand({ command: 'node -e "process.stdin.pipe(process.stdout)"', stdin: 'a hedge' });
      const failed = await tools.commands.runCommand({ command: 'node --no-such-option' }).catch((error) => error.message);
      return { copied, failed };
    `;
    const { copied, failed } = (await run(code)) as { copied: unknown; failed: string };
    assert.equal(copied, 'a hedge');
    assert.match(failed, /^tools\.commands\.runCommand failed: .*bad option: --no-such-option/s);
  });

  it('primevue: components are listed a page at a time, and an example is read', async () => {
    const code = `
      const { total, items } = await tools.primevue.list({ kind: 'components', limit: 2 });
      const { code } = await tools.primevue.getExample({ component: String(items[0]?.name) });
      return [total > 50, items.length, code];
    `;
    assert.match(JSON.stringify(await run(code)), /^\[true,2,".*<.*"\]$/);
  });

  it('ripgrep: a program that is missing is said to be missing where the server runs', async () => {
    const outcome = await outcomeOf(
      `return tools.ripgrep.search({ pattern: 'hedge', path: codemode.args.folder })`,
    );
    const [error] = outcome.ok ? [] : outcome.errors;
    assert.match(error?.message ?? '', /rg: .*not found/);
    assert.match(error?.hint ?? '', /lacks a program/);
  });

  it('graphql-schema: the fields of a type are listed', async () => {
    assert.match(
      JSON.stringify(await run(`return tools.library.getType({ typeName: 'Loan' })`)),
      /reader.*until.*returned/s,
    );
  });

  it('OpenAPI: an argument that the description does not allow is refused before anything runs', async () => {
    assert.match(
      await failureOf(`return tools.shop.setStock({ sku: 'TEA-001', stock: 1, reason: 'theft' })`),
      /`reason` must be one of "delivery", "count", "damage"/,
    );
  });

  it('OpenAPI: what the service refuses is an error of the call', async () => {
    assert.match(
      await failureOf(`return tools.shop.setStock({ sku: 'TEA-999', stock: 1, reason: 'count' })`),
      /404/,
    );
  });
});
