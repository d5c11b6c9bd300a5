import assert from 'node:assert/strict';
import { readSocketUrl } from '../../../../src/mcp/definitions/socketUrl.ts';

describe('the address of a socket', () => {
  const read = (url: string, platform: NodeJS.Platform = 'linux') => {
    const outcome = readSocketUrl(url, platform);
    return outcome?.ok ? outcome.address : undefined;
  };

  const pipe = String.raw`\\.\pipe\name`;
  for (const [what, url, socketPath, path, platform] of [
    [
      'is a path, and after # the path of requests',
      'unix:///tmp/s.sock#/mcp/v1?a=1',
      '/tmp/s.sock',
      '/mcp/v1?a=1',
    ],
    ['needs no path of requests', 'unix:///tmp/s.sock', '/tmp/s.sock', '/'],
    ['may be percent-encoded', 'unix:///tmp/a%20server.sock', '/tmp/a server.sock', '/'],
    [
      'cannot lead requests to another host',
      'unix:///tmp/s.sock#//elsewhere.test/mcp',
      '/tmp/s.sock',
      '/elsewhere.test/mcp',
    ],
    ['of a pipe on Windows is its name there', 'pipe:///pipe/name#/mcp', pipe, '/mcp', 'win32'],
    ['of a pipe may begin as Windows writes it', 'pipe:////./pipe/name#/mcp', pipe, '/mcp', 'win32'],
  ] as const) {
    it(what, () => assert.deepEqual(read(url, platform), { socketPath, url: `http://localhost${path}` }));
  }

  for (const url of ['unix://tmp/server.sock', 'unix://', 'unix:///', 'unix:server.sock']) {
    it(`must be absolute (${url})`, () => {
      const outcome = readSocketUrl(url);
      assert.match(outcome?.ok === false ? outcome.error : '', /is like "unix:\/\/\//);
    });
  }

  it('is no other URL', () => {
    assert.equal(readSocketUrl('http://localhost/mcp'), undefined);
  });
});
