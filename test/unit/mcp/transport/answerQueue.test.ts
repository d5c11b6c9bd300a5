import assert from 'node:assert/strict';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { AnswerQueue } from '../../../../src/mcp/transport/answerQueue.ts';

describe('AnswerQueue', () => {
  const answer = (id: number, more = ''): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { more } });

  /** A server that takes an answer when the test says so. */
  class Server {
    readonly taking: (() => void)[] = [];
    readonly refusals: string[] = [];
    readonly queue: AnswerQueue;
    most = 0;
    #onTheirWay = 0;

    constructor(atOnce: number) {
      this.queue = new AnswerQueue({
        atOnce,
        send: () => this.#send(),
        onFlood: (reason) => this.refusals.push(reason),
      });
    }

    async #send(): Promise<void> {
      this.#onTheirWay += 1;
      this.most = Math.max(this.most, this.#onTheirWay);
      await new Promise<void>((resolve) => this.taking.push(resolve));
      this.#onTheirWay -= 1;
    }
  }

  it('sends so many at once, and the others as these are taken', async () => {
    const server = new Server(3);
    const sent = Promise.all(Array.from({ length: 10 }, (_, id) => server.queue.send(answer(id))));
    for (let taken = 0; taken < 10; taken++) {
      server.taking[taken]?.();
      await new Promise(setImmediate);
    }
    await sent;
    assert.deepEqual([server.taking.length, server.most, server.refusals], [10, 3, []]);
  });

  it('goes on after an answer that could not be sent', async () => {
    const sent: unknown[] = [];
    const send = (message: JSONRPCMessage) => {
      sent.push('id' in message && message.id);
      return sent.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    };
    const queue = new AnswerQueue({ atOnce: 1, send, onFlood: () => assert.fail() });
    const outcomes = await Promise.allSettled([queue.send(answer(1)), queue.send(answer(2))]);
    assert.deepEqual(
      [outcomes.map(({ status }) => status), sent],
      [
        ['rejected', 'fulfilled'],
        [1, 2],
      ],
    );
  });

  it('refuses a server that takes none of 10,000, once, and lets the waiting ones go', async () => {
    const server = new Server(2);
    const sent = Array.from({ length: 10_010 }, (_, id) => server.queue.send(answer(id)));
    assert.equal(server.refusals.length, 1);
    assert.match(server.refusals[0] ?? '', /does not read answers/);
    for (const take of server.taking) take();
    await Promise.all(sent);
    assert.equal(server.taking.length, 2);
  });

  it('refuses a server that makes answers long and takes none', () => {
    const server = new Server(2);
    for (let id = 0; id < 40; id++) void server.queue.send(answer(id, 'x'.repeat(1_000_000)));
    assert.equal(server.refusals.length, 1);
  });
});
