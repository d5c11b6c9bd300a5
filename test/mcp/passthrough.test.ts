// Tests passed-through tools from the view of a client of Code Mode: the server behind them is real and runs once.
import { ToolListChangedNotificationSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { faultServer } from '../fakes/faultServer.ts';
import { PassthroughBed } from '../fakes/passthroughBed.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('a tool that is passed through', () => {
  const workspace = openedForAll(() =>
    McpWorkspace.inMemory({
      faults: faultServer(),
      everything: realServer('everything', 'stdio'),
    }),
  );
  let blocked: readonly string[] = [];
  let denied: string | undefined;
  const bed = openedForAll(() =>
    PassthroughBed.open(workspace.source, {
      blocked: () => blocked,
      rulings: { denialOf: ({ name }) => Promise.resolve(name === denied ? 'A rule denies it.' : undefined) },
    }),
  );
  afterEach(() => {
    blocked = [];
    denied = undefined;
  });

  const call = async (name: string, input: Record<string, unknown> = {}) =>
    (await bed.client.callTool({ name, arguments: input })) as CallToolResult;

  it('is listed as its server defines it', async () => {
    const { tools } = await bed.client.listTools();
    const [listed] = tools.filter(({ name }) => name === 'everything_get-sum');
    const defined = (await workspace.tools('everything')).find(({ name }) => name === 'get-sum');
    assert.ok(listed && defined);
    const { title, description, inputSchema, annotations } = listed;
    assert.deepEqual(
      { title, description, inputSchema, annotations },
      {
        title: defined.title,
        description: defined.description,
        inputSchema: defined.inputSchema,
        annotations: defined.annotations,
      },
    );
  });

  it('has the output schema that its server gives it', async () => {
    const { tools } = await bed.client.listTools();
    const greeting = { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] };
    assert.deepEqual(tools.find(({ name }) => name === 'faults_say_hello')?.outputSchema, greeting);
  });

  it('is called on the connection that scripts use', async () => {
    const { structuredContent } = await call('faults_pid');
    assert.deepEqual(structuredContent, await workspace.structured('faults', 'pid'));
  });

  it('answers with every kind of block, as its server does', async () => {
    const direct = await workspace.result('faults', 'blocks');
    assert.deepEqual(await call('faults_blocks'), direct);
    assert.deepEqual(
      direct.content.map(({ type }) => type),
      ['text', 'image', 'audio', 'resource', 'resource_link'],
    );
  });

  it('is not called where an approval rule denies it', async () => {
    denied = 'pid';
    assert.deepEqual(await call('faults_pid'), {
      content: [{ type: 'text', text: 'A rule denies it.' }],
      isError: true,
    });
  });

  it('fails as its server lets it', async () => {
    const { isError, content } = await call('faults_fail');
    assert.deepEqual([isError, content], [true, [{ type: 'text', text: 'the disk is full' }]]);
  });

  it('fails in words where its server gave no result', async () => {
    const { isError, content } = await call('faults_refuse');
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /text must not be empty/);
  });

  it('reports its progress', async () => {
    const reports: unknown[] = [];
    const onprogress = ({
      progress,
      total,
      message,
    }: {
      progress: number;
      total?: number | undefined;
      message?: string | undefined;
    }) => reports.push([message, total === undefined ? undefined : progress / total]);
    await bed.client.callTool({ name: 'faults_progress', arguments: { steps: 4 } }, undefined, {
      onprogress,
    });
    assert.deepEqual(reports, [
      ['step 1', 1 / 4],
      ['step 2', 2 / 4],
      ['step 3', 3 / 4],
      ['step 4', 4 / 4],
    ]);
  });

  it('is cancelled at its server', async () => {
    const cancel = new AbortController();
    const onprogress = () => cancel.abort();
    await assert.rejects(
      bed.client.callTool({ name: 'faults_hang', arguments: {} }, undefined, {
        signal: cancel.signal,
        onprogress,
      }),
    );
    assert.deepEqual(await workspace.structured('faults', 'cancellations'), { cancelled: ['hang'] });
  });

  it('comes and goes with one notice for changes that come together', async () => {
    await bed.client.listTools();
    let notices = 0;
    const noticed = Promise.withResolvers<undefined>();
    bed.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      notices += 1;
      noticed.resolve(undefined);
    });
    await Promise.all([1, 2, 3].map(() => workspace.call('faults', 'add_tool')));
    await noticed.promise;
    const { tools } = await bed.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => name.includes('added')),
      ['faults_added_1', 'faults_added_2', 'faults_added_3'],
    );
    assert.equal(notices, 1);
  });

  it('is not called when it is passed through no more', async () => {
    await bed.client.listTools();
    blocked = ['faults.echo'];
    await assert.rejects(call('faults_echo', { text: 'a' }), /no tool "faults_echo"/);
  });
});

describe('the app of a tool that is passed through', () => {
  const app = (...args: string[]) => scriptedServer('app', ...args);
  const workspace = openedForAll(() =>
    McpWorkspace.inMemory({ charts: app(), first: app('same'), second: app('same') }),
  );
  const bed = openedForAll(() => PassthroughBed.open(workspace.source));
  const direct = openedForAll(() => new Client({ name: 'test', version: '1' }));
  const uri = 'ui://charts/chart.html';

  before(async () => {
    await direct.connect(new StdioClientTransport(app()));
  });

  it('has what its server says of it beside the definition', async () => {
    const { tools } = await direct.listTools();
    const ours = (await bed.client.listTools()).tools.find(({ name }) => name === 'charts_show_chart');
    assert.deepEqual(ours?._meta, tools[0]?._meta);
    assert.deepEqual(ours?._meta?.['ui'], { resourceUri: uri });
  });

  it('gets the answer as its server gave it, with what is for the view alone', async () => {
    const answer = await bed.client.callTool({ name: 'charts_show_chart', arguments: {} });
    assert.deepEqual(answer, {
      ...(await direct.callTool({ name: 'show_chart', arguments: {} })),
      isError: false,
    });
    assert.deepEqual(answer._meta, { 'example.com/viewId': 'v1' });
  });

  it('has its view, with how it may be shown', async () => {
    assert.deepEqual(await bed.client.readResource({ uri }), await direct.readResource({ uri }));
  });

  for (const [what, other, why] of [
    ['what its server has beside views', 'notes://all', /only the views of apps/],
    ['a view that no tool names', 'ui://charts/other.html', /no tool here is shown/],
    [
      'a view that tools of two servers name',
      'ui://same/chart.html',
      /tools of first and second both name it/,
    ],
  ] as const) {
    it(`does not give ${what}`, async () => assert.rejects(bed.client.readResource({ uri: other }), why));
  }

  it('lists nothing: views need not be', async () => {
    assert.deepEqual(
      [
        (await bed.client.listResources()).resources,
        (await bed.client.listResourceTemplates()).resourceTemplates,
      ],
      [[], []],
    );
  });
});
