// Tests that no server delays a command that can continue without it: the command answers with the known tools and
// names the servers that did not answer.
import assert from 'node:assert/strict';
import { faultServer, type FaultBehaviour } from '../fakes/faultServer.ts';
import { config, everything, TestFolder } from './codeMode.ts';

/** This server answers at once, even if a process would take long to start. */
const good = everything;
const search = ['search', 'echo text', ...config];
const found = /^tools\.good\.echo\(/m;
const late = /^code-mode: bad: no answer within 1 s; .*have to download the program; .*--wait 30\./m;

const withBad = (behaviour: FaultBehaviour) => ({
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
});
