import assert from 'node:assert/strict';
import { errorLine } from '../../../../src/mcp/protocol/errorLine.ts';

describe('errorLine', () => {
  it('is one line without the full stop', () => {
    assert.equal(errorLine(new Error(' The disk\n  is full. ')), 'The disk is full');
  });

  it('says once what the server and the SDK both put before it', () => {
    assert.equal(
      errorLine(new Error('MCP error -32602: MCP error -32602: Prompt x not found')),
      'MCP error -32602: Prompt x not found',
    );
  });

  it('is cut when it is long', () => {
    assert.equal(errorLine('x'.repeat(2_000)), `${'x'.repeat(1_000)}…`);
  });
});
