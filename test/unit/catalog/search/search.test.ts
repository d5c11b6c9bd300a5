import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Catalog } from '../../../../src/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../../../src/catalog/snapshot.ts';
import { ToolSearch } from '../../../../src/catalog/search/search.ts';
import { UsageCounts } from '../../../../src/catalog/search/usageCounts.ts';
import { FakeToolSource, toolDefinition, type FakeServer } from '../../../fakes/fakeToolSource.ts';
import { findingRequests, qualityOf, recordedSnapshot } from '../../../fakes/findingRequests.ts';

const { signal } = new AbortController();

function catalogOf(...servers: readonly FakeServer[]): Catalog {
  return new Catalog({
    sources: [new FakeToolSource(...servers)],
    routing: () => ({}),
    log: () => undefined,
  });
}

function snapshotWith(...servers: readonly FakeServer[]): Promise<CatalogSnapshot> {
  return catalogOf(...servers).snapshot({ servers: 'all', signal });
}

function server(
  name: string,
  ...tools: readonly (readonly [name: string, description?: string])[]
): FakeServer {
  return { name, tools: tools.map(([tool, description = '']) => toolDefinition(tool, { description })) };
}

async function pathsFor(query: string, snapshot: CatalogSnapshot, limit?: number): Promise<string[]> {
  return (await snapshot.search(query, limit === undefined ? {} : { limit })).map(({ tool }) => tool.path);
}

describe("a server's instructions", () => {
  const weather: FakeServer = {
    ...server('skyline', ['get_report']),
    instructions: 'Forecasts of rain, wind and temperature for sailors.',
  };
  const other: FakeServer = {
    ...server('ledger', ['get_report']),
    instructions: 'Bookkeeping of small companies.',
  };

  it('find its tools where nothing else does', async () => {
    const snapshot = await snapshotWith(other, weather);
    assert.deepEqual(await pathsFor('forecast for sailors', snapshot), ['tools.skyline.getReport']);
  });

  it('put its tools before the like of others', async () => {
    const snapshot = await snapshotWith(other, weather);
    assert.deepEqual(await pathsFor('report on wind', snapshot), [
      'tools.skyline.getReport',
      'tools.ledger.getReport',
    ]);
  });

  it('count less than what a tool says itself', async () => {
    const harbour = server('harbour', ['wind_forecast', 'Forecast of the wind.']);
    const snapshot = await snapshotWith(weather, harbour);
    assert.equal((await pathsFor('forecast of the wind', snapshot))[0], 'tools.harbour.windForecast');
  });
});

describe('a description', () => {
  it('is read beyond its first paragraphs', async () => {
    const tips = server('post', [
      'get_tips',
      `Gets tips. ${'It says much of itself. '.repeat(40)}Answers whether a recipient is on vacation.`,
    ]);
    const snapshot = await snapshotWith(server('other', ['get_status', 'Gets the status.']), tips);
    assert.deepEqual(await pathsFor('recipient vacation', snapshot), ['tools.post.getTips']);
  });

  it('says what the tool does after what all of its server say', async () => {
    const opening = 'This is the public API to read and list.';
    const tools = ['first', 'second', 'third'].map((name): readonly [string, string] => [
      name,
      `${opening} Wait a while.`,
    ]);
    const phone = server('phone', ...tools, ['fourth', `${opening} End the call.`]);
    const desk = server('desk', ['fifth', 'List the calls that were to end.']);
    const snapshot = await snapshotWith(desk, phone);
    assert.equal((await pathsFor('end the call', snapshot))[0], 'tools.phone.fourth');
  });
});

describe('finding tools of real servers', () => {
  it('has a tool that serves the request among the first five, 95 times of 100', async () => {
    const quality = await qualityOf(await recordedSnapshot(), findingRequests());
    assert.ok(quality.requests >= 150);
    assert.ok(quality.recallAt5 >= 0.95, `${quality.recallAt5}, missed: ${quality.missed.join(' | ')}`);
  });

  it('is asked for tools that there are', async () => {
    const { servers } = await recordedSnapshot();
    const names = new Set(servers.flatMap(({ tools }) => tools.map((tool) => `${tool.server}.${tool.name}`)));
    assert.deepEqual(
      findingRequests().flatMap(({ tools }) => tools.filter((tool) => !names.has(tool))),
      [],
    );
  });
});

