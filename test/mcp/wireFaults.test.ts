// Tests faults of servers in the bytes that they send over stdio.
import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure, textOf } from './outcomes.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('a server over stdio', () => {
  const workspace = openedForAll(() => {
    const servers = { faults: faultServer(), slow: { ...faultServer('slow'), env: { START_MS: 300 } } };
    return McpWorkspace.create(servers, { stdinGraceMs: 200, termGraceMs: 200, retryAfterMs: 0 });
  });

  const pid = async () => Number((await workspace.structured('faults', 'pid'))['pid']);
  const answer = async (tool: string, input = {}) => textOf(await workspace.call('faults', tool, input));

  it('that is slow to start answers once it has started', async () => {
    assert.equal(textOf(await workspace.call('slow', 'echo', { text: 'at last' })), 'at last');
  });

  it('that dies between two calls is started again by the second', async () => {
    const first = await pid();
    const gone = workspace.logged(/it exited with code 8/);
    assert.equal(await answer('last'), 'the last');
    await gone;
    assert.notEqual(await pid(), first);
  });

  it('that dies in the middle of its answer settles the call', async () => {
    const { code, message } = failure(await workspace.call('faults', 'half'));
    assert.equal(code, 'server_unavailable');
    assert.match(message, /it exited with code 6.*The tool may have run/);
  });

  it('that writes its answer byte by byte is understood', async () => {
    assert.equal(await answer('parts'), 'whole: ü €');
  });

  it('that writes what is no message between its messages is understood', async () => {
    const before = await pid();
    assert.equal(await answer('noise'), 'after the noise');
    assert.equal(await pid(), before);
  });

  it('that answers with a batch is understood', async () => {
    assert.equal(await answer('batch'), 'in a batch');
  });

  const raw = async (...lines: string[]) =>
    failure(await workspace.call('faults', 'raw', { lines }, AbortSignal.timeout(20_000)));

  it('that answers with what is not JSON loses the call at once and is quoted', async () => {
    const { code, message } = await raw(
      '{"jsonrpc":"2.0","id":$ID,"result":{"structuredContent":{"price":NaN},"content":[]}}',
    );
    assert.equal(code, 'server_unavailable');
    assert.match(
      message,
      /^Answer of "raw" lost: it is not JSON \(Unexpected token 'N'.*"price.*The tool may have run\.$/,
    );
  });

  it('that breaks its answer into two lines loses the call at once', async () => {
    const { message } = await raw(
      '{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"half',
      'a line"}]},"id":$ID}',
    );
    assert.match(message, /^Answer of "raw" lost: it is not JSON \(.*half/);
  });

  it('that answers with an error is quoted with the data of the error', async () => {
    const answered = (error: string) => raw(`{"jsonrpc":"2.0","id":$ID,"error":${error}}`);
    const issues = await answered(
      '{"code":-32602,"message":"Invalid params","data":[{"path":["n"],"message":"must be odd"}]}',
    );
    assert.match(
      issues.message,
      /Invalid params \(data: \[\{"path":\["n"\],"message":"must be odd"\}\]\)\.$/,
    );
    assert.deepEqual(issues.data, [{ path: ['n'], message: 'must be odd' }]);
    const odd = await answered('{"code":"E_BUSY","message":"Rate limited","data":{"retryAfter":5}}');
    assert.match(odd.message, /Rate limited \(data: \{"retryAfter":5\}\)\.$/);
    assert.deepEqual([odd.data, odd.retryable], [{ retryAfter: 5 }, false]);
  });

  it('that logs what it receives and sends before it answers is understood', async () => {
    const outcome = await workspace.call('faults', 'raw', {
      lines: [
        '{ listening: true }',
        '{"level": "info", "id": $ID, result: "x"}',
        'Sending {"jsonrpc":"2.0","id":$ID,"result":{"content":[NaN]}}',
        '{"jsonrpc":"2.0","id":$ID,"method":"tools/call","params":{"name":NaN}}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":NaN}}',
        '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"after the log"}]}}',
      ],
    });
    assert.equal(textOf(outcome), 'after the log');
  });

  it('that answers what nobody asked gives each caller its own answer', async () => {
    const before = await pid();
    assert.deepEqual(await Promise.all([answer('wrong_ids'), answer('echo', { text: 'other' })]), [
      'mine',
      'other',
    ]);
    assert.equal(await pid(), before);
  });

  it('that answers what nobody asked, and too deep to be quoted, is still heard', async () => {
    assert.equal(await answer('deep'), 'shallow');
  });

  it('that answers a request twice is heard once', async () => {
    const before = await pid();
    assert.equal(await answer('twice'), 'first');
    assert.equal(await answer('echo', { text: 'next' }), 'next');
    assert.equal(await pid(), before);
  });

  it('that answers with 1 MB in one line is read', async () => {
    const bytes = 1024 * 1024;
    assert.equal((await answer('big', { bytes })).length, bytes);
  });

  it('that asks many times and reads the answers late gets them all', async () => {
    const first = await pid();
    assert.equal(await answer('badger', { times: 200 }), 'enough');
    assert.equal(await pid(), first);
  });

  it('that closes its stdin settles the call that it does not read, and is started again', async () => {
    const first = await pid();
    const gone = workspace.logged(/^faults: it (was ended|exited|closed)/);
    assert.equal(await answer('deaf'), 'bye');
    // If the pipe accepted the call before it was closed, only the time limit of the call notices the fault.
    const { code } = failure(
      await workspace.call('faults', 'echo', { text: 'anyone?' }, AbortSignal.timeout(500)),
    );
    assert.ok(code === 'server_unavailable' || code === 'timeout', code);
    await gone;
    assert.notEqual(await pid(), first);
  });
});
