import assert from 'node:assert/strict';
import { callFailure } from '../../../../src/mcp/connection/callErrors.ts';

describe('a call that the server answers with an error', () => {
  const issues =
    '[ { "code": "invalid_type", "expected": "string", "path": ["text"], "message": "Required" } ]';
  for (const [what, code, message, happened] of [
    ['for its input', -32_602, 'MCP error -32602: text must not be empty', 'rejected'],
    ['for its input, as an exception', -32_603, `MCP error -32603: ${issues}`, 'rejected'],
    ['for its input, in words', -32_603, 'MCP error -32603: text must not be empty', 'rejected'],
    ['for what is not there', -32_603, 'MCP error -32603: no such file', 'rejected'],
    ['for a fault of its own', -32_603, 'MCP error -32603: fetch failed', 'failed in'],
  ] as const) {
    it(`${what} says whose fault it is`, () => {
      const { error } = callFailure({ server: 'notes', tool: 'add' }, { kind: 'refused', message, code });
      assert.equal(error.message, `Server "notes" ${happened} the call of "add": ${message}.`);
    });
  }
});
