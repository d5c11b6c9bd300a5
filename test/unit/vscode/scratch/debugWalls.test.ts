// What a user allows with a yes to debugging, on each kind of machine.
import assert from 'node:assert/strict';
import { debugNote, debugQuestion } from '../../../../src/vscode/scratch/debugWalls.ts';

const walled = { osConfinement: { mode: 'auto', state: 'in force' }, debug: { permission: true } } as const;
const bare = { osConfinement: { mode: 'auto', state: 'none' }, debug: { permission: false } } as const;

describe('the question before debugging', () => {
  it('names the network where the operating system keeps files and programs', () => {
    assert.match(debugQuestion(walled), /keeps files and programs .*, but no longer the network/);
    assert.match(debugQuestion(walled), /would reach the network: debug code/);
  });

  it('names files, programs and the network where nothing else holds', () => {
    assert.match(debugQuestion(bare), /No wall of .* around it/);
    assert.match(debugQuestion(bare), /permission model is off/);
    assert.match(debugQuestion(bare), /would reach your files, programs and the network/);
  });

  it('names the missing limits, and the one that stays', () =>
    assert.match(debugQuestion(walled), /clock does not end .* system does after an hour /));
});

describe('the note of a debug run', () => {
  it('says which walls were lower', () => {
    assert.match(debugNote(walled), /^Debug run: without limits .*, with the inspector allowed, with the network open [^,]*\.$/);
    assert.match(debugNote(bare), /^Debug run: without limits .*, without Node's permission model, without a wall [^,]*\.$/);
  });
});
