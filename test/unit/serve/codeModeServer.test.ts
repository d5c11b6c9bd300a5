import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { CodeModeServer } from '../../../src/serve/codeModeServer.ts';
import { ToolSignatures } from '../../../src/serve/toolSignatures.ts';
import { TestEngine } from '../../fakes/testEngine.ts';

describe('the session of an MCP client', () => {
  it('keeps nothing of its scripts when it is over', async () => {
    await using bed = new TestEngine([]);
    const { engine, catalog, declarations, results } = bed;
    const log = () => undefined;
    using signatures = new ToolSignatures({ engine, catalog, declarations, tokens: 0, countTokens: () => Promise.resolve(0), log });
    const server = new CodeModeServer({
      offerTo: () => ({ engine, signatures }),
      results,
      session: 'a',
      version: '1',
      allowWrites: false,
      log,
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const served = server.serve(ours, new AbortController().signal);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(theirs);
    await client.listTools();
    results.keep('a', 'large', 5);
    await client.close();
    await served;
    assert.deepEqual(results.handles('a'), []);
  });
});
