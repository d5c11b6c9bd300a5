// A server from npm that is built on the official SDK's second line and answers `server/discover`, without a network
// or an account.
import assert from 'node:assert/strict';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { textOf } from '../../mcp/outcomes.ts';
import { realServer } from '../../mcp/realServer.ts';

describe('a real server of MCP 2026-07-28', () => {
  let workspace: McpWorkspace;
  before(async () => {
    workspace = await McpWorkspace.create({ vault: realServer('vault', '${workspaceFolder}/notes') });
    await workspace.write('notes/Plan.md', '# Plan: a hedge\n');
  });
  after(() => workspace.dispose());

  it('lists its tools in that version', async () => {
    const listing = await workspace.source.listTools('vault', {
      signal: new AbortController().signal,
      interactive: true,
    });
    assert.ok(listing.ok);
    assert.equal(listing.protocolVersion, '2026-07-28');
    assert.ok(listing.tools.some(({ name }) => name === 'read_note'));
  });

  it('answers a call', async () => {
    const answer = await workspace.call('vault', 'read_note', { path: 'Plan.md' });
    assert.deepEqual(JSON.parse(textOf(answer)), { fm: {}, content: '# Plan: a hedge\n' });
  });

  it('fails in its own words', async () => {
    const { isError, content } = await workspace.result('vault', 'read_note', { path: 'Nothing.md' });
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /not found/i);
  });
});
