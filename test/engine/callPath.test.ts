// The files that a call of a script comes through on the host, against the list in docs/architecture.md: a link that passes the call on from
// within a callback shows on the stack, too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ProcessTransport } from '../../src/mcp/transport/stdio/processTransport.ts';
import { readPaths } from '../../scripts/architecturePaths.ts';
import { realServer } from '../mcp/realServer.ts';
import { EngineOverServers } from './engineOverServers.ts';

const root = join(import.meta.dirname, '../..');

/** The files of src on the stack, awaits included, from the outermost on. */
function filesOnStack(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const stack = new Error('Where the call is.').stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  const files = [...stack.matchAll(/\/(src\/[\w/]+\.ts):/g)].map(([, file = '']) => file).reverse();
  return [...new Set(files)];
}

describe('a call of a tool', () => {
  it('comes to its server through the listed files alone', async () => {
    const [, path] = readPaths(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
    const listed = path?.files.map(({ name }) => name) ?? [];
    // The SDK's client.
    const beside = ['src/mcp/session/mcpClient.ts'];
    const prototype: { send: (this: ProcessTransport, message: JSONRPCMessage) => Promise<void> } = ProcessTransport.prototype;
    const { send } = prototype;
    let met: string[] = [];
    prototype.send = function (message) {
      if ('method' in message && message.method === 'tools/call') met = filesOnStack();
      return send.call(this, message);
    };
    try {
      await using engine = await EngineOverServers.open({ everything: realServer('everything') });
      const { ok } = await engine.run('return await tools.everything.echo({ message: "x" });');
      assert.ok(ok);
    } finally {
      prototype.send = send;
    }
    assert.ok(met.includes('src/sandbox/host/hostRun.ts'), 'the stack reaches back to where the call came in');
    assert.deepEqual(
      met.filter((file) => !beside.includes(file)),
      listed.filter((file) => met.includes(file)),
    );
  });
});
