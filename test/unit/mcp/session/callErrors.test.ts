import assert from 'node:assert/strict';
import { CallErrors } from '../../../../src/mcp/session/callErrors.ts';

describe('a call that the server answers with an error', () => {
  const issues = '[ { "code": "invalid_type", "expected": "string", "path": ["text"], "message": "Required" } ]';
  const ownFault = "The fault is the server's own, the input may be right.";
  for (const [what, code, message, happened, advice] of [
    ['for its input', -32_602, 'MCP error -32602: text must not be empty', 'did not accept', "Check the tool's name and input."],
    ['for its input, as an exception', -32_603, `MCP error -32603: ${issues}`, 'did not accept', "Check the tool's name and input."],
    ['for a fault of its own', -32_603, 'MCP error -32603: fetch failed', 'failed in', ownFault],
  ] as const) {
    it(`${what} is told with what to do`, () => {
      const outcome = new CallErrors('notes', 'add').refused(message, code);
      assert.equal(!outcome.ok && outcome.error.message, `The server "notes" ${happened} the call of "add": ${message}. ${advice}`);
    });
  }
});
