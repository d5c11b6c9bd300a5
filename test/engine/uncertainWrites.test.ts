// Tests writes that fail after their effect: a real HTTP service behind a real OpenAPI server answers 503 to requests
// that it has carried out.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { CountedRuns, resumeIn } from '../fakes/countedRuns.ts';
import { hangUp, listen } from '../fakes/listen.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { openedForAll } from '../fakes/opened.ts';

const openApiServer = createRequire(import.meta.url).resolve('@ivotoby/openapi-mcp-server/bin/mcp-server.js');

const order = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const answers = { 200: { description: 'done' } };
const openApi = {
  openapi: '3.0.0',
  info: { title: 'Back office', version: '1' },
  paths: {
    '/orders/{id}/refund': {
      post: {
        operationId: 'decideRefund',
        summary: 'Decides a refund',
        parameters: order,
        responses: answers,
      },
      get: {
        operationId: 'getRefund',
        summary: 'The refund of an order',
        parameters: order,
        responses: answers,
      },
    },
    '/orders/{id}/busy': {
      post: { operationId: 'tryRefund', summary: 'Is busy', parameters: order, responses: answers },
    },
  },
};

/** A service that decides refunds. It answers 503 to the first `failing` requests after carrying them out. */
class BackOffice {
  readonly decided: string[] = [];
  failing = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer(({ method = '', url = '' }, response) => {
      const [status, body] = this.#answer(method, url);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  #answer(method: string, url: string): readonly [status: number, body: object] {
    const [, , id = '', action] = url.split('/');
    if (action === 'busy') return [429, { error: 'rate limit exceeded, retry after 2 s' }];
    if (id === 'none') return [404, { error: 'order not found' }];
    if (method === 'GET') return [200, { decided: this.decided.includes(id) }];
    this.decided.push(id);
    return this.failing-- > 0 ? [503, { error: 'temporarily unavailable' }] : [200, { id, decided: true }];
  }

  listen(): Promise<number> {
    return listen(this.#server);
  }

  close(): Promise<void> {
    return hangUp(this.#server);
  }
}

describe('a write that failed after its effect', function () {
  this.timeout(60_000);
  const folder = openedForAll(() => new TemporaryFolder('code-mode-runs-'));
  const office = openedForAll(() => new BackOffice());
  const runs = openedForAll(async () => {
    const url = `http://127.0.0.1:${await office.listen()}`;
    const args = [openApiServer, '--api-base-url', url, '--spec-inline', JSON.stringify(openApi)];
    return CountedRuns.open(folder.path, {
      servers: { office: { command: process.execPath, args, env: { TRANSPORT_TYPE: 'stdio' } } },
    });
  });
  beforeEach(() => {
    office.decided.length = 0;
    office.failing = 1;
  });

  const decide = 'return await tools.office.decideRefund({ id: "7" });';
  const textOf = async (outcome: RunOutcome, decidesInFlight = false) =>
    (await formatResult({ ...outcome, isResumable: true }, defaultBudget, () => 'r1', decidesInFlight)).text;

  it('is listed as one that may have taken effect, with the tool that shows it', async () => {
    const failed = await runs.run(decide);
    assert.deepEqual([failed.calls[0]?.state, office.decided], ['unknown', ['7']]);
    const text = await textOf(failed);
    assert.match(text, /It may have taken effect: look with tools\.office\.getRefund before you repeat it\./);
    assert.match(
      text,
      / {2}may have taken effect \(look before you repeat a write\):\n {4}tools\.office\.decideRefund\(/,
    );
    assert.doesNotMatch(text, /^ {2}failed/m);
  });

  it('is not sent again by resuming the run until somebody says that it did not happen', async () => {
    const failed = await runs.run(decide);
    const approver = new RecordingApprover();
    const stopped = await runs.resume(failed.runId, { approver });
    assert.deepEqual(
      [approver.asked.at(-1), office.decided],
      ['in flight: tools.office.decideRefund', ['7']],
    );
    assert.deepEqual(
      stopped.calls.map(({ state }) => state),
      ['unknown'],
    );
  });

  it('stays listed, with the calls after it, as one that may have taken effect where the resumed run stops at it', async () => {
    office.failing = 2;
    const failed = await runs.run(
      'const [a, b] = ["7", "8"].map((id) => tools.office.decideRefund({ id })); await a; await b;',
    );
    // The run ends with the first failure, even if the second request is still under way. That request must not arrive
    // during the next test.
    await eventually(
      () => office.decided.length,
      (length) => length === 2,
    );
    const stopped = await runs.resume(failed.runId, { approver: new RecordingApprover() });
    assert.deepEqual(
      stopped.calls.map(({ state }) => state),
      ['unknown', 'unknown'],
    );
    assert.doesNotMatch(await textOf(stopped), /no effect/);
  });

  it('is decided by the model where nobody can be asked', async () => {
    const ask = (run: string | undefined, inFlight: unknown) =>
      resumeIn(runs.store, runs.engine, run, { inFlight, origin: { door: 'serve' }, session: 'test' });
    const failed = await runs.run(decide);
    const text = await textOf(failed, true);
    assert.match(text, /add inFlight: \{ "1": "happened" \}.* Call 1 is tools\.office\.decideRefund\.$/m);
    const resumed = await ask(failed.runId, { 1: 'happened' });
    assert.deepEqual([resumed.ok, resumed.value, office.decided], [true, undefined, ['7']]);
    const again = await runs.run(decide.replace('7', '9'));
    assert.equal(again.ok, true);
    office.failing = 1;
    const third = await runs.run(decide);
    const repeated = await ask(third.runId, { 1: 'not-happened' });
    assert.deepEqual([repeated.ok, office.decided], [true, ['7', '9', '7', '7']]);
    const wrong = await ask(third.runId, { 1: 'yes' });
    assert.match(wrong.errors[0]?.message ?? '', /inFlight is \{"1":"yes"\}\./);
  });

  it('is told of in the result of a script that catches its error', async () => {
    const outcome = await runs.run(`await tools.office.decideRefund({ id: "7" }).catch(() => undefined);
      await tools.office.decideRefund({ id: "none" }).catch(() => undefined);
      return "done";`);
    const text = await textOf(outcome);
    assert.match(text, /^"done"\n/);
    assert.match(
      text,
      /Note: may have taken effect \(look before you repeat it\): tools\.office\.decideRefund\(\{ id: "7" \}\)\./,
    );
    assert.match(
      text,
      /Note: calls that can write and failed: tools\.office\.decideRefund\(\{ id: "none" \}\)\./,
    );
  });

  it('is told apart from a call that the service refused because calls came too often', async () => {
    const outcome = await runs.run(
      'return await tools.office.tryRefund({ id: "7" }).catch((error) => [error.retryable, error.retryAfterMs]);',
    );
    assert.deepEqual([outcome.value, outcome.calls[0]?.state], [[true, 2_000], 'failed']);
    const failed = await runs.run('return await tools.office.tryRefund({ id: "7" });');
    assert.match(await textOf(failed), /The call had no effect: retry after 2 s\./);
  });
});
