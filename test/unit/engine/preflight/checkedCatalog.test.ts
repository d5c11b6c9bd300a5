import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { ToolDefinition } from '../../../../src/catalog/toolSource.ts';
import { checkedCatalog } from '../../../../src/engine/preflight/checkedCatalog.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';

describe('the hash of the tools that a script names', () => {
  const tool = (method: string, change: Partial<ToolDefinition> = {}): CatalogTool => {
    const made = catalogTool({ method });
    return { ...made, definition: { ...made.definition, ...change } };
  };
  const hashOf = async (...tools: readonly CatalogTool[]) =>
    (await checkedCatalog(tools, undefined)).catalog.catalog;

  it('is the same whatever their order, and another where what one of them says has changed', async () => {
    const [read, write] = [tool('read'), tool('write')];
    const hash = await hashOf(read, write);
    assert.equal(await hashOf(write, read), hash);
    const changes: readonly Partial<ToolDefinition>[] = [
      { description: 'Writes.' },
      { inputSchema: { type: 'object', required: ['a'] } },
      { outputSchema: { type: 'object' } },
      { annotations: { readOnlyHint: true } },
    ];
    const others = await Promise.all(changes.map((change) => hashOf(read, tool('write', change))));
    assert.equal(new Set([hash, await hashOf(read), ...others]).size, 2 + changes.length);
    assert.equal(await hashOf(read, tool('write', { _meta: { seen: 1 } })), hash);
  });

  it('is none of a schema that cannot be written', async () => {
    let inputSchema: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth += 1) inputSchema = { items: inputSchema };
    assert.equal(await hashOf(tool('deep', { inputSchema })), undefined);
  });

  it('leaves others their turn, over thousands of tools', async () => {
    const schema = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { type: 'string' }])),
    };
    const tools = Array.from({ length: 5_000 }, (_, at) => tool(`tool${at}`, { inputSchema: schema }));
    const turns = new CountedTurns();
    assert.match((await hashOf(...tools)) ?? '', /^[0-9a-f]{16}$/);
    const counted = turns.stop();
    assert.ok(counted > 3, String(counted));
  });
});