describe('a search', () => {
  const files = server(
    'files',
    ['read_file', 'Reads a file.'],
    ['remove_file', 'Removes a file.'],
    ['make_directory', 'Makes a directory.'],
  );

  const meant: readonly (readonly [query: string, path: string, why: string])[] = [
    ['delete a file', 'tools.files.removeFile', 'a synonym'],
    ['folders', 'tools.files.makeDirectory', 'a synonym in the plural'],
    ['reed fiel', 'tools.files.readFile', 'typos'],
    ['direct', 'tools.files.makeDirectory', 'the beginning of a word'],
    ['readfile', 'tools.files.readFile', 'two words written as one'],
    ['mkdir', 'tools.files.makeDirectory', 'a short form'],
    ['get rid of a file', 'tools.files.removeFile', 'a phrase'],
  ];
  for (const [query, path, why] of meant) {
    it(`understands ${why}: ${query}`, async () => {
      const snapshot = await snapshotWith(files);
      assert.equal((await pathsFor(query, snapshot))[0], path);
    });
  }

  const unspaced = {
    天气: '查询城市的天气',
    法令を調べて: '日本の法令を検索',
    날씨: '도시의 날씨를',
    อากาศ: 'สภาพอากาศ',
  };
  for (const [query, about] of Object.entries(unspaced)) {
    it(`finds a word in a text of a script without spaces: ${query}`, async () =>
      assert.deepEqual(await pathsFor(query, await snapshotWith(server('a', ['t', about]))), ['tools.a.t']));
  }

  it('finds one word where texts write it as two', async () => {
    const snapshot = await snapshotWith(server('a', ['web_page'], ['web']));
    assert.equal((await pathsFor('webpage', snapshot))[0], 'tools.a.webPage');
  });

  it('does not put a tool that creates before one that deletes when a request deletes', async () => {
    const both = server(
      'a',
      ['create_issue', 'Creates a big issue.'],
      ['close', 'Deletes an issue for good.'],
    );
    const snapshot = await snapshotWith(both);
    assert.equal((await pathsFor('remove an issue', snapshot))[0], 'tools.a.close');
  });

  it('finds by names of arguments, their descriptions and their values', async () => {
    const inputSchema = {
      type: 'object',
      properties: { altitude: { type: 'string', description: 'In furlongs.', enum: ['zenith'] } },
    };
    const fly: FakeServer = {
      name: 'a',
      tools: [toolDefinition('fly', { inputSchema }), toolDefinition('swim')],
    };
    const snapshot = await snapshotWith(fly);
    for (const query of ['altitude', 'furlong', 'zenith'])
      assert.deepEqual(await pathsFor(query, snapshot), ['tools.a.fly'], query);
  });

  it('puts what was used before first among equals', async () => {
    const catalog = catalogOf(server('a', ['get_city']), server('b', ['get_city']));
    const snapshot = await catalog.snapshot({ servers: 'all', signal });
    const before = await pathsFor('city', snapshot);
    catalog.usage.record('b', 'get_city');
    assert.deepEqual(
      [before[0], (await pathsFor('city', snapshot))[0]],
      ['tools.a.getCity', 'tools.b.getCity'],
    );
  });

  it('does not put what was used before first when something else fits far better', async () => {
    const catalog = catalogOf(
      server('a', ['get_city', 'Finds a city.'], ['get_river', 'Finds a river. It may flow through a city.']),
    );
    for (let call = 0; call < 1_000; call += 1) catalog.usage.record('a', 'get_river');
    const snapshot = await catalog.snapshot({ servers: 'all', signal });
    assert.equal((await pathsFor('city', snapshot))[0], 'tools.a.getCity');
  });

  it('puts the tools of a server that the request names first', async () => {
    const snapshot = await snapshotWith(
      server('alpha', ['list_rows', 'Lists rows.']),
      server('beta-base', ['get']),
    );
    assert.deepEqual(
      [(await pathsFor('rows', snapshot))[0], (await pathsFor('get rows of beta base', snapshot))[0]],
      ['tools.alpha.listRows', 'tools.betaBase.get'],
    );
  });

  it('puts a deprecated tool after one that does the same', async () => {
    const both = server(
      'a',
      ['read_a', 'Reads files. DEPRECATED: use read_b.'],
      ['read_b', 'Reads files. Handles all encodings.'],
    );
    const snapshot = await snapshotWith(both);
    assert.equal((await pathsFor('read files', snapshot))[0], 'tools.a.readB');
  });

  it('gives the same first few with a limit as without', async () => {
    const snapshot = await recordedSnapshot();
    assert.deepEqual(
      await pathsFor('list all pages', snapshot, 7),
      (await pathsFor('list all pages', snapshot)).slice(0, 7),
    );
  });

  it('gives nothing for a limit of 0', async () =>
    assert.deepEqual(await pathsFor('page', await recordedSnapshot(), 0), []));

  it('lets others have their turn while the index is made', async () => {
    const tools = Array.from(
      { length: 2_000 },
      (_, index) => [`tool_${index}`, `Does thing ${index} with care. `.repeat(10)] as const,
    );
    const { servers } = await snapshotWith(server('a', ...tools));
    const search = new ToolSearch(servers, new UsageCounts());
    let done = false;
    const ready = search.ready().then(() => (done = true));
    let turns = 0;
    for (; !done; turns += 1) await setImmediate();
    await ready;
    assert.ok(turns > 2, `${turns} turns`);
  });

  it('finds what is asked while the index is still made', async () => {
    const { servers } = await recordedSnapshot();
    const [first] = await new ToolSearch(servers, new UsageCounts()).find('take a screenshot', { limit: 1 });
    assert.match(first?.tool.name ?? '', /screenshot/);
  });
});

