import assert from 'node:assert/strict';
import { isOnTheWeb } from '../../../../src/mcp/definitions/serverLaunch.ts';
import type { UnresolvedLaunch, ServerDefinition } from '../../../../src/mcp/definitions/serverDefinition.ts';

const defined = (launch: ServerDefinition['launch']): ServerDefinition => ({
  name: 'geo',
  origin: 'mcp.json',
  launch,
});
const asking = (fields: UnresolvedLaunch['fields']) =>
  defined({
    type: 'unresolved',
    fields,
    folder: '/w',
    home: '/home/ada',
    inputs: [],
    variables: [],
    policy: { access: 'all', denied: [] },
  });

describe('isOnTheWeb', () => {
  const url = 'https://geo.example/mcp';
  for (const [what, definition, expected] of [
    ['a server with a URL', defined({ type: 'http', url, headers: {} }), true],
    ['one that asks for something first', asking({ url, headers: { key: '${input:key}' } }), true],
    [
      'a process that asks for something first',
      asking({ command: 'geo', env: { KEY: '${input:key}' } }),
      false,
    ],
    ['a definition that cannot be used', defined({ type: 'invalid', error: 'expected a "command"' }), false],
  ] as const) {
    it(`is ${expected} of ${what}`, () => assert.equal(isOnTheWeb(definition), expected));
  }
});
