// Answers, notices, logs and questions of servers over stdio that are far larger, or far more, than usual.
import assert from 'node:assert/strict';
import { faultServer } from '../../fakes/faultServer.ts';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { failure, textOf } from '../../mcp/outcomes.ts';

describe('a flood over stdio from a server', () => {
  let workspace: McpWorkspace;
  beforeEach(async () => {
    workspace = await McpWorkspace.create({ faults: faultServer() }, { stdinGraceMs: 200, termGraceMs: 200 });
  });
  afterEach(() => workspace.dispose());

  const pid = async () => Number((await workspace.structured('faults', 'pid'))['pid']);
  const answer = async (tool: string, input = {}) => textOf(await workspace.call('faults', tool, input));

  it('that answers with 50 MB in one line is read', async () => {
    const bytes = 50 * 1024 * 1024;
    assert.equal((await answer('big', { bytes })).length, bytes);
  });

  it('that sends 5,000 changes of its tools at once is listed anew once or twice', async () => {
    await workspace.tools('faults');
    let changes = 0;
    workspace.source.onDidChange(() => (changes += 1));
    const start = performance.now();
    assert.equal(await answer('storm', { times: 5_000 }), 'calm');
    // One at once, and one for each 100 ms that the storm takes; a busy machine makes it longer.
    const most = 5 + (performance.now() - start) / 100;
    assert.ok(changes >= 1 && changes <= most, `${changes} changes were told, of at most ${most}`);
    assert.ok((await workspace.tools('faults')).length > 0);
  });

  it('that floods stderr is neither stalled by it nor logged in full', async () => {
    assert.equal(await answer('flood', { lines: 200_000 }), 'dry');
    assert.ok(workspace.log.length < 20_000, `${workspace.log.length} lines`);
  });

  it('that logs without end is logged in part', async () => {
    assert.equal(await answer('chatter', { times: 50_000 }), 'silent');
    assert.ok(workspace.log.length < 20_000, `${workspace.log.length} lines`);
  });

  it('that asks without end and reads no answer is stopped, and started again', async () => {
    const first = await pid();
    const { code, message } = failure(await workspace.call('faults', 'badger', { times: 100_000 }));
    assert.equal(code, 'server_unavailable');
    assert.match(message, /does not read answers/);
    assert.notEqual(await pid(), first);
  });

  it('that reads the answers late gets them all', async () => {
    const first = await pid();
    assert.equal(await answer('badger', { times: 5_000 }), 'enough');
    assert.equal(await pid(), first);
  });
});
