import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('what a server asks of us and tells us', () => {
  const workspace = openedForEach(() => McpWorkspace.inMemory({ asking: askingServer() }));

  const ask = (method: string, params: JsonObject = {}) =>
    workspace.structured('asking', 'ask', { method, params });
  const tellLog = (params: JsonObject) =>
    workspace.structured('asking', 'tell', { method: 'notifications/message', params });
  const heard = async () => (await workspace.structured('asking', 'heard'))['heard'];

  it('roots are the folders, by URL and name', async () => {
    workspace.roots = [join(workspace.folder, 'a b')];
    assert.deepEqual(await ask('roots/list'), {
      result: { roots: [{ uri: pathToFileURL(`${workspace.folder}/a b`).href, name: 'a b' }] },
    });
  });

  it('a running server is told when the roots change', async () => {
    await workspace.tools('asking');
    workspace.source.rootsChanged();
    assert.deepEqual(await heard(), ['notifications/initialized', 'notifications/roots/list_changed']);
  });

  it('a server that is starting is told when it has started', async () => {
    const tools = workspace.tools('asking');
    await workspace.starts('asking');
    workspace.source.rootsChanged();
    await tools;
    assert.deepEqual(await heard(), ['notifications/initialized', 'notifications/roots/list_changed']);
  });

  it('a server that does not run is not started for a change of the roots', async () => {
    await workspace.source.servers();
    workspace.source.rootsChanged();
    assert.equal(await workspace.state('asking'), 'stopped');
  });

  it('only roots are announced', async () => {
    assert.deepEqual(await workspace.structured('asking', 'capabilities'), { roots: { listChanged: true } });
  });

  it('a ping is answered', async () => {
    assert.deepEqual(await ask('ping'), { result: {} });
  });

  for (const [method, reason] of [
    ['sampling/createMessage', /sampling is unavailable here/],
    ['elicitation/create', /no user to ask here/],
    ['tea/make', /"message":"\\"tea\/make\\" is declined: unknown here/],
    ['constructor', /unknown here/],
  ] as const) {
    it(`${method} is declined with a reason`, async () => {
      const { error } = await ask(method);
      assert.match(JSON.stringify(error), reason);
    });
  }

  it('a server that keeps a log is told from which level on it is wanted, also when that changes', async () => {
    workspace.logLevel = 'warn';
    await workspace.tools('asking');
    workspace.logLevel = 'debug';
    workspace.source.logLevelChanged('asking');
    assert.deepEqual((await workspace.structured('asking', 'heard'))['levels'], ['warning', 'debug']);
  });

  it('a line of its log has its level, its logger and its data', async () => {
    await tellLog({ level: 'warning', logger: 'disk', data: { free: 0 } });
    assert.deepEqual(workspace.log, ['warn asking: disk: {"free":0}']);
  });

  it('an alert is an error, a notice is not', async () => {
    await tellLog({ level: 'alert', data: 'fire' });
    await tellLog({ level: 'notice', data: 'lunch' });
    assert.deepEqual(workspace.log, ['error asking: fire', 'info asking: lunch']);
  });

  it('a log line of an unknown level is no reason to stop', async () => {
    await tellLog({ level: 'gossip', data: 'psst' });
    assert.deepEqual(await ask('ping'), { result: {} });
  });

  it('colours and the like are taken out of its log', async () => {
    await tellLog({ level: 'info', data: '\u001b[31mred\u001b[0m' });
    assert.deepEqual(workspace.log, ['info asking: red']);
  });

  it('a long line of its log is cut', async () => {
    await tellLog({ level: 'info', data: 'x'.repeat(100_000) });
    assert.ok((workspace.log[0]?.length ?? Infinity) < 3_000);
  });

  it('keys that it was given are hidden in its log', async () => {
    await workspace.define({ asking: { ...askingServer(), env: { API_KEY: 'abcdefghijkl' } } });
    await workspace.source.reload();
    await tellLog({ level: 'error', data: 'abcdefghijkl was refused' });
    assert.deepEqual(workspace.log, ['error asking: ••• was refused']);
  });
});
