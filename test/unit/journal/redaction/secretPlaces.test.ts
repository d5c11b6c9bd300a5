// Tests secrets that are recognized by their place in recorded code and values.
import assert from 'node:assert/strict';
import { Redactor } from '../../../../src/journal/redaction/redactor.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

const hidden = '•••';
const redactor = new Redactor(() => []);

describe('recorded code', () => {
  const secret: readonly (readonly [code: string, shown: string])[] = [
    [`await f({ args: ["--password", "cat"] })`, `await f({ args: ["--password", "${hidden}"] })`],
    [`await f(['--api-key',\n  'it"s']);`, `await f(['--api-key',\n  '${hidden}']);`],
    [`await f(["--pass=cat", "--verbose"])`, `await f(["--pass=${hidden}", "--verbose"])`],
    [`run("mysql --password hunter2 -u ann")`, `run("mysql --password ${hidden} -u ann")`],
    [
      `const line = "Authorization: Bearer abcdefgh.ijkl";`,
      `const line = "Authorization: Bearer ${hidden}";`,
    ],
    [`fetchIt("Authorization: Basic ${btoa('ann:fish')}")`, `fetchIt("Authorization: Basic ${hidden}")`],
    [`["-H", "Authorization: Bearer cat"]`, `["-H", "Authorization: Bearer ${hidden}"]`],
    [`["--header", "X-Api-Key: cat"]`, `["--header", "X-Api-Key: ${hidden}"]`],
    [`const h = 'authorization: token gho_abcdefgh1';`, `const h = 'authorization: token ${hidden}';`],
    [
      `const h = 'curl -H "Authorization: Bearer abc12345678" x';`,
      `const h = 'curl -H "Authorization: Bearer ${hidden}" x';`,
    ],
    [`const db = "postgres://ann:cat@db.test/x?a=1";`, `const db = "postgres://${hidden}@db.test/x?a=1";`],
    [`const db = "postgres://ann:c@t@db.test/x";`, `const db = "postgres://${hidden}@db.test/x";`],
    [`const db = "postgres://ann:c/t@db.test/x";`, `const db = "postgres://${hidden}@db.test/x";`],
    [`const u = "https://ghp_0123456789ab@github.com/o/r";`, `const u = "https://${hidden}@github.com/o/r";`],
    [`get("https://x.test/a?api_key=cat&b=2")`, `get("https://x.test/a?api_key=${hidden}&b=2")`],
    [`env("PG_PASS=cat")`, `env("PG_PASS=${hidden}")`],
    [`const s = "Server=a;Password=cat;Database=b";`, `const s = "Server=a;Password=${hidden};Database=b";`],
    [`const s = '{\\"password\\":\\"cat\\"}';`, `const s = '{\\"password\\":\\"${hidden}\\"}';`],
    [`login({ password: "it's" })`, `login({ password: "${hidden}" })`],
  ];
  for (const [code, shown] of secret)
    it(`hides the secret in ${code}`, () => assert.equal(redactor.code(code), shown));

  const open: readonly string[] = [
    'const h = { Authorization: `Bearer ${token}` };',
    'const db = `postgres://${user}:${password}@db.test/x`;',
    'run(`mysql --password ${password}`);',
    'run(`x --token=${get("a")}`);',
    'run("x --token=" + token);',
    `const text = "Basic functionality and Bearer authentication";`,
    `// Pass --token to choose, see https://x.test/@scope/name`,
    `await f(["--author", "Ada", "--keywords", "cat", "--token-file", "/run/t"])`,
    `const u = "http://localhost:8080/@scope/name";`,
    `const u = "ssh://git@github.com/owner/name";`,
    `const u = "https://api.github.com/repos/owner/name/commits/0123456789abcdef0123";`,
    `const id = "0f8fad5b-d9cb-469f-a165-70867728950e", keyboard = "qwerty", pattern = "a+b";`,
    `const { token } = args; if (a.token === b.token) i--;`,
    'const h = `X-Api-Key: ${key}`; const n = a ? b-token : c;',
    `const total = x.pass + y.compass; const bypass = "always-on";`,
  ];
  for (const code of open) it(`leaves ${code}`, () => assert.equal(redactor.code(code), code));
});

describe('a recorded text', () => {
  const secret: readonly (readonly [text: string, shown: string])[] = [
    ['see postgres://ann:cat@db.test/x now', `see postgres://${hidden}@db.test/x now`],
    ['SENTRY_DSN=https://0123456789abcdef0123456789abcdef@o1.test/2', `SENTRY_DSN=${hidden}`],
    ['export GITHUB_PAT=cat', `export GITHUB_PAT=${hidden}`],
    ['["--password","cat"]', `["--password","${hidden}"]`],
    ['docker run --password hunter2 image', `docker run --password ${hidden} image`],
    ['{"a":"{\\"token\\":\\"cat\\"}"}', `{"a":"{\\"token\\":\\"${hidden}\\"}"}`],
    ['Authorization: Basic dXNlcjpmaXNo', `Authorization: Basic ${hidden}`],
  ];
  for (const [text, shown] of secret)
    it(`hides the secret in ${text}`, () => assert.equal(redactor.value(text), shown));

  const open: readonly string[] = [
    'Basic functionality needs Bearer authentication.',
    'The X-Api-Key: header is wanted.',
    'Use --token to pass the token, or --password PASSWORD.',
    'PATH=/usr/bin:/bin COMPAT=yes-it-is PATTERN=a.*b PWD=/home/ada/project',
    'GET https://api.github.com/repos/owner/name/issues/12345678901234',
    'mail ann@example.com, see http://[::1]:8080/@x and keyboard: "qwerty"',
  ];
  for (const text of open) it(`leaves ${text}`, () => assert.equal(redactor.value(text), text));

  it('takes time in proportion to its length', async () => {
    for (const piece of [
      '://a:',
      '://a:b',
      '@://',
      '--ab ',
      '"--token","',
      'Bearer a-',
      '\\"ab\\":\\"',
      'ab="\\',
      '"--token", "\\\\',
      'a@a',
    ]) {
      const hiding = (size: number) => {
        const text = piece.repeat(size / piece.length);
        return () => redactor.value(text);
      };
      assert.ok((await growth(hiding, 6_000, 10)) < proportionalTenfold, piece);
    }
  });
});
