// Tests the text of the question about new servers and scripts.
import assert from 'node:assert/strict';
import type { WaitingItem } from '../../../../src/mcp/definitions/trustStore.ts';
import {
  noticeText,
  tooLongText,
  trustRows,
  trustTitle,
} from '../../../../src/vscode/servers/trustQuestion.ts';

const request = (name: string, more: Partial<WaitingItem> = {}): WaitingItem => ({
  kind: 'server',
  name,
  origin: '/w/.mcp.json',
  hash: name,
  folder: '/w',
  covers: [`npx ${name}`],
  ...more,
});
const three = [request('filesystem'), request('memory'), request('everything')];

describe('the notice of what is new', () => {
  it('names all servers of the folder in one line', () => {
    assert.equal(
      noticeText(three, [], 'my-project'),
      '3 MCP servers in my-project are new: filesystem, memory, everything. None starts until you trust it.',
    );
  });

  it('shows what hides in the name of the folder', () => {
    assert.match(noticeText(three, [], 'my\u202eproject'), /in my\\u\{202e\}project are new/);
  });

  it('says what has changed since it was trusted', () => {
    const known = [request('memory', { hash: 'before' })];
    assert.match(noticeText([request('memory')], known, 'w'), /^1 MCP server in w has changed: memory\./);
    assert.match(noticeText(three, known, 'w'), /^3 MCP servers in w have come or changed: /);
  });

  it('counts saved scripts beside servers, and names a few of many', () => {
    const scripts = Array.from({ length: 9 }, (_, index) => request(`s${index}`, { kind: 'script' }));
    assert.match(
      noticeText([request('a'), ...scripts], [], 'w'),
      /^1 MCP server and 9 saved scripts in w are new: a, s0, s1, s2, s3 and 5 more\./,
    );
  });
});

describe('the question about what is new', () => {
  const rows = (requests: readonly WaitingItem[]) => trustRows(requests, ({ origin }) => origin);

  it('offers all, a choice and nothing, and shows every command line', () => {
    assert.equal(trustTitle(three), 'Trust 3 MCP servers?');
    assert.deepEqual(
      rows(three).map(({ label, isHeading }) => (isHeading === true ? `# ${label}` : label)),
      [
        ...['Trust All', 'Choose…', 'Not Now'],
        ...three.flatMap(({ name }) => [`# ${name} - /w/.mcp.json`, `npx ${name}`]),
      ],
    );
  });

  it('shows what hides in a command line, and a long one whole', () => {
    const line = `node ${'argument '.repeat(40)}\u202eevil`;
    const shown = rows([request('a', { covers: [line] })]).slice(3);
    assert.equal(shown.map(({ label }) => label).join(' '), `node ${'argument '.repeat(40)}\\u{202e}evil`);
  });

  it('shows which letters of an address are of another script', () => {
    const shown = rows([request('a', { covers: ['https://\u0430pi.example/mcp'] })]);
    assert.equal(shown.at(-1)?.label, 'https://\\u{430}pi.example/mcp');
  });

  it('lets no name become a link where definitions are too long to be shown', () => {
    const names = ['[Fix](command:evil)', 'b', 'c', 'd', 'e', 'f', 'g'];
    const text = tooLongText(names.map((name) => request(name)));
    assert.match(
      text,
      /^The definition of "\[Fix\]\u200b\(command:evil\)", "b", "c", "d", "e" and 2 more is too long/,
    );
  });

  it('lets no text of a definition become an icon', () => {
    assert.ok(rows([request('$(check) a')]).every(({ label }) => !label.includes('$(')));
  });
});
