import assert from 'node:assert/strict';
import { boundedLimits, limitBounds } from '../../../../src/sandbox/host/limitBounds.ts';
import { defaultLimits } from '../../../../src/sandbox/host/sandboxPort.ts';

describe('boundedLimits', () => {
  it('takes a value within the bounds', () => assert.equal(boundedLimits(() => 5_000).cpuMs, 5_000));

  it('takes a value under its bound as the bound', () => {
    const lowest = Object.fromEntries(
      Object.entries(limitBounds).map(([name, { minimum }]) => [name, minimum]),
    );
    assert.deepEqual(
      boundedLimits(() => -1),
      lowest,
    );
  });

  it('takes a value over its bound as the bound', () => {
    const highest = Object.fromEntries(
      Object.entries(limitBounds).map(([name, { maximum }]) => [name, maximum]),
    );
    assert.deepEqual(
      boundedLimits(() => Infinity),
      highest,
    );
  });

  it('rounds to whole numbers', () => assert.equal(boundedLimits(() => 200.6).cpuMs, 201));

  it('takes the default for what is no number', () =>
    assert.deepEqual(
      boundedLimits(() => NaN),
      defaultLimits,
    ));

  for (const value of [undefined, null, '200', {}]) {
    it(`takes the default for ${JSON.stringify(value)}`, () =>
      assert.deepEqual(
        boundedLimits(() => value),
        defaultLimits,
      ));
  }
});
