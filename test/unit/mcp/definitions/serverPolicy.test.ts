import assert from 'node:assert/strict';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import {
  policyRefusal,
  readMatchers,
  readPolicy,
  type ServerIdentity,
  type ServerPolicy,
} from '../../../../src/mcp/definitions/serverPolicy.ts';

const git: ServerIdentity = { name: 'git', command: ['npx', 'git-mcp'] };
const web: ServerIdentity = { name: 'web', url: 'https://mcp.test/a' };
const policy = (fields: Partial<ServerPolicy>): ServerPolicy => ({ access: 'all', denied: [], ...fields });
const namedIn = (refusal = 'runs') => /chat\.mcp\.\w+/.exec(refusal)?.[0] ?? 'runs';
const names = (found: ServerPolicy, ...servers: ServerIdentity[]) =>
  servers.map((server) => namedIn(policyRefusal(found, server, 'resolved')));
const namesOfWritten = (found: ServerPolicy, server: ServerIdentity) =>
  namedIn(policyRefusal(found, server, 'written'));

describe('policyRefusal', () => {
  const hostile: readonly (readonly [what: string, ofLength: (length: number) => ServerIdentity])[] = [
    ['a command of unclosed variables', (length) => ({ name: 'a', command: ['${'.repeat(length)] })],
    ['a long path', (length) => ({ name: 'a', url: `https://mcp.test/${'/a/b'.repeat(length)}` })],
    ['a long host', (length) => ({ name: 'a', url: `https://${'a.b.'.repeat(length)}c/` })],
  ];
  for (const [what, ofLength] of hostile)
    it(`takes time in proportion to ${what}`, async () => {
      const denied = ['https://*.test/*/a/*/b/*c', 'https://*.a.*.b.*.d/'].map((serverUrl) => ({
        serverUrl,
      }));
      const judging = (length: number) => () =>
        policyRefusal(policy({ denied }), ofLength(length), 'written');
      assert.ok((await growth(judging, 1_000, 10)) < proportionalTenfold);
    });

  const [access, allowed, denied] = [
    'chat.mcp.access',
    'chat.mcp.allowedServers',
    'chat.mcp.deniedServers',
  ] as const;
  const namesGit = [{ serverName: 'git' }];
  const cases: readonly (readonly [what: string, fields: Partial<ServerPolicy>, git: string, web: string])[] =
    [
      ['lets every server run where nothing is said', {}, 'runs', 'runs'],
      ['names the setting that lets none run', { access: 'none' }, access, access],
      ['lets none run where only those of a registry may', { access: 'registry' }, access, access],
      ['lets only those run that a list of allowed ones names', { allowed: namesGit }, 'runs', allowed],
      ['lets none run where the list of allowed ones is empty', { allowed: [] }, allowed, allowed],
      [
        'takes a server that is allowed and denied for denied',
        { allowed: namesGit, denied: namesGit },
        denied,
        allowed,
      ],
      ['knows a server by its address', { denied: [{ serverUrl: 'https://*.test/*' }] }, 'runs', denied],
      ['knows a server by its command', { denied: [{ serverCommand: ['npx', 'git-mcp'] }] }, denied, 'runs'],
      ['knows none by a part of its command', { denied: [{ serverCommand: ['npx'] }] }, 'runs', 'runs'],
      ['knows names exactly', { denied: [{ serverName: 'Git' }] }, 'runs', 'runs'],
    ];
  for (const [what, fields, ...expected] of cases)
    it(what, () => assert.deepEqual(names(policy(fields), git, web), expected));

  it('lets none run where only those of plugins may', () => {
    assert.match(
      policyRefusal(policy({ access: 'plugins' }), git, 'resolved') ?? '',
      /strictPluginOnlyCustomization/,
    );
  });

  const asking = { name: 'web', url: 'https://${input:host}/a' };

  it('waits for the inputs of a server that may come to be allowed', () => {
    assert.equal(namesOfWritten(policy({ allowed: [{ serverUrl: 'https://mcp.test/a' }] }), asking), 'runs');
    const command = { name: 'git', command: ['npx', '${input:package}'] };
    assert.equal(
      namesOfWritten(policy({ allowed: [{ serverCommand: ['npx', 'git-mcp'] }] }), command),
      'runs',
    );
  });

  it('does not wait where inputs cannot change it', () => {
    assert.equal(
      namesOfWritten(policy({ allowed: [{ serverName: 'git' }] }), asking),
      'chat.mcp.allowedServers',
    );
    assert.equal(
      namesOfWritten(policy({ denied: [{ serverName: 'web' }] }), asking),
      'chat.mcp.deniedServers',
    );
  });

  it('waits for nothing any more when all is put in', () => {
    assert.deepEqual(names(policy({ allowed: [{ serverUrl: 'https://mcp.test/a' }] }), asking), [
      'chat.mcp.allowedServers',
    ]);
  });
});

describe('readMatchers', () => {
  it('is undefined for what is no list', () =>
    assert.deepEqual([null, undefined, 'x', {}].map(readMatchers), Array(4).fill(undefined)));

  it('keeps entries with one well-formed property', () => {
    const right = [{ serverName: 'a' }, { serverUrl: 'https://a.test' }, { serverCommand: ['a', 'b'] }];
    assert.deepEqual(readMatchers(right), right);
  });

  it('leaves out all others', () => {
    const wrong = [
      null,
      'a',
      {},
      { serverName: '' },
      { serverName: 1 },
      { serverCommand: [] },
      { serverCommand: [1] },
    ];
    assert.deepEqual(readMatchers([...wrong, { serverName: 'a', serverUrl: 'b' }]), []);
  });
});

describe('readPolicy', () => {
  const unset = { effective: null, levels: [undefined] };
  const settings = {
    access: 'all',
    allowedServers: unset,
    deniedServers: unset,
    onlyPlugins: false,
    managedOnly: false,
  };
  const list = (serverName: string) => [{ serverName }];

  it('restricts nothing where nothing is set', () => {
    assert.deepEqual(readPolicy({ ...settings, access: undefined }), { access: 'all', denied: [] });
  });

  it('takes what counts in the end', () => {
    const found = readPolicy({
      ...settings,
      access: 'none',
      allowedServers: { effective: list('a'), levels: [list('b')] },
    });
    assert.deepEqual(found, { access: 'none', allowed: list('a'), denied: [] });
  });

  it('knows that only plugins may define servers', () => {
    assert.equal(readPolicy({ ...settings, onlyPlugins: true }).access, 'plugins');
  });

  it('takes only a policy’s list of allowed servers where only managed servers may run', () => {
    const allowedBy = (effective: unknown, ...levels: unknown[]) =>
      readPolicy({ ...settings, allowedServers: { effective, levels }, managedOnly: true }).allowed;
    assert.deepEqual(allowedBy(list('policy'), list('person')), list('policy'));
    assert.deepEqual(allowedBy(list('person'), list('person')), []);
    assert.deepEqual(allowedBy(null, undefined), []);
  });

  it('denies what anybody denies where only managed servers may run', () => {
    const found = readPolicy({
      ...settings,
      deniedServers: { effective: list('a'), levels: [list('b'), undefined] },
      managedOnly: true,
    });
    assert.deepEqual(found.denied, [...list('a'), ...list('b')]);
  });
});
