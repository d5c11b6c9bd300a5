// Tests the list of `code-mode tools`: real and broken servers, their sources and their problems.
import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { config, everything, serversWithFiles, TestFolder } from './codeMode.ts';

describe('code-mode tools', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': serversWithFiles });

  it('lists servers and tools with their tokens', async () => {
    const line = ['tools', '--json', '--tokens', '--wait', '60', ...config];
    const { code, stdout } = await folder.codeMode(line);
    assert.equal(code, 0);
    const listed = JSON.parse(stdout) as {
      servers: { name: string; state: string; tools: Record<string, unknown>[] }[];
    };
    assert.deepEqual(
      listed.servers.map(({ name, state }) => [name, state]),
      [
        ['everything', 'running'],
        ['my-files', 'running'],
      ],
    );
    const echo = listed.servers[0]?.tools.find(({ name }) => name === 'echo');
    assert.equal(echo?.['path'], 'tools.everything.echo');
    assert.equal(echo['readOnly'], true);
    assert.ok(Object.values(echo['tokens'] as Record<string, number>).every((tokens) => tokens > 0));
  });

  it('lists what servers offer beside tools', async () => {
    const { stdout } = await folder.codeMode(['tools', ...config]);
    assert.match(stdout, /^ {2}tools\.everything\.\$resources +list, templates, read, complete, updated$/m);
    assert.match(stdout, /^ {2}tools\.everything\.\$prompts +list, get, complete$/m);
    assert.doesNotMatch(stdout, /myFiles\.\$/);
    const { servers: listed } = JSON.parse(
      (await folder.codeMode(['tools', '--json', ...config])).stdout,
    ) as {
      servers: { features: string[] }[];
    };
    assert.deepEqual(
      listed.map(({ features }) => features),
      [['resources', 'resourceCompletions', 'subscriptions', 'prompts', 'promptCompletions'], []],
    );
  });

  it('tells of each conflict of names once, and which definition is used', async () => {
    await folder.write('.mcp.json', { geo: faultServer('double'), 'my-geo': everything });
    const shadowed = { geo: { command: 'never-started' }, myGeo: faultServer() };
    await folder.write('.cursor/mcp.json', { mcpServers: shadowed });
    const { stdout, stderr } = await folder.codeMode(['tools', '--trust-workspace']);
    assert.match(stdout, /^geo \(tools\.geo\): 1 tool$/m);
    assert.equal(stdout.match(/^ {2}tools\.geo\.echo /gm)?.length, 1);
    const lines = [
      /^code-mode: .*\.cursor.mcp\.json:1:16: server "geo" is already defined in .*\.mcp\.json \(used\); rename or remove one\.$/gm,
      /^code-mode: geo: lists "echo" twice; the first is used\.$/gm,
      /^code-mode: Servers "myGeo" and "my-geo" share the name tools\.myGeo; the second is tools\.myGeo2\.$/gm,
    ];
    for (const line of lines) assert.equal(stderr.match(line)?.length, 1, `${line}\n${stderr}`);
  });

  it('leaves out the servers that are not chosen', async () => {
    const { stdout } = await folder.codeMode(['tools', '--json', '--server', '!my-*', ...config]);
    const { servers: listed } = JSON.parse(stdout) as { servers: { name: string }[] };
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['everything'],
    );
  });

  it('finds the servers of a .code-workspace file', async () => {
    await folder.write('my.code-workspace', { folders: [], settings: { mcp: { servers: { everything } } } });
    const { stdout } = await folder.codeMode(['tools', '--config', 'my.code-workspace']);
    assert.match(stdout, /^ {2}tools\.everything\.echo /m);
  });

  it('finds the servers of other tools when asked to', async () => {
    await folder.write('.copilot/mcp-config.json', { mcpServers: { everything } });
    assert.doesNotMatch((await folder.codeMode(['tools'])).stdout, /everything/);
    assert.match(
      (await folder.codeMode(['tools', '--other-tools'])).stdout,
      /^ {2}tools\.everything\.echo /m,
    );
  });

  it('says how to answer an input that a server lacks', async () => {
    const asking = {
      ...everything,
      env: { KEY: '${input:api-key}' },
      headers: { 'x-key': '${input:api-key}' },
    };
    const inputs = [{ id: 'api-key', type: 'promptString', password: true }];
    await folder.write('asking.json', { servers: { asking }, inputs });
    const line = ['tools', '--config', 'asking.json'];
    const without = (await folder.codeMode(line)).stdout;
    assert.match(
      without,
      /input "api-key" has no value\. Set --input api-key=<value> or the variable CODE_MODE_INPUT_API_KEY\./,
    );
    assert.match(
      (await folder.codeMode([...line, '--input', 'api-key=k'])).stdout,
      /^ {2}tools\.asking\.echo /m,
    );
  });

  it('shows a server that fails as one line and the others as they are', async () => {
    await folder.write('mcp.json', {
      servers: { everything, broken: { command: 'no-such-command-here' } },
    });
    const { code, stdout } = await folder.codeMode(['tools', ...config]);
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}tools\.everything\.echo /m);
    assert.match(stdout, /^broken \(tools\.broken\): failed: .*no-such-command-here.*$/m);
  });
});
