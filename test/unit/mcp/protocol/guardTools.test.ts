import assert from 'node:assert/strict';
import { ToolList } from '../../../../src/mcp/protocol/guardTools.ts';
import { Secrets } from '../../../../src/mcp/protocol/secrets.ts';
import { guardTools } from '../../../fakes/guardTools.ts';

const guard = (items: readonly unknown[]) => {
  const leftOut: string[] = [];
  const tools = guardTools(items, (line) => leftOut.push(line));
  return { tools, leftOut };
};
const inputSchema = { type: 'object' };

describe('guardTools', () => {
  it('leaves no part of a secret where a text is cut in the middle of it', () => {
    const secrets = new Secrets({ API_TOKEN: '0123456789abcdef' });
    const list = new ToolList({ shown: (text) => secrets.hideInBeginning(text) });
    const around = (marks: string) => `${marks}0123456789abcdef${marks}`;
    list.add({
      name: 'a',
      inputSchema,
      title: around('!'.repeat(175)),
      description: around('!'.repeat(19_970)),
    });
    const [tool] = list.tools;
    assert.equal(tool?.title?.slice(170), '!!!!!••… (153 more characters)');
    assert.equal(tool.description.slice(19_965), '!!!!!•••!!… (19943 more characters)');
  });

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
      'tool 1 omitted: it is not an object',
      'tool 2 omitted: it has no name',
      'tool 3 omitted: "a" has no inputSchema',
    ]);
  });

  it('takes no hint that is not a boolean', () => {
    const { tools } = guard([
      { name: 'a', inputSchema, annotations: { readOnlyHint: 'true', destructiveHint: false } },
    ]);
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

  const visibilities: readonly (readonly [what: string, _meta: unknown, appOnly: true | undefined])[] = [
    ['for the app alone', { ui: { visibility: ['app'] } }, true],
    ['for neither', { ui: { visibility: [] } }, true],
    ['for both', { ui: { visibility: ['app', 'model'] } }, undefined],
    ['for the model alone', { ui: { visibility: ['model'] } }, undefined],
    ['with an app and without a visibility', { ui: { resourceUri: 'ui://a' } }, undefined],
    ['for the app alone by the older name', { 'ui/visibility': ['app'] }, true],
    [
      'for the model by the newer name and not by the older',
      { ui: { visibility: ['model'] }, 'ui/visibility': ['app'] },
      undefined,
    ],
    ['with a visibility that is no list', { ui: { visibility: 'app' } }, undefined],
  ];
  for (const [what, _meta, appOnly] of visibilities) {
    it(`knows of a tool ${what} whether scripts may have it`, () => {
      assert.equal(guard([{ name: 'a', inputSchema, _meta }]).tools[0]?.appOnly, appOnly);
    });
  }

  it('drops an output schema that is not an object', () => {
    assert.equal(guard([{ name: 'a', inputSchema, outputSchema: true }]).tools[0]?.outputSchema, undefined);
  });
});

describe('the bounds of a list', () => {
  const only = (item: object) => {
    const { tools, leftOut } = guard([{ name: 'a', inputSchema, ...item }]);
    return { tool: tools[0], leftOut };
  };

  it('cut a description, and say so in it and in a warning that names the tool', () => {
    const { tool, leftOut } = only({ description: 'd'.repeat(30_000) });
    assert.equal(tool?.description.length, 20_000);
    assert.match(tool.description, /d… \(10000 more characters\)$/);
    assert.deepEqual(leftOut, ['the description of "a" is truncated: 30000 characters (limit: 20000)']);
  });

  for (const [what, schema, excess] of [
    ['long', { type: 'object', description: 'x'.repeat(200_000) }, /over 100000 characters/],
    ['full', { type: 'object', required: Array(20_000).fill('x') }, /over 10000 parts/],
    ['deep', JSON.parse('{"items":'.repeat(200) + '{}' + '}'.repeat(200)) as unknown, /over 100 levels/],
    ['wordy', { type: 'object', properties: { ['x'.repeat(300)]: {} } }, /a name over 256/],
  ] as const) {
    it(`leave a tool usable whose input schema is too ${what}`, () => {
      const { tool, leftOut } = only({ inputSchema: schema, description: 'Reads.' });
      assert.deepEqual(tool?.inputSchema, { type: 'object', additionalProperties: true });
      assert.match(
        tool.description,
        /^Reads\.\n\(Input schema omitted: .*\. The server checks the input\.\)$/,
      );
      assert.match(tool.description, excess);
      assert.match(leftOut.join(), /^input schema of "a" ignored: /);
    });
  }

  it('give the same once more for what they gave', () => {
    const { tool } = only({
      description: 'd'.repeat(30_000),
      inputSchema: { required: Array(20_000).fill('x') },
    });
    assert.deepEqual(guard([tool]), { tools: [tool], leftOut: [] });
  });

  it('do without an output schema that is too large', () => {
    const { tool, leftOut } = only({ outputSchema: { required: Array(20_000).fill('x') } });
    assert.equal(tool?.outputSchema, undefined);
    assert.match(leftOut.join(), /output schema of "a" ignored/);
  });

  it('leave out a tool whose name is too long', () => {
    assert.match(
      only({ name: 'n'.repeat(300) }).leftOut.join(),
      /^tool 1 omitted: the name "n{60}…" has 300 characters/,
    );
  });

  it('leave out what comes after two million characters, and say how many', () => {
    const description = 'd'.repeat(20_000);
    const { tools, leftOut } = guard(
      Array.from({ length: 150 }, (_, index) => ({ name: `t${index}`, description, inputSchema })),
    );
    assert.ok(tools.length >= 99 && tools.length <= 101, `${tools.length} tools`);
    assert.match(leftOut.join(), /\d+ tools omitted/);
  });

  it('leave out what comes after a thousand tools, and say how many', () => {
    const { tools, leftOut } = guard(
      Array.from({ length: 1_200 }, (_, index) => ({ name: `t${index}`, inputSchema })),
    );
    assert.equal(tools.length, 1_000);
    assert.match(leftOut.join(), /^200 tools omitted: the limit is 1000 tools/);
  });

  it('hold for what is said of it', () => {
    const { leftOut } = guard(Array(500).fill(null));
    assert.equal(leftOut.length, 21);
    assert.equal(leftOut.at(-1), '480 more tools omitted or truncated');
  });
});
