import assert from 'node:assert/strict';
import { countServers } from '../../../../src/vscode/setup/countServers.ts';

describe('the servers that a file of a workspace defines', () => {
  const files: readonly (readonly [what: string, text: string, count: number])[] = [
    [
      'are counted under "mcpServers"',
      '{"mcpServers": {"geo": {"command": "geo"}, "maps": {"url": "https://a.example"}}}',
      2,
    ],
    ['are counted in a bare map', '{"$schema": "https://a.example", "geo": {"command": "geo"}}', 1],
    [
      'are counted beside comments and trailing commas',
      '{\n  // mine\n  "mcpServers": {"geo": {"command": "geo"},},\n}',
      1,
    ],
    ['are counted after a byte order mark', '\uFEFF{"mcpServers": {"geo": {"command": "geo"}}}', 1],
    ['are none in a file that is broken', '{"mcpServers": {"geo": {', 0],
    ['are none in an empty one', '', 0],
    ['are none in one that is no object', '[{"command": "geo"}]', 0],
  ];
  for (const [what, text, count] of files) it(what, () => assert.equal(countServers(text), count));
});
