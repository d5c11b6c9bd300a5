import assert from 'node:assert/strict';
import { textTokens, valueTokens } from '../../../../src/engine/usage/estimateTokens.ts';

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

  it('are estimated from 20,000 of many values', () => {
    let read = 0;
    const field = { enumerable: true, get: () => (read += 1) };
    const value = Array.from(
      { length: 200_000 },
      () => Object.defineProperty({}, 'id', field) as { readonly id: number },
    );
    valueTokens(value);
    assert.ok(read > 0 && read <= 20_000, `${read} values were read`);
  });
});
