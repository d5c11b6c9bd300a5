import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { CodeModeServer } from '../../../src/serve/codeModeServer.ts';
import { ToolSignatures } from '../../../src/serve/toolSignatures.ts';
import { noRuns } from '../../fakes/noRuns.ts';
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
      runs: noRuns,
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

  it('is over when what its client spent is counted', async () => {
    await using bed = new TestEngine([]);
    const { engine, catalog, declarations, results } = bed;
    const log = () => undefined;
    using signatures = new ToolSignatures({ engine, catalog, declarations, tokens: 0, countTokens: () => Promise.resolve(0), log });
    const counted = Promise.withResolvers<undefined>();
    const metered = { onCallEnded: log, ended: () => counted.promise, [Symbol.dispose]: log };
    const server = new CodeModeServer({
      ...{ offerTo: () => ({ engine, signatures }), results, session: 'a', runs: noRuns, version: '1', allowWrites: false, log },
      usage: { begin: () => metered, doorOf: () => 'serve' },
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    let isOver = false;
    const served = server.serve(ours, new AbortController().signal).then(() => (isOver = true));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(theirs);
    await client.callTool({ name: 'findTools', arguments: { query: 'a' } });
    await client.close();
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    assert.equal(isOver, false);
    counted.resolve(undefined);
    await served;
  });
});
