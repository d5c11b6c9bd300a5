// Tests that no server delays a command that can continue without it: the command answers with the known tools and
// names the servers that did not answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { config, everything, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';

/** This server answers at once, even if a process would take long to start. */
const good = everything;
const search = ['search', 'echo text', ...config];
const found = /^tools\.good\.echo\(/m;
const late = /^code-mode: bad: no answer within 1 s; .*have to download the program; .*--wait 30\./m;

/** Makes a folder whose server behaves as its file `behaviour` says. */
async function withChanging(): Promise<TestFolder> {
  const folder = new TestFolder();
  const bad = faultServer(`from:${join(folder.path, 'behaviour')}`);
  await folder.write('mcp.json', { servers: { bad } });
  return folder;
}

const withBad = (behaviour: string) => ({
  'mcp.json': { servers: { bad: faultServer(behaviour), good } },
});

describe('a command and a server that does not answer', () => {
  // The first command of a process loads the program. On a busy machine this takes longer than these tests wait for a
  // server.
  before(async () => {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { good } } });
    await folder.codeMode([...search, '--wait', '60']);
  });

  it('answers from the others when one is silent', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    const { code, stdout, stderr } = await folder.codeMode([...search, '--wait', '1']);
    assert.equal(code, 0);
    assert.match(stdout, found);
    assert.match(stderr, /^Waiting for bad\b.*… A first start may have to download the program\.$/m);
    assert.match(stderr, late);
  });

  it('calls a server that never answered before starting, not failed', async () => {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { bad: faultServer('silent') } } });
    const listed = await folder.codeMode(['tools', '--wait', '1', ...config]);
    assert.match(listed.stdout, /^bad \(tools\.bad\): starting: no answer within 1 s/m);
    assert.equal(listed.code, 1);
  });

  it('asks a server again that failed at once', async () => {
    using folder = new TestFolder();
    await folder.write('mcp.json', { servers: { bad: { command: 'no-such-command-here' } } });
    for (const _ of [1, 2]) assert.doesNotMatch((await folder.codeMode(['tools', ...config])).stderr, /ago/);
  });

  it('starts for a script only the servers that it names', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    const { stdout, stderr } = await folder.codeMode(
      ['run', '-', '--type-check', 'off', ...config],
      'return tools.good.echo({ message: "a" })',
    );
    assert.equal(stdout, '"Echo: a"\n');
    assert.doesNotMatch(stderr, /bad/);
  });

  it('says nothing of waiting where all is cached', async () => {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { good } } });
    await folder.codeMode(['tools', ...config]);
    for (const args of [
      search,
      ['tools', ...config],
      ['describe', 'tools.good.echo', ...config],
      ['types', ...config],
    ]) {
      assert.doesNotMatch((await folder.codeMode(args)).stderr, /Waiting/);
    }
  });

  for (const behaviour of ['list-silent', 'stubborn-silent'] as const) {
    fullTest(`answers from the others when one is ${behaviour}`, async () => {
      using folder = await TestFolder.with(withBad(behaviour));
      const { code, stdout, stderr } = await folder.codeMode([...search, '--wait', '1']);
      assert.equal(code, 0);
      assert.match(stdout, found);
      assert.match(stderr, /^Waiting for bad\b.*…/m);
      assert.match(stderr, late);
    });
  }

  fullTest('waits again for a server whose first start was slow', async () => {
    using folder = await withChanging();
    await folder.write('behaviour', 'silent');
    assert.match(
      (await folder.codeMode([...search, '--wait', '10'])).stderr,
      /bad: no answer within 10 s; .*have to download the program/,
    );
    await folder.write('behaviour', 'ok');
    assert.match((await folder.codeMode([...search, '--wait', '10'])).stdout, /^tools\.bad\.echo\(/m);
  });

  fullTest('asks it again when told to, or when it is to be waited for longer', async () => {
    using folder = await withChanging();
    for (const again of [['--fresh'], ['--wait', '20']]) {
      await folder.write('behaviour', 'silent');
      for (const _ of [1, 2])
        assert.match(
          (await folder.codeMode([...search, '--wait', '1', '--fresh'])).stderr,
          /bad: no answer within 1 s/,
        );
      await folder.write('behaviour', 'ok');
      const { stdout, stderr } = await folder.codeMode([...search, ...again]);
      assert.match(stdout, /^tools\.bad\.echo\(/m);
      assert.doesNotMatch(stderr, /not answer/);
      assert.doesNotMatch((await folder.codeMode(search)).stderr, /not answer/);
    }
  });

  fullTest('asks it again when its definition was changed', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    for (const _ of [1, 2]) await folder.codeMode([...search, '--wait', '1']);
    await folder.write('mcp.json', { servers: { good, bad: faultServer('silent') } });
    assert.match((await folder.codeMode([...search, '--wait', '1'])).stderr, /^Waiting for bad\b.*…/m);
  });

  fullTest('says whom a script waits for', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    const { child } = folder.start(['run', '-', ...config]);
    child.stdin.end('return tools.bad.echo({ text: "a" })');
    let said = '';
    for await (const text of child.stderr) {
      said += String(text);
      if (/^Waiting for bad…/m.test(said)) break;
    }
    assert.match(said, /^Waiting for bad…/m);
    child.kill('SIGINT');
    await once(child, 'close');
  });

  fullTest('lists the others while it waits', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    const { child } = folder.start(['tools', '--wait', '30', ...config]);
    let said = '';
    for await (const text of child.stdout) {
      said += String(text);
      if (/^ {2}tools\.good\.echo /m.test(said)) break;
    }
    assert.match(said, /^ {2}tools\.good\.echo /m);
    assert.equal(child.exitCode, null);
    child.kill('SIGINT');
    await once(child, 'close');
  });

  fullTest('does not wait for it a third time, and says how to', async () => {
    using folder = await TestFolder.with(withBad('silent'));
    for (const _ of [1, 2]) assert.match((await folder.codeMode([...search, '--wait', '1'])).stderr, late);
    const { stdout, stderr } = await folder.codeMode([...search, '--wait', '1']);
    assert.match(stdout, found);
    assert.match(stderr, /bad: no answer within 1 s, \d+ s ago; try again with --wait 30\.$/m);
    assert.doesNotMatch(stderr, /Waiting/);
  });
});
