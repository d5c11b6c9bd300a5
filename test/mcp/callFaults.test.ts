import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, textOf } from './outcomes.ts';
import { openedForAll, openedForEach } from '../fakes/opened.ts';

describe('a call of a tool', () => {
  const workspace = openedForAll(() => McpWorkspace.inMemory({ faults: faultServer() }));

  it('gives what the tool answered', async () => {
    const { content, structuredContent, isError } = await workspace.result('faults', 'say_hello', {
      name: 'Ada',
    });
    assert.deepEqual(structuredContent, { greeting: 'Hello, Ada!' });
    assert.equal(content.length, 1);
    assert.equal(isError, false);
  });

  it('is an answer, not a failure, when the tool says isError', async () => {
    const result = await workspace.result('faults', 'fail');
    assert.deepEqual(result, { content: [{ type: 'text', text: 'the disk is full' }], isError: true });
  });

  it('is protocol_error with the server’s own words when the server answers with a JSON-RPC error', async () => {
    const error = failure(await workspace.call('faults', 'refuse'));
    assert.equal(error.code, 'protocol_error');
    assert.match(error.message, /"faults" rejected the call of "refuse": .*text must not be empty/);
  });

  it('lets 10 MB through', async () => {
    assert.equal(textOf(await workspace.call('faults', 'big')).length, 10 * 1024 * 1024);
  });

  it('keeps several blocks in their order', async () => {
    const { content } = await workspace.result('faults', 'blocks');
    assert.deepEqual(
      content.map(({ type }) => type),
      ['text', 'image', 'audio', 'resource', 'resource_link'],
    );
  });

  it('reports progress in order, the last report before the answer', async () => {
    const reports: [string, number | undefined][] = [];
    const onProgress = (message: string, fraction?: number) => reports.push([message, fraction]);
    await workspace.source.callTool(
      'faults',
      'progress',
      { steps: 4 },
      { signal: new AbortController().signal, onProgress },
    );
    assert.deepEqual(reports, [
      ['step 1', 0.25],
      ['step 2', 0.5],
      ['step 3', 0.75],
      ['step 4', 1],
    ]);
  });

  it('passes on structured content that does not fit its schema, and says so in the log', async () => {
    await workspace.tools('faults');
    assert.deepEqual(await workspace.structured('faults', 'wrong_structure'), { other: 1 });
    assert.ok(workspace.log.some((line) => /"wrong_structure" answered with no "greeting"/.test(line)));
  });

  it('passes on text where structured content was promised, and says so in the log', async () => {
    await workspace.tools('faults');
    assert.deepEqual((await workspace.result('faults', 'no_structure')).content, [
      { type: 'text', text: 'plain' },
    ]);
    assert.ok(workspace.log.some((line) => /"no_structure" answered with no structured content/.test(line)));
  });

  it('is unknown_server when nobody has that name', async () => {
    assert.equal(failure(await workspace.call('nobody', 'echo')).code, 'unknown_server');
  });

  it('answers 200 calls at once, each with its own answer', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => String(index));
    const outcomes = await Promise.all(numbers.map((text) => workspace.call('faults', 'echo', { text })));
    assert.deepEqual(outcomes.map(textOf), numbers);
  });
});

describe('the cancellation of a call', () => {
  const workspace = openedForEach(() => McpWorkspace.inMemory({ faults: faultServer() }));

  /** Aborts the call when the tool runs, and settles with its outcome. */
  const callAndAbort = async (tool: string, reason?: unknown) => {
    const controller = new AbortController();
    const running = Promise.withResolvers<string>();
    const options = { signal: controller.signal, onProgress: (message: string) => running.resolve(message) };
    const call = workspace.source.callTool('faults', tool, {}, options);
    await running.promise;
    controller.abort(reason);
    return failure(await call);
  };

  it('settles it as cancelled and says that the tool may have run', async () => {
    const error = await callAndAbort('hang');
    assert.equal(error.code, 'cancelled');
    assert.equal(error.retryable, false);
    assert.match(error.message, /The tool may have run/);
  });

  it('settles it as timeout when a clock ran out', async () => {
    assert.equal((await callAndAbort('hang', new DOMException('late', 'TimeoutError'))).code, 'timeout');
  });

  it('reaches the server', async () => {
    await callAndAbort('hang');
    assert.deepEqual(await workspace.structured('faults', 'cancellations'), { cancelled: ['hang'] });
  });

  it('does not reach the server for calls that were already answered', async () => {
    const controller = new AbortController();
    await workspace.call('faults', 'echo', { text: 'a' }, controller.signal);
    controller.abort();
    assert.deepEqual(await workspace.structured('faults', 'cancellations'), { cancelled: [] });
    assert.ok(!workspace.log.some((line) => line.includes('connection')));
  });

  it('survives an answer that comes after it', async () => {
    assert.equal((await callAndAbort('late')).code, 'cancelled');
    assert.equal(textOf(await workspace.call('faults', 'echo', { text: 'still here' })), 'still here');
  });

  it('before the call starts no server', async () => {
    const error = failure(await workspace.call('faults', 'echo', { text: 'a' }, AbortSignal.abort()));
    assert.equal(error.code, 'cancelled');
    assert.equal(error.retryable, true);
    assert.equal(await workspace.state('faults'), 'stopped');
  });
});
