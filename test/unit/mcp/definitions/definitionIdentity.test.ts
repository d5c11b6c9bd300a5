import assert from 'node:assert/strict';
import { definitionIdentity } from '../../../../src/mcp/definitions/definitionIdentity.ts';
import type {
  UnresolvedLaunch,
  ServerDefinition,
  StdioLaunch,
} from '../../../../src/mcp/definitions/serverDefinition.ts';

const stdio: StdioLaunch = {
  type: 'stdio',
  command: 'geo',
  args: ['--all'],
  cwd: '/w',
  env: { MODE: 'full', API_KEY: 'one' },
};
const http = {
  type: 'http',
  url: 'https://geo.example/mcp?toolsets=maps&api_key=one',
  headers: { 'X-Mode': 'full', Authorization: 'one' },
} as const;
const asking: UnresolvedLaunch = {
  type: 'unresolved',
  fields: { command: 'geo', env: { API_KEY: 'one' } },
  folder: '/w',
  home: '/home',
  inputs: [],
  variables: [],
  policy: { access: 'all', denied: [] },
};
const identity = (launch: ServerDefinition['launch'], name = 'geo', origin = 'mcp.json') =>
  definitionIdentity({ name, origin, launch });

describe('what a definition is known by', () => {
  const same: readonly [string, ServerDefinition['launch'], ServerDefinition['launch']][] = [
    ['the value of a secret variable', stdio, { ...stdio, env: { MODE: 'full', API_KEY: 'two' } }],
    ['the order of variables', stdio, { ...stdio, env: { API_KEY: 'one', MODE: 'full' } }],
    ['what is secret besides', stdio, { ...stdio, secrets: ['hidden'] }],
    ['the value of a secret header', http, { ...http, headers: { 'X-Mode': 'full', Authorization: 'two' } }],
    [
      'the value of a secret parameter',
      http,
      { ...http, url: 'https://geo.example/mcp?toolsets=maps&api_key=two' },
    ],
    [
      'a user in the address',
      http,
      { ...http, url: 'https://me:pw@geo.example/mcp?toolsets=maps&api_key=one' },
    ],
    [
      'a secret variable of a launch that asks',
      asking,
      { ...asking, fields: { command: 'geo', env: { API_KEY: 'two' } } },
    ],
  ];
  for (const [what, one, other] of same) {
    it(`is not changed by ${what}`, () => assert.equal(identity(one), identity(other)));
  }

  const different: readonly [string, ServerDefinition['launch'], ServerDefinition['launch']][] = [
    ['the command', stdio, { ...stdio, command: 'geo2' }],
    ['an argument', stdio, { ...stdio, args: ['--some'] }],
    ['the folder', stdio, { ...stdio, cwd: '/v' }],
    ['another variable', stdio, { ...stdio, env: { MODE: 'small', API_KEY: 'one' } }],
    ['a secret that comes', stdio, { ...stdio, env: { ...stdio.env, OTHER_KEY: 'x' } }],
    ['the file of variables', stdio, { ...stdio, envFile: '/w/.env' }],
    ['the address', http, { ...http, url: 'https://geo.example/v2?toolsets=maps&api_key=one' }],
    ['another parameter', http, { ...http, url: 'https://geo.example/mcp?toolsets=all&api_key=one' }],
    ['another header', http, { ...http, headers: { 'X-Mode': 'small', Authorization: 'one' } }],
    ['what a launch asks', asking, { ...asking, fields: { command: 'geo', args: ['${input:x}'] } }],
  ];
  for (const [what, one, other] of different) {
    it(`is changed by ${what}`, () => assert.notEqual(identity(one), identity(other)));
  }

  it('is a hash, in which nothing can be read', () => assert.match(identity(stdio) ?? '', /^[0-9a-f]{64}$/));
  it('tells servers apart by name', () => assert.notEqual(identity(stdio), identity(stdio, 'other')));
  it('is the same wherever it is written', () =>
    assert.equal(identity(stdio), identity(stdio, 'geo', 'other.json')));
  it('is nothing for what cannot be started', () =>
    assert.equal(identity({ type: 'invalid', error: 'no' }), undefined));
});
