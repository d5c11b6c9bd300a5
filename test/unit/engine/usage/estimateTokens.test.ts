import assert from 'node:assert/strict';
import { textTokens, valueTokens } from '../../../../src/engine/usage/estimateTokens.ts';
import { leastCpuMs } from '../../../fakes/growth.ts';

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

  it('take far less time than the JSON of many values', async () => {
    const value = Array.from({ length: 200_000 }, (_, id) => ({ id }));
    const estimateMs = await leastCpuMs(() => valueTokens(value));
    assert.ok(10 * estimateMs < (await leastCpuMs(() => JSON.stringify(value))), `${estimateMs} ms`);
  });
});
