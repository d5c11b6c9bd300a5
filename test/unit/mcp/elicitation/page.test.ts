import assert from 'node:assert/strict';
import { pagesOfError, readPage } from '../../../../src/mcp/elicitation/page.ts';

describe('readPage', () => {
  const asked = {
    mode: 'url',
    message: 'Sign in',
    elicitationId: 'e1',
    url: 'https://example.com/sign-in?a=b',
  };

  it('gives the whole address and its host', () => {
    const page = { id: 'e1', url: asked.url, host: 'example.com', message: 'Sign in' };
    assert.deepEqual(readPage(asked), { ok: true, page });
  });

  it('shows a host as it is on the wire', () => {
    const read = readPage({ ...asked, url: 'https://ex\u0430mple.com:8443/' });
    assert.equal(read.ok && read.page.host, 'xn--exmple-4nf.com:8443');
  });

  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://x',
    'not a url',
    'https://bank.com@evil.test/',
    `https://a.b/${'x'.repeat(9_000)}`,
    7,
  ])
    it(`refuses ${String(url).slice(0, 40)}`, () => {
      assert.equal(readPage({ ...asked, url }).ok, false);
    });

  it('refuses a request without an id', () => {
    assert.deepEqual(readPage({ ...asked, elicitationId: 1 }), {
      ok: false,
      problem: 'it has no elicitationId',
    });
  });
});

describe('pagesOfError', () => {
  const page = { message: 'Sign in', elicitationId: 'e1', url: 'https://example.com/' };

  it('gives all pages', () => {
    assert.deepEqual(
      pagesOfError({ elicitations: [page, { ...page, elicitationId: 'e2' }] })?.map(({ id }) => id),
      ['e1', 'e2'],
    );
  });

  for (const data of [
    undefined,
    'x',
    {},
    { elicitations: [] },
    { elicitations: [page, {}] },
    { elicitations: Array(100).fill(page) },
  ])
    it(`gives none of ${JSON.stringify({ data }).slice(0, 60)}`, () => {
      assert.equal(pagesOfError(data), undefined);
    });
});
