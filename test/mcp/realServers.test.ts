import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fullTest } from '../fakes/everyTest.ts';
import { EverythingHttpServer } from './everythingHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, textOf } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('real servers over stdio', () => {
  const workspace = openedForAll(() =>
    McpWorkspace.create({
      everything: realServer('everything'),
      files: realServer('filesystem', '${workspaceFolder}'),
      memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' } },
    }),
  );
  before(async () => {
    await workspace.write('note.txt', 'remember the milk');
  });

  it('all list their tools, started at the same time', async () => {
    const lists = await Promise.all(
      ['everything', 'files', 'memory'].map((server) => workspace.tools(server)),
    );
    assert.ok(
      lists.every((tools) => tools.length >= 9 && tools.every(({ description }) => description !== '')),
    );
  });

  it('filesystem reads a file of the workspace', async () => {
    const { content } = await workspace.result('files', 'read_text_file', {
      path: join(workspace.folder, 'note.txt'),
    });
    assert.deepEqual(content, [{ type: 'text', text: 'remember the milk' }]);
  });

  it('filesystem refuses a file outside with isError', async () => {
    assert.equal(
      (await workspace.result('files', 'read_text_file', { path: '/etc/hostname' })).isError,
      true,
    );
  });

  it('filesystem marks which tools only read', async () => {
    const tools = await workspace.tools('files');
    const hintOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations.readOnlyHint;
    assert.deepEqual([hintOf('read_text_file'), hintOf('write_file')], [true, false]);
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

  const sum = async () => textOf(await workspace.call('everything', 'get-sum', { a: 2, b: 3 }));

  it('answers calls', async () => {
    assert.equal(await sum(), 'The sum of 2 and 3 is 5.');
  });

  it('is told when its session is over', async () => {
    await workspace.tools('everything');
    await workspace.source.dispose();
    await server.says('Received session termination request');
  });

  fullTest('that dies in the middle of a call settles it', async () => {
    const running = Promise.withResolvers<string>();
    const call = workspace.source.callTool(
      'everything',
      'trigger-long-running-operation',
      { duration: 60, steps: 600 },
      { signal: new AbortController().signal, onProgress: running.resolve },
    );
    await running.promise;
    await server.kill();
    const { code, message } = failure(await call);
    assert.equal(code, 'server_unavailable');
    assert.match(message, /"everything" is gone: it stopped answering: .*The tool may have run/);
  });

  fullTest('that was started again is used again, in a new session', async () => {
    await sum();
    const { port } = server;
    await server.kill();
    server = await EverythingHttpServer.start({ port });
    assert.equal(await sum(), 'The sum of 2 and 3 is 5.');
  });
});
