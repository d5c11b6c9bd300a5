import assert from 'node:assert/strict';
import { isSafe } from '../../../../src/mcp/auth/boundedFetch.ts';

const remote = new URL('https://mcp.example/mcp');
const local = new URL('http://localhost:3000/mcp');

describe('an address of a sign-in', () => {
  for (const url of ['https://auth.example/authorize', 'https://127.0.0.1/token']) {
    it(`may be ${url}`, () => assert.equal(isSafe(new URL(url), remote), true));
  }

  for (const url of ['http://127.0.0.1:4000/token', 'http://localhost/token', 'http://[::1]:4000/token']) {
    it(`may be ${url} for a server of this machine alone`, () => {
      assert.equal(isSafe(new URL(url), local), true);
      assert.equal(isSafe(new URL(url), remote), false);
    });
  }

  for (const url of ['http://127.evil.example', 'http://localhost.evil.example', 'ftp://auth.example']) {
    it(`may not be ${url}`, () => assert.equal(isSafe(new URL(url), local), false));
  }
});
