import assert from 'node:assert/strict';
import { allocateBudget } from '../../../../src/engine/find/allocateBudget.ts';

/** `a30` is a claim of server a for 30. */
function shared(claims: string, share: Partial<Parameters<typeof allocateBudget>[1]>): string {
  const ranked = claims
    .split(' ')
    .map((text) => ({ text, server: text.slice(0, 1), cost: Number(text.slice(1)) }));
  const chosen = allocateBudget(ranked, {
    best: 0,
    most: Number.POSITIVE_INFINITY,
    budget: Number.POSITIVE_INFINITY,
    ...share,
  });
  return chosen.map(({ text }) => text).join(' ');
}

describe('a fair share', () => {
  it('is everything when there is room', () => assert.equal(shared('a1 a2 b3', {}), 'a1 a2 b3'));
  it('keeps the order of the claims', () => assert.equal(shared('a9 b1 a2', {}), 'a9 b1 a2'));
  it('gives the best their place whoever they belong to', () =>
    assert.equal(shared('a5 a5 a5 b1', { best: 3, most: 3 }), 'a5 a5 a5'));
  it('gives every server one before any has two', () =>
    assert.equal(shared('a1 a1 a1 b9 c9', { most: 3 }), 'a1 b9 c9'));
  it('takes the cheapest of a server first', () => assert.equal(shared('a9 a1 b2', { budget: 5 }), 'a1 b2'));
  it('does not let a dear claim keep out what still fits', () =>
    assert.equal(shared('a9 b2 b2', { budget: 4 }), 'b2 b2'));
  it('spends no more than there is', () => assert.equal(shared('a2 b2 c2', { budget: 5 }), 'a2 b2'));
  it('always has the very best', () => assert.equal(shared('a9 b1', { best: 1, budget: 5 }), 'a9'));
  it('passes over one of the best that does not fit', () =>
    assert.equal(shared('a2 a9 b2', { best: 3, budget: 5 }), 'a2 b2'));
});
