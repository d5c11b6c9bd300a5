// Tests what a user permits by agreeing to debug, on each kind of machine.
import assert from 'node:assert/strict';
import { debugNote, debugQuestion } from '../../../../src/vscode/scratch/debugWalls.ts';

const walled = { osConfinement: { mode: 'auto', state: 'in force' }, debug: { permission: true } } as const;
const bare = { osConfinement: { mode: 'auto', state: 'none' }, debug: { permission: false } } as const;

describe('the question before debugging', () => {
  it('names the network where the operating system keeps files and programs', () =>
    assert.match(
      debugQuestion(walled),
      /^While debugging, the sandbox does not block access to the network, [^.]*\.$/,
    ));

  it('names files, programs and the network where nothing else holds', () =>
    assert.match(
      debugQuestion(bare),
      /^While debugging, .* access to your files, programs and the network, [^.]*\.$/,
    ));
});

describe('the note of a debug run', () => {
  it('says which walls were lower', () => {
    assert.match(
      debugNote(walled),
      /^Debug run: no time limit, Node permissions apply, except for the debugger, the network is not blocked\.$/,
    );
    assert.match(
      debugNote(bare),
      /^Debug run: no time limit, Node permissions are off, there is no OS sandbox\.$/,
    );
  });
});
