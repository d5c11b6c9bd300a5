import assert from 'node:assert/strict';
import type { FeatureRequest } from '../../src/catalog/serverFeatures.ts';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, valueOf } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { openedForAll } from '../fakes/opened.ts';

const never: CallOptions = { signal: new AbortController().signal };

describe('what servers offer beside tools', () => {
  const workspace = openedForAll(() =>
    McpWorkspace.inMemory({
      asking: askingServer(),
      everything: realServer('everything'),
      faults: faultServer(),
      broken: faultServer('exit'),
    }),
  );

  const ask = (server: string, request: FeatureRequest, options = never) =>
    workspace.source.requestFeature(server, request, options);

  it('is told with the tools', async () => {
    const features = async (server: string) => {
      const listing = await workspace.source.listTools(server, { signal: never.signal });
      return listing.ok && listing.features;
    };
    assert.deepEqual(await Promise.all(['everything', 'asking', 'faults'].map(features)), [
      ['resources', 'resourceCompletions', 'subscriptions', 'prompts', 'promptCompletions'],
      ['resources', 'subscriptions'],
      [],
    ]);
  });

  it('a list has all its pages, without what is malformed', async () => {
    assert.deepEqual(valueOf(await ask('asking', { method: 'resources/list' })), [
      { uri: 'note:a', name: 'a', title: 'A' },
      { uri: 'note:b', name: 'b' },
    ]);
    assert.ok(workspace.log.includes('asking: element 2 of "resources" omitted: it lacks uri or name'));
  });

  it('a resource is its contents, as far as MCP knows them', async () => {
    const contents = valueOf(await ask('asking', { method: 'resources/read', uri: 'note:a' }));
    assert.deepEqual(contents, [{ uri: 'note:a', mimeType: 'text/plain', text: 'milk' }]);
  });

  it('a resource that the server does not have is a protocol_error that says where to look', async () => {
    const error = failure(await ask('asking', { method: 'resources/read', uri: 'note:z' }));
    assert.equal(error.code, 'protocol_error');
    assert.match(
      error.message,
      /"asking" did not answer \$resources\.read: .*no note:z\..*\$resources\.list\(\)/,
    );
  });

  it('a server without prompts is not asked for them', async () => {
    const error = failure(await ask('asking', { method: 'prompts/list' }));
    assert.equal(error.code, 'unknown_tool');
    assert.equal(error.message, 'Server "asking" has no prompts: use its tools.');
  });

  it('a server that does not start is unavailable, with its reason', async () => {
    const error = failure(await ask('broken', { method: 'resources/list' }));
    assert.equal(error.code, 'server_unavailable');
    assert.match(error.message, /no configuration/);
  });

  it('a server that nobody configured is unknown', async () => {
    assert.equal(failure(await ask('nobody', { method: 'resources/list' })).code, 'unknown_server');
  });

  it('a question that is given up reports its progress and reaches the server as cancelled', async () => {
    const controller = new AbortController();
    const progress = Promise.withResolvers<unknown>();
    const onProgress = (message: string, fraction?: number) => progress.resolve([message, fraction]);
    const reading = ask(
      'asking',
      { method: 'resources/read', uri: 'note:hang' },
      { signal: controller.signal, onProgress },
    );
    assert.deepEqual(await progress.promise, ['reading', 0.5]);
    controller.abort();
    assert.equal(failure(await reading).code, 'cancelled');
    const { heard } = await workspace.structured('asking', 'heard');
    assert.ok(Array.isArray(heard) && heard.includes('notifications/cancelled'));
  });

  it('a list that the server said had changed is the new one', async () => {
    const names = async () => JSON.stringify(valueOf(await ask('asking', { method: 'resources/list' })));
    assert.match(await names(), /"name":"b"/);
    await workspace.structured('asking', 'rename');
    assert.match(await names(), /"name":"renamed"/);
  });
});
