import assert from 'node:assert/strict';
import { Secrets } from '../../../../src/mcp/protocol/secrets.ts';

describe('Secrets', () => {
  const secrets = new Secrets({
    GITHUB_TOKEN: 'ghp_abcdefgh',
    Authorization: 'Bearer eyJhbGciOi',
    'x-api-key': 'ghp_abcdefgh-longer',
    NODE_ENV: 'production',
    PWD: '/home/ada/project',
    DB_PWD: 'swordfish-7',
    SHORT_KEY: 'abc',
    UNSET_SECRET: null,
  });

  const texts: readonly (readonly [what: string, text: string, shown: string])[] = [
    ['a token', 'got ghp_abcdefgh twice: ghp_abcdefgh', 'got ••• twice: •••'],
    ['a whole header', 'authorization: Bearer eyJhbGciOi', 'authorization: •••'],
    ['the credential of a header by itself', 'token eyJhbGciOi expired', 'token ••• expired'],
    ['a password that is called so in short', 'swordfish-7 was refused', '••• was refused'],
    ['the longer of two secrets that start alike', 'key ghp_abcdefgh-longer', 'key •••'],
  ];
  for (const [what, text, shown] of texts) {
    it(`hides ${what}`, () => assert.equal(secrets.hide(text), shown));
  }

  it('leaves the folder that the shell is in', () =>
    assert.equal(secrets.hide('in /home/ada/project'), 'in /home/ada/project'));

  it('hides what is known to be secret, whatever it is called', () => {
    assert.equal(
      new Secrets({ COUNTRY: 'Bearer sesame-sesame' }, ['sesame-sesame']).hide('open sesame-sesame'),
      'open •••',
    );
  });

  it('leaves what is no secret by its name', () =>
    assert.equal(secrets.hide('in production'), 'in production'));

  it('leaves what is too short to be told from a word', () => assert.equal(secrets.hide('abc'), 'abc'));

  it('hides what it learns later, also by way of others', () => {
    const tokens = new Secrets({});
    const all = new Secrets({}, ['sesame-sesame'], tokens);
    tokens.add('ghp_abcdefgh', undefined);
    assert.equal(all.hide('sesame-sesame ghp_abcdefgh'), '••• •••');
  });

  it('forgets what it learned longest ago, and never what it was given', () => {
    const tokens = new Secrets({}, ['sesame-sesame']);
    for (let n = 10; n < 40; n++) tokens.add(`token-of-${n}`, 'ghp_abcdefgh');
    assert.equal(
      tokens.hide('sesame-sesame ghp_abcdefgh token-of-39 token-of-38 token-of-10'),
      '••• ••• ••• ••• token-of-10',
    );
  });

  it('hides in the texts of a value, and leaves the rest as it is', () => {
    const value = { token: 'ghp_abcdefgh', list: ['a ghp_abcdefgh b', 7] };
    assert.deepEqual(secrets.hideIn(value), { token: '•••', list: ['a ••• b', 7] });
  });

  it('hides a secret that JSON would write otherwise', () => {
    assert.deepEqual(new Secrets({}, ['say "open"\\now']).hideIn({ said: 'say "open"\\now' }), {
      said: '•••',
    });
  });

  it('hides in names, and leaves numbers that look like a secret', () => {
    assert.deepEqual(new Secrets({}, ['12345678']).hideIn({ of12345678: 12345678 }), { 'of•••': 12345678 });
  });

  for (const name of [
    'PG_PASS',
    'PGPASS',
    'DB_PASSPHRASE',
    'MY_PAT',
    'githubPat',
    'SENTRY_DSN',
    'APIKEY',
    'X-Api-Key',
    'NPM_CONFIG__AUTH',
  ])
    it(`takes the value of ${name} for a secret`, () => {
      assert.equal(new Secrets({ [name]: 'sesame-sesame' }).hide('a sesame-sesame'), 'a •••');
    });

  const ordinary = [
    ...[
      'PATH',
      'PWD',
      'OLDPWD',
      'COMPAT',
      'PATTERN',
      'KEYBOARD_LAYOUT',
      'GIT_AUTHOR_NAME',
      'COMPASS',
      'BYPASS_CACHE',
      'MONKEY',
    ],
    ...[
      'XDG_SESSION_DESKTOP',
      'Connection',
      'SSH_CONNECTION',
      'TOKENIZERS',
      'AUTH_TYPE',
      'SECRETARY',
      'PATHS',
      'XAUTHORITY',
    ],
  ];
  for (const name of ordinary)
    it(`takes the value of ${name} for none`, () => {
      assert.equal(new Secrets({ [name]: 'sesame-sesame' }).hide('a sesame-sesame'), 'a sesame-sesame');
    });

  it('hides the password of an address in any variable, as it is and as it is meant, and leaves the user', () => {
    const named = new Secrets({ CACHE: 'redis://default-user:sesame%2Fsesame@c.test:6379' });
    assert.equal(named.hide('default-user sesame%2Fsesame sesame/sesame'), 'default-user ••• •••');
  });

  it('hides the password of basic credentials', () => {
    const named = new Secrets({ Authorization: `Basic ${btoa('ann:sesame-sesame')}` });
    assert.equal(named.hide('wrong: sesame-sesame'), 'wrong: •••');
  });

  const value = 'sesame/open+it?7';
  const forms: readonly (readonly [what: string, form: string])[] = [
    ['encoded for an address', encodeURIComponent(value)],
    ['encoded so in small letters', encodeURIComponent(value).toLowerCase()],
    ['in JSON', JSON.stringify(value)],
    ['in base64', Buffer.from(value).toString('base64')],
    ['in base64 behind other bytes', Buffer.from(`ann:${value}`).toString('base64')],
  ];
  for (const [what, form] of forms)
    it(`hides a secret ${what}`, () => {
      const shown = new Secrets({ API_KEY: value }).hide(form);
      assert.ok(shown.includes('•••') && shown.length < 12, shown);
    });

  it('hides in the beginning of a line of many megabytes alone', () => {
    const shown = secrets.hideInQuote(`redis://ann:abc@c.test ${'x'.repeat(10_000_000)}`);
    assert.ok(shown.startsWith('redis://•••@c.test x'), shown.slice(0, 100));
    assert.ok(shown.length <= 65_536, String(shown.length));
  });

  it('hides what stands at the place of a secret in a line, however short it is', () => {
    assert.equal(secrets.hideInLine('at redis://ann:abc@c.test'), 'at redis://•••@c.test');
  });
});
