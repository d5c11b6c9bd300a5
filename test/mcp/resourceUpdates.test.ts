import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('a wait for a resource to change', () => {
  const workspace = openedForEach(() =>
    McpWorkspace.inMemory({
      asking: askingServer(),
      faults: faultServer(),
    }),
  );

  const updated = (uri: string, options: CallOptions = never(), server = 'asking') =>
    workspace.source.requestFeature(server, { method: 'resources/subscribe', uri }, options);
  const tell = (uri: string) =>
    workspace.structured('asking', 'tell', { method: 'notifications/resources/updated', params: { uri } });
  const watched = () => workspace.structured('asking', 'watched');
  /** Resolves when the server has answered all earlier subscriptions. */
  const subscribed = async (count: number) => {
    for (let tries = 0; tries < 1_000; tries++) {
      const { watched: now } = await watched();
      if (Array.isArray(now) && now.length === count) return;
    }
    throw new Error(`${count} subscriptions were not made.`);
  };

  it('ends when the server says so', async () => {
    const waiting = updated('note:a');
    await subscribed(1);
    await tell('note:a');
    assert.deepEqual(await waiting, { ok: true, value: { uri: 'note:a' } });
  });

  it('ends with a change that comes before the answer to the subscription', async () => {
    assert.deepEqual(await updated('note:now'), { ok: true, value: { uri: 'note:now' } });
  });

  it('ends with a change of a resource inside it, and tells which', async () => {
    const waiting = updated('note:folder');
    await subscribed(1);
    await tell('note:folder/one');
    assert.deepEqual(await waiting, { ok: true, value: { uri: 'note:folder/one' } });
  });

  it('ends with a change of it under another spelling of its URI', async () => {
    const waiting = updated('https://example.com');
    await subscribed(1);
    await tell('https://EXAMPLE.com/');
    assert.equal((await waiting).ok, true);
  });

  it('ends although there is a secret in the URI', async () => {
    await workspace.define({ asking: { ...askingServer(), env: { API_TOKEN: 'sesame-4711' } } });
    await workspace.source.reload();
    const waiting = updated('note:sesame-4711');
    await subscribed(1);
    await tell('note:sesame-4711');
    assert.equal((await waiting).ok, true);
  });

  it('does not end with the change of another', async () => {
    const [a, ab] = [updated('note:a'), updated('note:ab')];
    await subscribed(2);
    await tell('note:ab');
    await ab;
    assert.equal(await Promise.race([a, watched().then(() => 'still waiting')]), 'still waiting');
    await tell('note:a');
    await a;
  });

  it('ends at once when the resource has changed since the last wait of the same run', async () => {
    const run = never();
    const first = updated('note:a', run);
    await subscribed(1);
    await tell('note:a');
    await first;
    await tell('note:a/part');
    assert.deepEqual(await updated('note:a', run), { ok: true, value: { uri: 'note:a/part' } });
  });

  it('does not end with the change that ended the last wait of the same run', async () => {
    const run = never();
    const first = [updated('note:a', run), updated('note:a', run)];
    await subscribed(1);
    await tell('note:a');
    await Promise.all(first);
    const second = updated('note:a', run);
    assert.equal(await Promise.race([second, watched().then(() => 'still waiting')]), 'still waiting');
    await tell('note:a');
    assert.equal((await second).ok, true);
  });

  it('subscribes once for all waits of a run', async () => {
    const run = never();
    await updated('note:now', run);
    assert.equal(
      await Promise.race([updated('note:now', run), watched().then(() => 'not told as changed again')]),
      'not told as changed again',
    );
  });

  it('is unsubscribed when the last run that waited is over', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [updated('note:a', asked(first)), updated('note:a', asked(second))];
    await subscribed(1);
    first.abort();
    await waits[0];
    assert.deepEqual(await watched(), { watched: ['note:a'], unwatched: [] });
    second.abort();
    await waits[1];
    assert.deepEqual(await watched(), { watched: [], unwatched: ['note:a'] });
  });

  it('that begins as another ends is subscribed after that has left', async () => {
    const first = new AbortController();
    const before = updated('note:a', asked(first));
    await subscribed(1);
    first.abort();
    await before;
    const after = updated('note:a');
    await subscribed(1);
    await tell('note:a');
    assert.deepEqual(await after, { ok: true, value: { uri: 'note:a' } });
  });

  it('that is given up is cancelled, also while the server does not answer', async () => {
    const controller = new AbortController();
    const waiting = updated('note:hang', asked(controller));
    await watched();
    controller.abort();
    assert.equal(failure(await waiting).code, 'cancelled');
  });

  it('ends with the server', async () => {
    const waiting = updated('note:a');
    await subscribed(1);
    await workspace.source.stopServer('asking');
    assert.equal(failure(await waiting).code, 'server_unavailable');
  });

  it('is refused by a server that does not have the resource, with its reason', async () => {
    const { code, message } = failure(await updated('note:none'));
    assert.equal(code, 'protocol_error');
    assert.match(
      message,
      /"asking" did not answer \$resources\.updated: .*there is no note:none\. Check the URI/,
    );
  });

  it('is not begun at a server that tells of no changes', async () => {
    const { code, message } = failure(await updated('note:a', never(), 'faults'));
    assert.equal(code, 'unknown_tool');
    assert.match(message, /"faults" has no resource updates/);
  });
});

function asked({ signal }: AbortController): CallOptions {
  return { signal };
}

function never(): CallOptions {
  return asked(new AbortController());
}
