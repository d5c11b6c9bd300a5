import assert from 'node:assert/strict';
import { matchesUrl } from '../../../../src/mcp/definitions/serverPolicy.ts';

describe('a URL pattern of a policy', () => {
  const matching: readonly (readonly [pattern: string, address: string])[] = [
    ['https://mcp.test/a', 'https://mcp.test/a'],
    ['https://MCP.test/a', 'https://mcp.test/A'],
    ['https://mcp.test', 'https://mcp.test/'],
    ['https://mcp.test:443/a', 'https://mcp.test/a'],
    ['https://mcp.test/a', 'https://ada:secret@mcp.test/a#part'],
    ['https://*.test/*', 'https://mcp.test/a/b?c=d'],
    ['https://*.test/*', 'https://ada@mcp.test/'],
    ['https://mcp.test/*', 'https://mcp.test/'],
    ['https://mcp.test*', 'https://mcp.test/'],
    ['HTTPS://mcp.test:443/*', 'https://mcp.test/a'],
    ['http://localhost:*/mcp', 'http://localhost:3000/mcp'],
    ['http://localhost:*/mcp', 'http://localhost/mcp'],
    ['http://[::1]:*/*', 'http://[::1]:3000/mcp'],
    ['*://mcp.test/', 'https://mcp.test/'],
    ['https://mcp.test?*', 'https://mcp.test/?key=1'],
    ['unix:///run/*', 'unix:///run/mcp.sock'],
  ];
  for (const [pattern, address] of matching) {
    it(`${pattern} matches ${address}`, () => assert.equal(matchesUrl(pattern, address), true));
  }

  const other: readonly (readonly [pattern: string, address: string])[] = [
    ['https://mcp.test/a', 'https://mcp.test/a/b'],
    ['https://mcp.test/a', 'http://mcp.test/a'],
    ['https://mcp.test/a', 'https://mcp.test:8443/a'],
    ['https://mcp.test/a', 'https://mcp.test/a?b'],
    ['https://*.test/*', 'https://evil.example/.test/'],
    ['https://*.test/*', 'https://evil.example?.test/'],
    ['https://*.test/*', 'https://mcp.test@evil.example/'],
    ['https://mcp.test/*', 'https://mcp.test.evil.example/'],
    ['https://mcp.test*', 'https://mcp.test/a'],
    ['https://m.p.test/*', 'https://mcp.test/'],
    ['http://localhost:*', 'http://localhost.evil.example/'],
    ['*', 'https://mcp.test/'],
    ['https://*', 'no address'],
    ['https://:*/', 'https://mcp.test/'],
  ];
  for (const [pattern, address] of other) {
    it(`${pattern} does not match ${address}`, () => assert.equal(matchesUrl(pattern, address), false));
  }
});