describe('a request is read as it is meant', () => {
  const heap = server('devtools', [
    'take_heapsnapshot',
    'Captures a heap snapshot of the page to analyze its memory.',
  ]);
  const memory = server(
    'memory',
    ['search_nodes', 'Searches for nodes in the knowledge graph.'],
    ['read_graph', 'Reads the knowledge graph.'],
  );
  const gitlab = server(
    'gitlab',
    ['approve_merge_request', 'Approves a merge request.'],
    ['unapprove_merge_request', 'Unapproves a merge request.'],
    ['publish_draft_note', 'Publishes a draft note.'],
    ['bulk_publish_draft_notes', 'Publishes all draft notes.'],
    ['mark_todos_done', 'Marks all pending to-do items as done.'],
    ['lint_ci', 'Validates the configuration of CI.'],
  );
  const browser = server(
    'browser',
    ['browser_navigate', 'Navigates to a URL.'],
    ['browser_navigate_back', 'Goes back to the previous page.'],
    ['browser_click', 'Clicks an element.'],
  );
  const chat = server(
    'chat',
    ['mute_chat', 'Mutes a chat.'],
    ['unmute_chat', 'Unmutes a chat.'],
    ['list_chats', 'Lists chats.'],
    ['get_chat', 'Gets a chat.'],
  );
  const desk = server(
    'desk',
    ['create_issue_comment', 'Adds a comment to an issue.'],
    ['list_issue_comments', 'Lists the comments of an issue.'],
    ['send_mail', 'Sends a mail.'],
  );

  for (const [query, path, why] of [
    [
      'find a memory leak with a heap dump',
      'tools.devtools.takeHeapsnapshot',
      'a name that is an ordinary word is no name',
    ],
    ['search nodes in memory', 'tools.memory.searchNodes', 'where it reads so, it is one'],
    ['approve the merge request', 'tools.gitlab.approveMergeRequest', 'what approves does not unapprove'],
    ['take back my approval of the merge request', 'tools.gitlab.unapproveMergeRequest', 'a verb taken back'],
    ['publish a draft note', 'tools.gitlab.publishDraftNote', 'one is not all'],
    ['publish all my draft notes at once', 'tools.gitlab.bulkPublishDraftNotes', 'all are not one'],
    ['check off my to-dos', 'tools.gitlab.markTodosDone', 'a compound'],
    ['is my .gitlab-ci.yml valid', 'tools.gitlab.lintCi', 'the name of a file'],
    ['navigate to example.com', 'tools.browser.browserNavigate', 'to is not back'],
    ['go back', 'tools.browser.browserNavigateBack', 'back is not to'],
    ['unmute the chat', 'tools.chat.unmuteChat', 'the opposite'],
    ['mute the chat', 'tools.chat.muteChat', 'and its opposite'],
    ['which chats are there', 'tools.chat.listChats', 'many'],
    ['details of one chat', 'tools.chat.getChat', 'one'],
    ['wrte a coment on an isue', 'tools.desk.createIssueComment', 'typos in every word'],
  ] as const) {
    it(`${why}: ${query}`, async () => {
      const snapshot = await snapshotWith(heap, memory, gitlab, browser, chat, desk);
      assert.equal((await pathsFor(query, snapshot))[0], path);
    });
  }

  it('finds the tools of several needs in turn', async () => {
    const snapshot = await snapshotWith(heap, memory, gitlab, browser, chat, desk);
    assert.deepEqual(
      (await pathsFor('list the chats, approve merge request then send a mail', snapshot)).slice(0, 3),
      ['tools.chat.listChats', 'tools.gitlab.approveMergeRequest', 'tools.desk.sendMail'],
    );
  });

  it('gives what has a word in common by chance a small score', async () => {
    const shop = server(
      'shop',
      ['cancel_pending_order', 'Cancels a pending order.'],
      ['stop_recording', 'Stops the recording.'],
    );
    const hits = await (await snapshotWith(shop)).search('cancel order');
    assert.deepEqual(
      hits.filter(({ score }) => score >= 0.3).map(({ tool }) => tool.name),
      ['cancel_pending_order'],
    );
  });
});
