import assert from 'node:assert/strict';
import { TimeScale } from '../../../../src/vscode/pages/run/timeScale.ts';

function scaleOf(end: number): TimeScale {
  const scale = new TimeScale();
  scale.setEnd(end);
  return scale;
}

describe('the part of a run that is in view', () => {
  it('is all of it at first, also when it gets longer', () => {
    const scale = scaleOf(100);
    scale.setEnd(300);
    assert.deepEqual([scale.from, scale.to], [0, 300]);
  });

  it('stays where it is when the run gets longer', () => {
    const scale = scaleOf(100);
    scale.zoom(0.5, 0);
    scale.setEnd(300);
    assert.deepEqual([scale.from, scale.to], [0, 50]);
  });

  it('keeps the time around which it is zoomed', () => {
    const scale = scaleOf(100);
    const before = scale.partOf(30);
    scale.zoom(0.5, 30);
    assert.equal(scale.partOf(30), before);
  });

  it('stays within the run', () => {
    const scale = scaleOf(100);
    scale.zoom(0.5);
    scale.pan(-5);
    assert.deepEqual([scale.from, scale.to], [0, 50]);
    scale.pan(50);
    assert.deepEqual([scale.from, scale.to], [50, 100]);
    scale.zoom(100);
    assert.ok(scale.isWhole);
  });

  it('moves to a time that is outside', () => {
    const scale = scaleOf(100);
    scale.zoom(0.1, 0);
    scale.reveal(80);
    assert.ok(scale.from <= 80 && scale.to >= 80);
  });
});
