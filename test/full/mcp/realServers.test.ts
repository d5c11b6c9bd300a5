// Real servers that are started side by side, keep what they are told, and die.
import assert from 'node:assert/strict';
import { EverythingHttpServer } from '../../mcp/everythingHttpServer.ts';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { realServer } from '../../mcp/realServer.ts';

describe('real servers over stdio', () => {
  let workspace: McpWorkspace;
  before(async () => {
    workspace = await McpWorkspace.create({
      everything: realServer('everything'),
      files: realServer('filesystem', '${workspaceFolder}'),
      memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' } },
    });
  });
  after(() => workspace.dispose());

  it('all list their tools, started at the same time', async () => {
    const lists = await Promise.all(
      ['everything', 'files', 'memory'].map((server) => workspace.tools(server)),
    );
    assert.ok(
      lists.every((tools) => tools.length >= 9 && tools.every(({ description }) => description !== '')),
    );
  });

  it('memory keeps what it is told', async () => {
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }];
    await workspace.result('memory', 'create_entities', { entities });
    assert.deepEqual(
      (await workspace.structured('memory', 'open_nodes', { names: ['Ada'] }))['entities'],
      entities,
    );
  });
});

describe('a real server over Streamable HTTP', () => {
  let server: EverythingHttpServer;
  let workspace: McpWorkspace;
  beforeEach(async () => {
    server = await EverythingHttpServer.start();
    workspace = await McpWorkspace.create({ everything: { type: 'http', url: server.url } });
  });
  afterEach(async () => {
    await workspace.dispose();
    await server.kill();
  });

  const sum = async () => {
    const { content } = await workspace.result('everything', 'get-sum', { a: 2, b: 3 });
    return content.map((block) => block.type === 'text' && block.text);
  };

  it('that dies in the middle of a call settles it', async () => {
    const running = Promise.withResolvers<string>();
    const options = {
      signal: new AbortController().signal,
      onProgress: (message: string) => running.resolve(message),
    };
    const input = { duration: 60, steps: 600 };
    const call = workspace.source.callTool('everything', 'trigger-long-running-operation', input, options);
    await running.promise;
    await server.kill();
    const outcome = await call;
    assert.equal(outcome.ok, false);
    assert.equal(outcome.error.code, 'server_unavailable');
    assert.match(
      outcome.error.message,
      /"everything" is gone: it stopped answering: .*The tool may have run/,
    );
  });

  it('that was started again is used again, in a new session', async () => {
    await sum();
    const { port } = server;
    await server.kill();
    server = await EverythingHttpServer.start({ port });
    assert.deepEqual(await sum(), ['The sum of 2 and 3 is 5.']);
  });
});
