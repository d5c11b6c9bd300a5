import assert from 'node:assert/strict';
import { anyOpen } from '../../../src/diagnose/wallChecks.ts';

const held = { file: 'held', process: 'held', network: 'held', environment: 'held' };

describe('anyOpen', () => {
  it('is true where a script or a program found a way out', () => {
    const open = { ...held, network: 'open by fetch' };
    assert.deepEqual([anyOpen({ script: open, process: held }), anyOpen({ script: held, process: open })], [true, true]);
  });

  it('is false where all is held, and where nothing could be tried', () => {
    assert.deepEqual([anyOpen({ script: held, process: held }), anyOpen({ script: held, process: 'not tried: x' })], [false, false]);
  });
});
