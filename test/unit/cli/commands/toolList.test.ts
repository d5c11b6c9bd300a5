import assert from 'node:assert/strict';
import { plain } from '../../../../src/cli/style.ts';
import { serverListText, totalText, type ServerDescription } from '../../../../src/cli/commands/toolList.ts';

const tool = (
  name: string,
  readOnly = true,
  tokens?: { schema: number; declaration: number; output: number },
) => ({
  name,
  path: `tools.geo.${name}`,
  description: '',
  readOnly,
  route: 'code' as const,
  why: { by: 'default' } as const,
  ...(tokens && { tokens }),
});

const server = (more: Partial<ServerDescription> = {}): ServerDescription => ({
  name: 'geo',
  namespace: 'geo',
  origin: '.mcp.json',
  state: 'running',
  tools: [tool('getCity'), tool('moveEverythingElsewhere', false)],
  features: [],
  withheld: [],
  ...more,
});

describe('the list of tools', () => {
  it('aligns its columns', () => {
    assert.equal(
      serverListText(server(), undefined, plain),
      'geo (tools.geo): 2 tools\n  tools.geo.getCity                  read-only\n  tools.geo.moveEverythingElsewhere  can write',
    );
  });

  it('says 1 tool', () =>
    assert.match(
      serverListText(server({ tools: [tool('getCity')] }), 80, plain),
      /^geo \(tools\.geo\): 1 tool$/m,
    ));

  it('says where a server is defined, and its version of MCP, where that is asked for', () => {
    const text = serverListText(server({ protocolVersion: '2026-07-28', tools: [] }), undefined, plain, true);
    assert.equal(text, 'geo (tools.geo): 0 tools; MCP 2026-07-28; .mcp.json');
  });

  it('fits into 60 columns, with tokens, errors and exclusions', () => {
    const tokens = { schema: 1_234, declaration: 567, output: 89 };
    const text = serverListText(
      server({
        tools: [tool('getCity', true, tokens), tool('moveEverythingElsewhereWithoutAsking', false, tokens)],
        error: 'it cannot start: command "no-such-command-here" was not found. Install it.',
        cachedAt: '2020-01-01T00:00:00.000Z',
        withheld: [
          {
            name: 'delete_everything',
            route: 'tool',
            why: {
              by: 'excluded',
              pattern: 'geo.delete_*',
              setting: 'codeMode.excludedTools in .vscode/settings.json',
            },
          },
        ],
      }),
      60,
      plain,
    );
    for (const line of text.split('\n')) assert.ok(line.length <= 60, line);
    for (const words of [
      '1234 → 567 tokens, output 89',
      'can write',
      'direct tool: excluded by "geo.delete_*"',
      'Install it.',
      'd ago',
    ]) {
      assert.ok(text.replace(/\n +/g, ' ').includes(words), words);
    }
  });

  it('does not say that its tools are of just now', () => {
    assert.match(serverListText(server({ cachedAt: new Date().toISOString() }), 80, plain), /: 2 tools$/m);
  });

  it('is printable, whatever a server is called', () => {
    assert.doesNotMatch(serverListText(server({ name: 'ge\u001b[2Jo' }), 80, plain), /\u001b/);
  });

  it('counts the same content on both sides, and output types beside it', () => {
    const text = totalText([
      server({ tools: [tool('a', true, { schema: 100, declaration: 40, output: 7 })] }),
    ]);
    assert.match(
      text,
      /^1 tool of 1 server: 100 tokens as the definitions .*, 40 as declarations of the same \(40 %\); .* add 7 \(o200k\)$/,
    );
  });
});
