import assert from 'node:assert/strict';
import { editServers, parseConfig, type ConfigFormat } from '../../../src/setup/configText.ts';

const edited = async (
  text: string,
  format: ConfigFormat,
  remove: readonly string[],
  add: Readonly<Record<string, unknown>>,
) => {
  const key = format === 'json' ? 'mcpServers' : 'mcp_servers';
  const outcome = await editServers(text, format, { key, remove, add });
  return outcome.ok ? outcome.text : `refused: ${outcome.why}`;
};
const toml = `# mine
model = "a"

[mcp_servers.one]
command = "1"
[mcp_servers.one.env]
A = "[x]"

# about two
[mcp_servers.two]
command = "2"
`;

describe('an edit of a client file', () => {
  it('keeps the comments, the indentation and the mark of JSON', async () => {
    const text = '\uFEFF{\n    // mine\n    "mcpServers": { "a": {} } // all\n}\n';
    const after = await edited(text, 'json', [], { b: { command: 'b' } });
    assert.match(after, /^\uFEFF\{\n {4}\/\/ mine[^]*\n {8}"b": \{\n {12}"command": "b"[^]*\/\/ all\n\}\n$/);
  });

  it('makes a file of an empty one', async () => {
    assert.deepEqual(JSON.parse(await edited('', 'json', [], { b: {} })), { mcpServers: { b: {} } });
  });

  it('leaves JSON on one line, however long it is', async () => {
    const history = JSON.stringify(Array(50_000).fill('asked'));
    const text = (servers: string) => `{"history":${history},"mcpServers":{"a":{}${servers}}}`;
    assert.equal(await edited(text(''), 'json', [], { b: {} }), text(',"b": {}'));
  });

  it('puts a table at the end of TOML, and keeps the rest to the letter', async () => {
    const after = await edited(toml, 'toml', [], { 'code-mode': { command: 'c', args: ['"'] } });
    assert.ok(after.startsWith(toml), after);
    const parsed = await parseConfig(after, 'toml');
    assert.match(JSON.stringify(parsed), /"code-mode":\{"command":"c","args":\["\\""\]\}/);
  });

  it('takes a table out of TOML with its own tables, and leaves the comment of the next', async () => {
    assert.equal(
      await edited(toml, 'toml', ['one'], {}),
      '# mine\nmodel = "a"\n\n\n# about two\n[mcp_servers.two]\ncommand = "2"\n',
    );
  });

  const refused: readonly (readonly [string, string, ConfigFormat])[] = [
    ['JSON that is broken', '{"mcpServers": {', 'json'],
    ['JSON that is a list', '[]', 'json'],
    ['JSON that is nested without end', '['.repeat(100_000), 'json'],
    ['servers that are none', '{"mcpServers": []}', 'json'],
    ['TOML that is broken', '[mcp_servers', 'toml'],
    ['TOML whose servers stand in one line', 'mcp_servers = { a = { command = "a" } }', 'toml'],
    ['TOML in which a text looks like a table', '[mcp_servers.x]\ncommand = """\n[other]\n"""\n', 'toml'],
  ];
  for (const [what, text, format] of refused) {
    it(`refuses ${what}`, async () =>
      assert.match(await edited(text, format, ['x'], { b: {} }), /^refused: /));
  }

  it('refuses JSON that names a server twice', async () => {
    assert.match(
      await edited('{"mcpServers":{"a":{"command":"1"},"a":{"command":"2"}}}', 'json', ['a'], {}),
      /^refused: /,
    );
  });
});
