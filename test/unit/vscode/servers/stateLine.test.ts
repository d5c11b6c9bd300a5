import assert from 'node:assert/strict';
import { stateLine } from '../../../../src/vscode/servers/stateLine.ts';

describe('what the output of a server says of its state', () => {
  it('is how it starts and ends', () => {
    const texts = (['starting', 'running', 'stopped'] as const).map((state) => stateLine({ state }).text);
    assert.deepEqual(texts, ['Starting.', 'Running.', 'Stopped.']);
  });

  it('is why it failed, as an error', () => {
    const line = stateLine({ state: 'failed', error: 'it cannot start: command "x" not found.' });
    assert.deepEqual(line, { level: 'error', text: 'It cannot start: command "x" not found.' });
  });

  it('is what it needs, as a warning', () => {
    assert.deepEqual(stateLine({ state: 'needs_sign_in' }), { level: 'warn', text: 'It needs sign-in.' });
  });
});
