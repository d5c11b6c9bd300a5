// Tests servers that break the specification in ways that VS Code accepts.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { scriptedMcp, type McpScript } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

describe('a server that is not to the letter', () => {
  const bed = new WebBed();

  const toolsOf = async (script: McpScript) => {
    const workspace = await bed.serve(scriptedMcp({ tools: ['look'], ...script }));
    return (await workspace.tools('web')).map(({ name }) => name);
  };

  for (const [what, initialize] of [
    ['has null for its instructions', { instructions: null }],
    ['has null for its title', { serverInfo: { name: 'x', version: '1', title: null } }],
    [
      'has null for what it cannot do',
      { capabilities: { tools: { listChanged: null }, prompts: null, logging: null } },
    ],
    ['says true for what it can do', { capabilities: { tools: true } }],
    ['does not tell its version', { serverInfo: { name: 'x' } }],
    ['does not tell its name', { serverInfo: undefined }],
  ] as const) {
    it(`is started although it ${what}`, async () => {
      assert.deepEqual(await toolsOf({ initialize }), ['look']);
    });
  }

  for (const version of ['2025-06-18', '2025-03-26', '2024-11-05']) {
    it(`is started although it speaks ${version}`, async () => {
      assert.deepEqual(await toolsOf({ initialize: { protocolVersion: version } }), ['look']);
    });
  }

  /** Answers each `tools/list` with the next of `pages`, and with an error after the last page. */
  const paged = (...pages: readonly object[]) => {
    let asked = 0;
    const asking = (method: string, id: number, response: ServerResponse) => {
      if (method !== 'tools/list') return false;
      const result = pages[asked++];
      const error = { code: -32_602, message: 'Invalid cursor' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
      return true;
    };
    return { asked: asking };
  };
  const page = (nextCursor: string | undefined, ...names: string[]) => ({
    tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
    nextCursor,
  });

  it('has the tools behind an empty cursor listed', async () => {
    assert.deepEqual(await toolsOf(paged(page('', 'look'), page(undefined, 'find'))), ['look', 'find']);
    assert.deepEqual(await toolsOf(paged(page('', 'look'), page('x', 'find'), page(undefined, 'keep'))), [
      'look',
      'find',
      'keep',
    ]);
  });

  it('has its tools listed once although it gives the empty cursor again and again, begins again at it, or refuses it', async () => {
    assert.deepEqual(await toolsOf(paged(page('', 'look'), page('', 'find'), page('', 'lost'))), [
      'look',
      'find',
    ]);
    assert.deepEqual(await toolsOf(paged(page('x', 'look'), page('', 'find'), page('x', 'look'))), [
      'look',
      'find',
    ]);
    assert.deepEqual(await toolsOf(paged(page('', 'look'))), ['look']);
  });

  for (const nextCursor of ['', null, 7]) {
    it(`has its tools listed although it ends a list with the cursor ${JSON.stringify(nextCursor)}`, async () => {
      assert.deepEqual(await toolsOf({ list: { nextCursor } }), ['look']);
    });
  }
});
