import assert from 'node:assert/strict';
import { errorMessage } from '../../../../src/mcp/protocol/errorMessage.ts';

describe('errorMessage', () => {
  it('is one line without the full stop', () => {
    assert.equal(errorMessage(new Error(' The disk\n  is full. ')), 'The disk is full');
  });

  it('says once what the server and the SDK both put before it', () => {
    assert.equal(errorMessage(new Error('MCP error -32602: MCP error -32602: Prompt x not found')), 'MCP error -32602: Prompt x not found');
  });

  it('is cut when it is long', () => {
    assert.equal(errorMessage('x'.repeat(2_000)), `${'x'.repeat(1_000)}…`);
  });
});
