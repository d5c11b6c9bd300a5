import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { refusalOf } from '../../../src/serve/requestGuard.ts';

const port = 7_332;
const token = 'a-token-of-this-server';
const fine: IncomingHttpHeaders = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
const statusOf = (headers: IncomingHttpHeaders) =>
  refusalOf({ ...fine, ...headers }, { port, token })?.status;

describe('the HTTP door', () => {
  const admitted: readonly (readonly [what: string, headers: IncomingHttpHeaders])[] = [
    ['a program with the token', {}],
    ['it by the name of this machine', { host: `localhost:${port}` }],
    ['it by the address of IPv6', { host: `[::1]:${port}` }],
    ['it whatever the letter case of the scheme', { authorization: `bearer ${token}` }],
    ['a client that names this server as its origin', { origin: `http://localhost:${port}` }],
  ];
  for (const [what, headers] of admitted)
    it(`lets in ${what}`, () => assert.equal(statusOf(headers), undefined));

  const refused: readonly (readonly [what: string, headers: IncomingHttpHeaders, status: number])[] = [
    ['no request without the token', { authorization: undefined }, 401],
    ['no request with another token', { authorization: 'Bearer another' }, 401],
    ['no request with the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }, 401],
    ['no request with the token as a password', { authorization: `Basic ${token}` }, 401],
    ['no page, even with the token', { origin: 'https://example.com' }, 403],
    ['no page of another server on this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['no page without an origin', { origin: 'null' }, 403],
    ['no name that was made to lead here', { host: `evil.example.com:${port}` }, 403],
    ['no other port in the name', { host: '127.0.0.1:1' }, 403],
    ['no request without a name', { host: undefined }, 403],
  ];
  for (const [what, headers, status] of refused)
    it(`lets in ${what}`, () => assert.equal(statusOf(headers), status));

  describe('at a socket', () => {
    const atSocket = (headers: IncomingHttpHeaders) =>
      refusalOf({ ...fine, ...headers }, { port: undefined, token })?.status;
    it('lets in whatever its client calls the host', () =>
      assert.equal(atSocket({ host: 'localhost' }), undefined));
    it('lets in no request without the token', () =>
      assert.equal(atSocket({ authorization: undefined }), 401));
    it('lets in nothing that has an origin', () =>
      assert.equal(atSocket({ origin: 'http://localhost' }), 403));
  });
});
