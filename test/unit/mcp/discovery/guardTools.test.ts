import assert from 'node:assert/strict';
import { guardTools } from '../../../../src/mcp/discovery/guardTools.ts';

const guard = (items: readonly unknown[]) => {
  const leftOut: string[] = [];
  const tools = guardTools(items, (line) => leftOut.push(line));
  return { tools, leftOut };
};
const inputSchema = { type: 'object' };

describe('guardTools', () => {
  it('keeps what a tool needs and drops what it does not know', () => {
    const { tools } = guard([{ name: 'a', title: 'A', description: 'd', inputSchema, icons: [], _meta: {} }]);
    assert.deepEqual(tools, [{ name: 'a', title: 'A', description: 'd', inputSchema, annotations: {} }]);
  });

  it('keeps the icons that a view can show', () => {
    const icons = [{ src: 'https://example.com/a.png', mimeType: 'image/png' }, { src: 'file:///a.png' }];
    const { tools } = guard([{ name: 'a', inputSchema, icons }]);
    assert.deepEqual(tools[0]?.icons, [{ src: 'https://example.com/a.png' }]);
  });

  it('says of each tool that it leaves out which it is and why', () => {
    const { tools, leftOut } = guard([7, { inputSchema }, { name: 'a' }, { name: 'b', inputSchema }]);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['b'],
    );
    assert.deepEqual(leftOut, [
      'tool 1 of the list is left out: it is not an object',
      'tool 2 of the list is left out: it has no name',
      'tool 3 of the list is left out: "a" has no inputSchema',
    ]);
  });

  it('takes no hint that is not a boolean', () => {
    const { tools } = guard([{ name: 'a', inputSchema, annotations: { readOnlyHint: 'true', destructiveHint: false } }]);
    assert.deepEqual(tools[0]?.annotations, { destructiveHint: false });
  });

  it('takes the older title of the annotations when there is no other', () => {
    const { tools } = guard([{ name: 'a', inputSchema, annotations: { title: 'Old' } }]);
    assert.equal(tools[0]?.title, 'Old');
  });

  it('keeps whether it is a task, as far as MCP knows it', () => {
    const told = ['required', 'optional', 'forbidden', 'perhaps', 1].map((taskSupport) => ({
      name: 'a',
      inputSchema,
      execution: { taskSupport },
    }));
    const kept = guard(told).tools.map(({ execution }) => execution?.taskSupport);
    assert.deepEqual(kept, ['required', 'optional', undefined, undefined, undefined]);
  });

  it('drops an output schema that is not an object', () => {
    assert.equal(guard([{ name: 'a', inputSchema, outputSchema: true }]).tools[0]?.outputSchema, undefined);
  });
});
