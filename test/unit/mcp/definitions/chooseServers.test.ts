import assert from 'node:assert/strict';
import { chooseServers } from '../../../../src/mcp/definitions/chooseServers.ts';
import type { Definitions } from '../../../../src/mcp/definitions/serverDefinition.ts';

const found: Definitions = {
  definitions: ['github', 'github-work', 'Memory'].map((name) => ({
    name,
    origin: 'mcp.json',
    launch: { type: 'invalid', error: 'it is made up.' },
  })),
  problems: [
    { severity: 'error', message: 'mcp.json: a problem of one server.', server: 'Memory' },
    { severity: 'error', message: 'mcp.json: a problem of the file.' },
  ],
};
const chosen = (...choices: string[][]) =>
  chooseServers(found, choices, 'codeMode.servers').definitions.map(({ name }) => name);

describe('chooseServers', () => {
  const cases: readonly (readonly [what: string, choices: string[][], names: string[]])[] = [
    ['all servers when nothing is said', [], ['github', 'github-work', 'Memory']],
    ['all servers when an empty list is given', [[]], ['github', 'github-work', 'Memory']],
    ['only what is named', [['github']], ['github']],
    ['what a glob matches, in any letter case', [['git*', 'MEMORY']], ['github', 'github-work', 'Memory']],
    ['all but what is excluded', [['!memory']], ['github', 'github-work']],
    ['what is included and not excluded, in any order', [['!*-work', 'git*']], ['github']],
    ['what every list allows', [['!memory'], ['*']], ['github', 'github-work']],
    ['nothing where a glob is broken', [['![']], []],
    ['nothing where an exclusion cannot be read', [['!+(memory)', 'git*']], []],
    ['nothing more by a glob that cannot be read', [['+(git*)', 'memory']], ['Memory']],
  ];
  for (const [what, choices, names] of cases)
    it(`takes ${what}`, () => assert.deepEqual(chosen(...choices), names));

  it('takes parentheses in a name for themselves', () => {
    const named = {
      ...found,
      definitions: found.definitions.map((one) =>
        one.name === 'github' ? { ...one, name: 'GitHub (work)' } : one,
      ),
    };
    const { definitions } = chooseServers(named, [['!github (work)*']], 'codeMode.servers');
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['github-work', 'Memory'],
    );
  });

  it('says which glob is broken', () => {
    const { problems } = chooseServers(found, [['[']], 'codeMode.servers');
    assert.match(problems[0]?.message ?? '', /^codeMode\.servers: "\[" is not a glob /);
  });

  it('uses no server where a list has more globs than anybody writes', () => {
    const { definitions, problems } = chooseServers(found, [Array(501).fill('!x')], 'codeMode.servers');
    assert.deepEqual(definitions, []);
    assert.match(problems[0]?.message ?? '', /^codeMode\.servers: more than 500 globs choose no server\.$/);
  });

  it('does not tell problems of servers that are not used', () => {
    const { problems } = chooseServers(found, [['git*']], 'codeMode.servers');
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['mcp.json: a problem of the file.'],
    );
  });
});
