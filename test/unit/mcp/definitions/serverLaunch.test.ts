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
  it('is true of a server with a URL', () => {
    assert.equal(isOnTheWeb(defined({ type: 'http', url: 'https://geo.example/mcp', headers: {} })), true);
  });

  it('is true of a server with a URL that asks for something first', () => {
    assert.equal(
      isOnTheWeb(asking({ url: 'https://geo.example/mcp', headers: { key: '${input:key}' } })),
      true,
    );
  });

  it('is false of a process that asks for something first', () => {
    assert.equal(isOnTheWeb(asking({ command: 'geo', env: { KEY: '${input:key}' } })), false);
  });

  it('is false of a definition that cannot be used', () => {
    assert.equal(isOnTheWeb(defined({ type: 'invalid', error: 'expected a "command" or a "url"' })), false);
  });
});
