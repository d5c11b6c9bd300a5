import assert from 'node:assert/strict';
import { readSocketUrl } from '../../../../src/mcp/definitions/socketUrl.ts';

describe('the address of a socket', () => {
  const read = (url: string, platform: NodeJS.Platform = 'linux') => {
    const outcome = readSocketUrl(url, platform);
    return outcome?.ok ? outcome.address : undefined;
  };

  it('is a path, and after # the path of requests', () => {
    assert.deepEqual(read('unix:///tmp/server.sock#/mcp/v1?a=1'), {
      socketPath: '/tmp/server.sock',
      url: 'http://localhost/mcp/v1?a=1',
    });
  });

  it('needs no path of requests', () => {
    assert.deepEqual(read('unix:///tmp/server.sock'), {
      socketPath: '/tmp/server.sock',
      url: 'http://localhost/',
    });
  });

  it('may be percent-encoded', () => {
    assert.deepEqual(read('unix:///tmp/a%20server.sock'), {
      socketPath: '/tmp/a server.sock',
      url: 'http://localhost/',
    });
  });

  it('cannot lead requests to another host', () => {
    assert.deepEqual(read('unix:///tmp/s.sock#//elsewhere.test/mcp'), {
      socketPath: '/tmp/s.sock',
      url: 'http://localhost/elsewhere.test/mcp',
    });
  });

  for (const url of ['pipe:///pipe/name#/mcp', 'pipe:////./pipe/name#/mcp']) {
    it(`of a pipe on Windows is its name there (${url})`, () => {
      assert.deepEqual(read(url, 'win32'), {
        socketPath: String.raw`\\.\pipe\name`,
        url: 'http://localhost/mcp',
      });
    });
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
