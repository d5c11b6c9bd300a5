import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { ResourceUpdates, type Subscriber } from '../../../../src/mcp/session/resourceUpdates.ts';
import type { RequestOutcome } from '../../../../src/mcp/session/requestOutcome.ts';

class HeldServer implements Subscriber {
  /** The requests, in order. */
  readonly asked: string[] = [];
  readonly #unsubscribed: (() => void)[] = [];

  subscribe(): Promise<RequestOutcome<unknown>> {
    this.asked.push('subscribe');
    return Promise.resolve({ kind: 'done', value: {} });
  }

  unsubscribe(): Promise<void> {
    this.asked.push('unsubscribe');
    return new Promise((resolve) => this.#unsubscribed.push(resolve));
  }

  /** Answers the unsubscription that has waited longest. */
  answerUnsubscription(): void {
    this.#unsubscribed.shift()?.();
  }
}

describe('ResourceUpdates', () => {
  it('subscribes after the unsubscription on its way, whoever gave up meanwhile', async () => {
    const server = new HeldServer();
    const updates = new ResourceUpdates(server);
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const waits = [updates.next('note:a', first)];
    await turn();
    first.abort();
    waits.push(updates.next('note:a', second));
    second.abort();
    waits.push(updates.next('note:a', third));
    await turn();
    assert.deepEqual(server.asked, ['subscribe', 'unsubscribe']);
    server.answerUnsubscription();
    await turn();
    assert.deepEqual(server.asked, ['subscribe', 'unsubscribe', 'subscribe']);
    third.abort();
    await Promise.all(waits);
  });
});
