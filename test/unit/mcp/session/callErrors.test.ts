import assert from 'node:assert/strict';
import { CallErrors } from '../../../../src/mcp/session/callErrors.ts';

describe('a call that the server refuses', () => {
  for (const [what, code, message, advice] of [
    ['for its input', -32_602, 'MCP error -32602: text must not be empty', "Check the tool's name and input."],
    ['for a fault of its own', -32_603, 'MCP error -32603: fetch failed', "The fault is the server's own, the input may be right."],
  ] as const) {
    it(`${what} is told with what to do`, () => {
      const outcome = new CallErrors('notes', 'add').refused(message, code);
      assert.equal(!outcome.ok && outcome.error.message, `The server "notes" did not accept the call of "add": ${message}. ${advice}`);
    });
  }
});
