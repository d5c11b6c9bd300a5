import assert from 'node:assert/strict';
import { textTokens, valueTokens } from '../../../../src/engine/usage/estimateTokens.ts';
import { growth } from '../../../fakes/growth.ts';

describe('the tokens of a value', () => {
  it('are about a quarter of the characters of its JSON', () => {
    const value = { items: Array.from({ length: 50 }, (_, id) => ({ id, name: `item ${id}`, done: false })) };
    const exact = textTokens(JSON.stringify(value));
    assert.ok(Math.abs(valueTokens(value) - exact) / exact < 0.15, `${valueTokens(value)} for ${exact}`);
  });

  it('leave out what a model gets no text of', () => {
    assert.ok(valueTokens([{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(100_000) }]) < 10);
  });

  it('are nothing for no value', () => {
    assert.equal(valueTokens(undefined), 0);
  });

  it('take no longer for a million values', async () => {
    const estimating = (size: number) => {
      const value = Array.from({ length: size }, (_, id) => id);
      return () => valueTokens(value);
    };
    assert.ok((await growth(estimating, 10_000, 100)) < 20);
  });
});
