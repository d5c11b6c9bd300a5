import assert from 'node:assert/strict';
import { boundedLimits, limitBounds } from '../../../../src/sandbox/host/limitBounds.ts';
import { defaultLimits } from '../../../../src/sandbox/host/sandboxPort.ts';

describe('boundedLimits', () => {
  it('takes a value within the bounds', () => assert.equal(boundedLimits(() => 5_000).cpuMs, 5_000));

  it('rounds to whole numbers', () => assert.equal(boundedLimits(() => 200.6).cpuMs, 201));

  const all = (end: 'minimum' | 'maximum') =>
    Object.fromEntries(Object.entries(limitBounds).map(([name, bounds]) => [name, bounds[end]]));
  for (const [what, value, limits] of [
    ['the bound for a value under it', -1, all('minimum')],
    ['the bound for a value over it', Infinity, all('maximum')],
    ['the default for no value', undefined, defaultLimits],
    ['the default for null', null, defaultLimits],
    ['the default for NaN', NaN, defaultLimits],
    ['the default for a text', '200', defaultLimits],
    ['the default for an object', {}, defaultLimits],
  ] as const) {
    it(`takes ${what}`, () =>
      assert.deepEqual(
        boundedLimits(() => value),
        limits,
      ));
  }
});
