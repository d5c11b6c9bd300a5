import assert from 'node:assert/strict';
import type { ToolAnnotations, ToolDefinition } from '../../../src/catalog/toolSource.ts';
import { FakeToolSource, toolDefinition } from '../../fakes/fakeToolSource.ts';
import { snapshotOf } from '../../fakes/snapshotOf.ts';

/** The values that MCP's specification assumes of a tool without annotations. */
const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

describe('the effect of a tool counts as not declared', () => {
  const undeclared = (...annotations: readonly ToolAnnotations[]) =>
    undeclaredOf(annotations.map((each, index) => toolDefinition(`tool_${index}`, { annotations: each })));
  const undeclaredOf = async (tools: readonly ToolDefinition[]) => {
    const { servers } = await snapshotOf(new FakeToolSource({ name: 's', tools }));
    return servers.flatMap((server) => server.tools.map(({ isUndeclared }) => isUndeclared === true));
  };

  it('where its server says nothing of it', async () => {
    assert.deepEqual(await undeclared({}, { title: 'A tool' } as ToolAnnotations, { openWorldHint: false }), [
      true,
      true,
      true,
    ]);
  });

  it('where its server says the same of all tools, as libraries fill it in', async () => {
    assert.deepEqual(await undeclared(defaults, defaults, defaults), [true, true, true]);
  });

  it('not where its server says that it reads, writes or destroys', async () => {
    const some = [{ readOnlyHint: true }, { readOnlyHint: false }, { destructiveHint: true }];
    assert.deepEqual(await undeclared(...some), [false, false, false]);
    assert.deepEqual(await undeclared(defaults, defaults, { readOnlyHint: true }), [false, false, false]);
    assert.deepEqual(await undeclared(defaults), [false]);
  });

  it('not of a saved script, whose calls are known', async () => {
    const script = { code: 'return 1', file: '/scripts/one.ts' };
    assert.deepEqual(await undeclaredOf([toolDefinition('one', { annotations: {}, script })]), [false]);
  });
});
