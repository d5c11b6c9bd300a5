// Tests an integer beyond 2^53 between a script and a server, over each transport.
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { answerTo } from '../fakes/idMessages.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { WebBed } from './webBed.ts';

/** Answers each message in its own response, as content of `type` in the form that `write` gives it. */
const inResponses =
  (type: string, write: (answer: string) => string): RequestListener =>
  (request, response) => {
    void text(request).then((body) => {
      const answer = body === '' ? undefined : answerTo(body);
      if (answer === undefined) response.writeHead(request.method === 'POST' ? 202 : 405).end();
      else response.writeHead(200, { 'content-type': type }).end(write(answer));
    });
  };
const json = inResponses('application/json', (answer) => answer);
const events = inResponses('text/event-stream', (answer) => `data: ${answer}\n\n`);

/** Answers on the single stream of the legacy transport. */
function legacy(): RequestListener {
  let stream: ServerResponse | undefined;
  return (request, response) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    if (request.url !== '/messages') {
      response.writeHead(405).end();
      return;
    }
    void text(request).then((body) => {
      response.writeHead(202).end();
      const answer = answerTo(body);
      if (answer !== undefined) stream?.write(`event: message\ndata: ${answer}\n\n`);
    });
  };
}

describe('an integer beyond 2^53', () => {
  const bed = new WebBed();

  const stdio = {
    command: process.execPath,
    args: [fileURLToPath(new URL('../fakes/idMessages.ts', import.meta.url))],
  };
  const over = async (listener: RequestListener, more: object = {}) => ({
    url: (await bed.server(listener)).url,
    ...more,
  });
  const transports: readonly (readonly [name: string, definition: () => object | Promise<object>])[] = [
    ['stdio', () => stdio],
    ['HTTP as one body', () => over(json)],
    ['HTTP as events', () => over(events)],
    ['the legacy transport', () => over(legacy(), { type: 'sse' })],
  ];
  for (const [name, definition] of transports) {
    it(`has the same digits between two tools over ${name}`, async () => {
      const workspace = await bed.workspace(await definition());
      await using engine = new TestEngine([workspace.source]);
      const code = `const first = await tools.web.same({ id: 725653563933458433 });
        const second = await tools.web.same({ id: first.id });
        const raw = await tools.web.same.raw({ id: JSON.parse(JSON.stringify(second)).id });
        return [first.id, String(second.id), raw.content[0].text, first.id === second.id];`;
      const { ok, value } = await engine.run(code);
      const digits = '725653563933458433';
      assert.deepEqual([ok, value], [true, [BigInt(digits), digits, `{"id": ${digits}}`, true]]);
    });
  }
});
