import assert from 'node:assert/strict';
import { hasOpenDoor } from '../../../../src/workbench/diagnose/confinementChecks.ts';

const held = { file: 'held', process: 'held', network: 'held', environment: 'held' };

describe('hasOpenDoor', () => {
  it('is true where a script or a program found a way out', () => {
    const open = { ...held, network: 'open by fetch' };
    assert.deepEqual(
      [hasOpenDoor({ script: open, process: held }), hasOpenDoor({ script: held, process: open })],
      [true, true],
    );
  });

  it('is false where all is held, and where nothing could be tried', () => {
    assert.deepEqual(
      [hasOpenDoor({ script: held, process: held }), hasOpenDoor({ script: held, process: 'not tried: x' })],
      [false, false],
    );
  });
});
