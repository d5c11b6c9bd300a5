import assert from 'node:assert/strict';
import type { CatalogServer, CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { DefinitionTokens } from '../../../../src/catalog/definitionTokens.ts';
import {
  serverRow,
  toolRow,
  withheldRow,
  type RowText,
  type ServerFacts,
} from '../../../../src/vscode/views/rowTexts.ts';
import { tokensText } from '../../../../src/vscode/labelText.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { forbidden, hiddenPart } from '../../../fakes/hiddenTexts.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const hour = 3_600_000;

const tool = catalogTool({
  origin: 'mcp.json',
  namespace: 'weather',
  name: 'get_forecast',
  method: 'getForecast',
  title: 'Get a forecast',
  description: 'Gives the forecast.\nFor one city.',
  annotations: { readOnlyHint: true },
  readOnly: true,
});

function excludedBy(pattern: string) {
  return { route: 'tool', why: { by: 'excluded', pattern, setting: 'codeMode.excludedTools' } } as const;
}

function server(changes: Partial<CatalogServer> = {}): CatalogServer {
  const tools = [tool];
  return {
    name: 'weather',
    namespace: 'weather',
    origin: 'mcp.json',
    state: 'running',
    listed: true,
    tools,
    withheld: [],
    ...changes,
  };
}

const facts: ServerFacts = { definition: 'usable', isOnTheWeb: false, now };
const rowOf = (changes?: Partial<CatalogServer>, known = facts) =>
  serverRow(server(changes), new DefinitionTokens(), known);

describe('the row of a server', () => {
  it('tells a running server with its tools and what they cost', () => {
    assert.match(rowOf().description, /^running · 1 tool, ≈\d+ tokens$/);
  });

  it('tells which folder it is of, where there are several', () => {
    assert.match(
      rowOf({}, { ...facts, folder: 'backend' }).description,
      /^running · 1 tool, ≈\d+ tokens · of backend$/,
    );
  });

  it('tells that it hides another definition of its name, and where that is', () => {
    const row = rowOf({}, { ...facts, shadows: ['frontend/.vscode/mcp.json'] });
    assert.match(row.description, / · hides another weather$/);
    assert.ok(
      row.tooltip.some((line) =>
        line.startsWith('Also defined in frontend/.vscode/mcp.json, which is not used'),
      ),
    );
  });

  it('tells in the tooltip which version of MCP it speaks', () => {
    assert.ok(rowOf({ protocolVersion: '2026-07-28' }).tooltip.includes('Speaks MCP 2026-07-28'));
  });

  it('tells how old the tools of a server are that was not started', () => {
    const row = rowOf({ state: 'stopped', cachedAt: now - 3 * hour });
    assert.match(row.description, /^cached 3 h ago · 1 tool/);
    assert.equal(row.icon, 'history');
  });

  it('gives the reason of a failure, and how old the tools are that are kept', () => {
    const row = rowOf({ state: 'failed', error: 'it ended with exit code 1.', cachedAt: now - 2 * hour });
    assert.match(row.description, /^failed · .* · it ended with exit code 1\.$/);
    assert.ok(row.tooltip.includes('It ended with exit code 1.'));
    assert.ok(row.tooltip.includes('Tools as of 2 h ago.'));
  });

  const described: readonly (readonly [
    what: string,
    changes: Partial<CatalogServer>,
    known: Partial<ServerFacts>,
    description: string,
    context?: string,
  ])[] = [
    ['is starting', { state: 'starting' }, {}, 'starting…'],
    ['needs a sign-in', { state: 'needs_sign_in' }, {}, 'needs sign-in'],
    ['was never started', { state: 'stopped' }, {}, 'not started'],
    [
      'cannot start, which it does not say twice',
      { state: 'failed', error: 'it cannot start: command "x" not found.' },
      {},
      'failed · command "x" not found.',
    ],
    [
      'is of a workspace that is not trusted, and so has not failed',
      { state: 'failed', error: 'its definition is unusable: its workspace is not trusted.' },
      { definition: 'distrusted' },
      'not trusted',
      'server defined distrusted',
    ],
    [
      'has a definition to correct, and not to start',
      { state: 'failed', error: 'its definition is unusable: expected a "command" or a "url".' },
      { definition: 'invalid' },
      'failed · expected a "command" or a "url".',
      'server defined invalid',
    ],
    ['is no server of scripts', {}, { route: 'tool' }, 'running · direct tools'],
    [
      'is no server of scripts and never told its tools',
      { state: 'stopped' },
      { route: 'tool' },
      'not started · direct tools',
      'server defined stopped tool',
    ],
  ];
  for (const [what, changes, known, description, context] of described) {
    it(`says "${description}" of one that ${what}`, () => {
      const row = rowOf({ ...changes, tools: [] }, { ...facts, ...known });
      assert.deepEqual([row.description, row.context], [description, context ?? row.context]);
    });
  }

  it('leaves to the tooltip why a server needs somebody', () => {
    const row = rowOf({ state: 'needs_input', error: 'its input "key" has no value.', tools: [] });
    assert.equal(row.description, 'needs input');
    assert.ok(row.tooltip.includes('Its input "key" has no value.'));
  });

  it('says of tools that no server stands behind that they are part of Code Mode', () => {
    const row = rowOf({ origin: 'the workspace tools' }, { isOnTheWeb: false, now });
    assert.match(row.description, /^built in · 1 tool, ≈\d+ tokens$/);
    assert.deepEqual(
      [row.tooltip[0], row.tooltip.at(-1)],
      ['weather: part of Code Mode', 'The workspace tools'],
    );
  });

  it('is defined by its context only where a server stands behind it', () => {
    assert.equal(rowOf().context, 'server defined running');
    assert.equal(rowOf({}, { isOnTheWeb: false, now }).context, 'server running');
  });

  it('tells by its context that people may sign in to it', () => {
    assert.equal(
      rowOf({}, { ...facts, isOnTheWeb: true, route: 'off' }).context,
      'server defined running web off',
    );
  });

  it('has the whole name in its tooltip, which a narrow side bar cuts, and the name in scripts', () => {
    const row = rowOf({ name: 'io.github.example/weather', namespace: 'ioGithubExampleWeather' });
    assert.deepEqual(row.tooltip.slice(0, 2), [
      'io.github.example/weather: running',
      'tools.ioGithubExampleWeather',
    ]);
  });

  it('cuts instructions that would fill the screen', () => {
    const { tooltip } = rowOf({ instructions: 'x'.repeat(5_000) });
    assert.ok(tooltip.every((line) => line.length <= 601));
  });
});

describe('the row of a tool', () => {
  const row = (changes: Partial<CatalogTool> = {}) =>
    toolRow({ ...tool, ...changes }, new DefinitionTokens());

  it('has the name in scripts, the title and the cost', () => {
    assert.equal(row().label, 'getForecast');
    assert.match(row().description, /^Get a forecast · ≈\d+ tokens$/);
  });

  it('has the first line of the description where there is no title', () => {
    const { title: _title, ...untitled } = tool;
    assert.match(toolRow(untitled, new DefinitionTokens()).description, /^Gives the forecast\. · ≈/);
  });

  it('has it too where the title says no more than the name', () => {
    assert.match(row({ title: 'Get Forecast' }).description, /^Gives the forecast\. · ≈/);
  });

  it('lets a screen reader say what the icon shows', () => {
    assert.match(row().spoken ?? '', /^getForecast, only reads, Get a forecast · ≈/);
  });

  for (const [annotations, icon, hint] of [
    [{ readOnlyHint: true }, 'eye', 'only reads'],
    [{}, 'edit', 'can write'],
    [{ destructiveHint: true }, 'flame', 'can overwrite or delete'],
    [
      { idempotentHint: true, openWorldHint: true },
      'edit',
      'can write, safe to repeat, reaches beyond this machine',
    ],
  ] as const) {
    it(`shows ${JSON.stringify(annotations)} as "${hint}"`, () => {
      const shown = row({ annotations, readOnly: 'readOnlyHint' in annotations });
      assert.equal(shown.icon, icon);
      assert.match(shown.spoken ?? '', new RegExp(`, ${hint}, `));
      assert.equal(shown.tooltip[1]?.toLowerCase(), `${hint}.`);
    });
  }

  it('says how far scripts may call it unasked, and offers by its context to revoke that', () => {
    const { description, context, tooltip } = toolRow(
      { ...tool, readOnly: false },
      new DefinitionTokens(),
      'allowed in this window',
    );
    assert.match(description, /^allowed in this window · /);
    assert.equal(context, 'tool allowed');
    assert.ok(
      tooltip.includes('Allowed in this window: scripts call it without asking.'),
      tooltip.join('\n'),
    );
  });

  it('names the pattern that excludes it', () => {
    const row = withheldRow({ ...tool, ...excludedBy('weather.*') });
    assert.equal(row.description, 'direct tool: excluded by "weather.*" in codeMode.excludedTools');
  });
});

describe('tokensText', () => {
  for (const [count, text] of [
    [12, '≈12 tokens'],
    [999, '≈999 tokens'],
    [48_488, '≈48.5k tokens'],
    [109_170, '≈109k tokens'],
  ] as const) {
    it(`writes ${count} as ${text}`, () => assert.equal(tokensText(count), text));
  }
});

describe('rows of servers that hide something', () => {
  const said = (text: string) => `${text}${hiddenPart}`;
  const textsOf = ({ label, description, spoken = '', tooltip }: RowText) => [
    label,
    description,
    spoken,
    ...tooltip,
  ];

  it('show none of it', () => {
    const odd = {
      ...tool,
      title: said('Title'),
      description: said('About'),
      method: said('get'),
      path: said('tools.a.get'),
    };
    const changes = {
      name: said('weather'),
      origin: said('mcp.json'),
      error: said('it cannot start: no'),
      instructions: said('Use it'),
    };
    const excluded = withheldRow({
      name: 'x',
      method: said('x'),
      path: said('tools.a.x'),
      ...excludedBy(said('a.*')),
    });
    const rows = [rowOf({ ...changes, state: 'failed' }), toolRow(odd, new DefinitionTokens()), excluded];
    for (const text of rows.flatMap(textsOf)) assert.doesNotMatch(text, forbidden);
  });

  it('show letters that pass for others', () => {
    assert.equal(toolRow({ ...tool, method: 'dеlete' }, new DefinitionTokens()).label, 'd\\u{435}lete');
  });

  it('are lines', () => {
    assert.doesNotMatch(rowOf({ state: 'failed', error: 'it cannot start: a\nb' }).description, /\n/);
  });
});
