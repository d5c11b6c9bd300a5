import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/base/json.ts';
import type { TracedSession } from '../../src/catalog/toolSource.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { ScriptedSampling } from '../fakes/scriptedSampling.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, textOf, valueOf } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { freePort } from '../fakes/listen.ts';
import { ServerProcess } from './serverProcess.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { openedForAll } from '../fakes/opened.ts';

/** `reject`: only MCP 2026-07-28; `serve`: older versions, too. */
type Legacy = 'reject' | 'serve';
const never = new AbortController().signal;

describe('a server of MCP 2026-07-28', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const workspaceOf = async (server: object, person = new ScriptedPerson()) => {
    const workspace = await McpWorkspace.create(
      { modern: server },
      {},
      { userInteraction: { elicitation: person, sampling: new ScriptedSampling() } },
    );
    closing.push(() => workspace.dispose());
    return workspace;
  };
  const onTheWeb = async (legacy: Legacy) => {
    const port = await freePort();
    const server = new ServerProcess(scriptedServer('modern', legacy, 'http'), { PORT: String(port) });
    closing.push(() => server.end('SIGTERM'));
    await server.says('listening');
    return { url: `http://127.0.0.1:${port}/mcp` };
  };
  const answer = async (workspace: McpWorkspace, tool: string) =>
    JSON.parse(textOf(await workspace.call('modern', tool))) as Record<string, JsonValue>;
  const versionOf = async (workspace: McpWorkspace) =>
    (await answer(workspace, 'get_envelope'))['io.modelcontextprotocol/protocolVersion'];

  for (const [where, network, serverOf] of [
    ['a process', 'pipe', (legacy: Legacy) => Promise.resolve(scriptedServer('modern', legacy))],
    ['the web', 'tcp', onTheWeb],
  ] as const)
    describe(`as ${where}`, () => {
      const person = new ScriptedPerson();
      let workspace: McpWorkspace;
      let close: () => Promise<void>;
      before(async () => {
        workspace = await workspaceOf(await serverOf('reject'), person);
        const opened = closing.splice(0).reverse();
        close = async () => {
          for (const end of opened) await end();
        };
        await workspace.tools('modern');
      });
      after(() => close());

      it('is spoken with in that version, where it refuses older ones', async () => {
        assert.deepEqual(await workspace.structured('modern', 'get_city'), { city: 'Bern' });
        assert.equal(await versionOf(workspace), '2026-07-28');
      });

      it('is spoken with in that version, where it knows older ones', async () => {
        assert.equal(await versionOf(await workspaceOf(await serverOf('serve'))), '2026-07-28');
      });

      it('may answer with structured content that is no object', async () => {
        assert.equal((await workspace.result('modern', 'count_cities')).structuredContent, 3);
      });

      it('gets the arguments that it wants in headers', async () => {
        assert.deepEqual(
          JSON.parse(textOf(await workspace.call('modern', 'get_region', { region: 'Bärn' }))),
          { region: 'Bärn' },
        );
      });

      it('gets the answer of the person, and its own state back to the letter', async () => {
        person.form = () => ({ action: 'accept', content: { name: 'Ada' } });
        assert.deepEqual(await answer(workspace, 'ask_name'), {
          name: 'Ada',
          state: 'state of "ask_name", to the letter: ü',
        });
      });

      it('hears that the person declined', async () => {
        person.form = () => ({ action: 'decline' });
        assert.deepEqual(await answer(workspace, 'ask_name'), { declined: { action: 'decline' } });
      });

      it('gets its answer about a page when the person has been there, while the clock of the run stands still', async () => {
        person.page = () => ({ action: 'accept' });
        const visited = Promise.withResolvers<{ action: 'accept' }>();
        person.back = () => visited.promise;
        let pauses = 0;
        const pauseClockWhile = <T>(wait: () => Promise<T>) => {
          pauses += 1;
          visited.resolve({ action: 'accept' });
          return wait();
        };
        const outcome = await workspace.source.callTool(
          'modern',
          'ask_page',
          {},
          { signal: never, pauseClockWhile },
        );
        assert.deepEqual(JSON.parse(textOf(outcome)), { action: 'accept' });
        assert.equal(pauses, 1);
      });

      it('gets the answer of the language model', async () => {
        const { model, content } = await answer(workspace, 'ask_model');
        assert.deepEqual([model, content], ['parrot', { type: 'text', text: 'Hello' }]);
      });

      it('gets the trace context of a call, which is told over which session it went', async () => {
        const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
        const sessions: TracedSession[] = [];
        const trace = { traceparent, sentOver: (session: TracedSession) => void sessions.push(session) };
        const outcome = await workspace.source.callTool('modern', 'get_trace', {}, { signal: never, trace });
        assert.deepEqual(JSON.parse(textOf(outcome)), { trace: traceparent });
        assert.deepEqual(sessions, [{ transport: network, protocolVersion: '2026-07-28' }]);
      });

      it('gets no trace context where none is given', async () => {
        assert.deepEqual(JSON.parse(textOf(await workspace.call('modern', 'get_trace'))), {});
      });

      it('is told in each request from which level on its log is wanted, also when that changes', async () => {
        const levelOf = async () =>
          (await answer(workspace, 'get_envelope'))['io.modelcontextprotocol/logLevel'];
        assert.equal(await levelOf(), 'info');
        workspace.logLevel = 'warn';
        workspace.source.logLevelChanged('modern');
        assert.equal(await levelOf(), 'warning');
      });

      it('logs from the wanted level on, with its logger and its data', async () => {
        workspace.logLevel = 'info';
        workspace.source.logLevelChanged('modern');
        await workspace.call('modern', 'keep_log');
        workspace.logLevel = 'error';
        workspace.source.logLevelChanged('modern');
        await workspace.call('modern', 'keep_log');
        const [info, error] = [
          'info modern: atlas: the city is small',
          'error modern: atlas: {"lost":"the map"}',
        ];
        assert.deepEqual(
          workspace.log.filter((line) => line.includes('atlas')),
          [info, error, error],
        );
      });

      it('lists the tools of its apps as such, with what it says of them', async () => {
        const tool = (await workspace.tools('modern')).find(({ name }) => name === 'show_map');
        assert.deepEqual(
          [tool?.appView, tool?._meta],
          [true, { ui: { resourceUri: 'ui://modern/map.html' } }],
        );
      });

      it('answers a call of an app with what is for its view alone', async () => {
        const { _meta } = await workspace.result('modern', 'show_map');
        assert.equal(_meta?.['example.com/viewId'], 'v1');
      });

      it('gives the view of an app, with how it may be shown', async () => {
        const asked = { method: 'resources/read', uri: 'ui://modern/map.html' } as const;
        assert.deepEqual(valueOf(await workspace.source.requestFeature('modern', asked, { signal: never })), [
          {
            uri: 'ui://modern/map.html',
            mimeType: 'text/html;profile=mcp-app',
            text: '<!doctype html><title>Map</title>',
            _meta: { ui: { prefersBorder: true } },
          },
        ]);
      });

      it('completes an argument of a prompt', async () => {
        const asked = {
          method: 'completion/complete',
          ref: { type: 'ref/prompt', name: 'greet' },
          argument: { name: 'name', value: 'Ad' },
        } as const;
        const answer = valueOf(await workspace.source.requestFeature('modern', asked, { signal: never }));
        assert.deepEqual(answer, { values: ['Ada'], total: 1, hasMore: false });
      });

      it('gives its prompts', async () => {
        const asked = { method: 'prompts/get', name: 'greet', arguments: { name: 'Ada' } } as const;
        assert.match(
          JSON.stringify(await workspace.source.requestFeature('modern', asked, { signal: never })),
          /"text":"Hello, Ada!"/,
        );
      });

      it('is told the roots when it asks for them', async () => {
        const { roots } = await answer(workspace, 'get_roots');
        assert.match(JSON.stringify(roots), /^\[\{"uri":"file:.*code-mode-mcp-/);
      });

      it('that asks again and again is not followed without end, and the call may have happened', async () => {
        const { code, message } = failure(await workspace.call('modern', 'ask_forever'));
        assert.equal(code, 'protocol_error');
        assert.match(message, /it still wanted input after 10 rounds/);
        assert.deepEqual(await answer(workspace, 'count_calls'), { calls: 11 });
      });

      it('tells its progress, and hears that a call is no longer wanted', async () => {
        const controller = new AbortController();
        const reports: unknown[] = [];
        const onProgress = (message: string, fraction?: number) => {
          reports.push([message, fraction]);
          controller.abort();
        };
        const outcome = await workspace.source.callTool(
          'modern',
          'slowly',
          {},
          { signal: controller.signal, onProgress },
        );
        assert.equal(failure(outcome).code, 'cancelled');
        assert.deepEqual(reports, [['half', 0.5]]);
      });

      it('tells that its tools changed', async () => {
        const changed = Promise.withResolvers<undefined>();
        const stop = workspace.source.onDidChange(() => {
          void workspace
            .tools('modern')
            .then((tools) => tools.some(({ name }) => name === 'added') && changed.resolve(undefined));
        });
        await workspace.call('modern', 'add_tool');
        await changed.promise;
        stop();
      });

      it('tells that a resource changed', async () => {
        const run = new AbortController();
        const waiting = workspace.source.requestFeature(
          'modern',
          { method: 'resources/subscribe', uri: 'clock://now' },
          { signal: run.signal },
        );
        let isOver = false;
        void waiting.then(() => (isOver = true));
        // The server announces no changes before the subscription is open.
        while (!isOver) await workspace.call('modern', 'change_clock');
        assert.deepEqual(await waiting, { ok: true, value: { uri: 'clock://now' } });
        run.abort();
      });

      it('gives its resources', async () => {
        const read = await workspace.source.requestFeature(
          'modern',
          { method: 'resources/read', uri: 'clock://now' },
          { signal: never },
        );
        assert.match(JSON.stringify(read), /"text":"noon"/);
      });
    });

  fullTest('that begins to read late is spoken with in its version', async () => {
    const workspace = await workspaceOf({ ...scriptedServer('modern', 'reject'), env: { SLOW_MS: '4000' } });
    assert.equal(await versionOf(workspace), '2026-07-28');
  });

  for (const [when, startAgain] of [
    ['start', (workspace: McpWorkspace) => workspace.source.restartServer('modern')],
    ['session', (workspace: McpWorkspace) => workspace.nextSession()],
  ] as const)
    fullTest(`that was too slow to be asked for its version is asked again at its next ${when}`, async () => {
      const env = { SLOW_MS: '4000', SLOW_ONCE: '${workspaceFolder}/started' };
      const workspace = await workspaceOf({ ...scriptedServer('modern', 'serve'), env });
      await workspace.tools('modern');
      assert.equal(textOf(await workspace.call('modern', 'get_envelope')), '"none"');
      await startAgain(workspace);
      await workspace.tools('modern');
      assert.equal(await versionOf(workspace), '2026-07-28');
    });

  it('has instructions of bounded length', async () => {
    const workspace = await workspaceOf({
      ...scriptedServer('modern', 'reject'),
      env: { INSTRUCTIONS: '1000000' },
    });
    const listing = await workspace.source.listTools('modern', { signal: never });
    assert.ok(listing.ok);
    assert.match(listing.instructions ?? '', /^Ask for the city\.!{19000,}… \(19\d+ more characters\)$/);
  });

  it('has instructions without a secret, also where they are cut in the middle of it', async () => {
    const env = { INSTRUCTIONS: '19955', API_TOKEN: '0123456789abcdef' };
    const workspace = await workspaceOf({ ...scriptedServer('modern', 'reject'), env });
    const listing = await workspace.source.listTools('modern', { signal: never });
    assert.equal(listing.ok && listing.instructions?.slice(19_970), '!!•••… (19930 more characters)');
  });

  it('says how long its list of tools holds', async () => {
    const workspace = await workspaceOf({ ...scriptedServer('modern', 'reject'), env: { TTL_MS: '60000' } });
    const listing = await workspace.source.listTools('modern', { signal: never });
    assert.ok(listing.ok);
    assert.equal(listing.ttlMs, 60_000);
  });

  it('is spoken with in the older version that its definition asks for', async () => {
    const workspace = await workspaceOf({
      ...scriptedServer('modern', 'serve'),
      protocolVersion: '2025-11-25',
    });
    assert.equal(textOf(await workspace.call('modern', 'get_envelope')), '"none"');
    const listing = await workspace.source.listTools('modern', { signal: never });
    assert.ok(listing.ok);
    assert.equal(listing.protocolVersion, '2025-11-25');
  });

  it('is not spoken with in a version that its definition does not ask for', async () => {
    const workspace = await workspaceOf({
      ...scriptedServer('modern', 'reject'),
      protocolVersion: '2025-11-25',
    });
    assert.match(await workspace.listError('modern'), /Unsupported protocol version: 2025-11-25/);
  });

  it('is asked for its version once, also over sessions', async () => {
    const workspace = await workspaceOf(faultServer('initialize-first'));
    const asked = () => workspace.log.filter((line) => line.includes('expected initialize')).length;
    await workspace.tools('modern');
    await workspace.source.restartServer('modern');
    assert.equal(asked(), 1);
    await workspace.nextSession();
    await workspace.tools('modern');
    await workspace.source.restartServer('modern');
    assert.equal(asked(), 1);
  });

  for (const behaviour of ['initialize-first', 'initialize-only'] as const)
    it(`is not what an older server is taken for that ${behaviour === 'initialize-first' ? 'ends at' : 'ignores'} its first question`, async () => {
      const workspace = await workspaceOf(faultServer(behaviour));
      assert.deepEqual(await workspace.structured('modern', 'say_hello', { name: 'Ada' }), {
        greeting: 'Hello, Ada!',
      });
    });
});

/**
 * From npm, built on the official SDK's second line, which answers `server/discover`, and without a network or an
 * account.
 */
describe('a real server of MCP 2026-07-28', () => {
  const workspace = openedForAll(() =>
    McpWorkspace.create({ vault: realServer('vault', '${workspaceFolder}/notes') }),
  );
  before(async () => {
    await workspace.write('notes/Plan.md', '# Plan: a hedge\n');
  });

  fullTest('lists its tools in that version', async () => {
    const listing = await workspace.source.listTools('vault', {
      signal: never,
      interactive: true,
    });
    assert.ok(listing.ok);
    assert.equal(listing.protocolVersion, '2026-07-28');
    assert.ok(listing.tools.some(({ name }) => name === 'read_note'));
  });

  fullTest('answers a call', async () => {
    const answer = await workspace.call('vault', 'read_note', { path: 'Plan.md' });
    assert.deepEqual(JSON.parse(textOf(answer)), { fm: {}, content: '# Plan: a hedge\n' });
  });

  fullTest('fails in its own words', async () => {
    const { isError, content } = await workspace.result('vault', 'read_note', { path: 'Nothing.md' });
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /not found/i);
  });
});
