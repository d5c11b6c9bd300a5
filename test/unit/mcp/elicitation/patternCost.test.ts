import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isQuick } from '../../../../src/mcp/elicitation/typedValue.ts';

describe('isQuick', () => {
  const quick: readonly (readonly [pattern: string, characters: number])[] = [
    ['^[A-Z]{3}-\\d+$', 100],
    ['^\\+?[0-9]{7,15}$', 20],
    ['^\\d{4}-\\d{2}-\\d{2}$', 1_000],
    ['^[^@]+@[^@]+$', 60],
    ['^(?:open|closed)$', 100],
  ];
  for (const [pattern, characters] of quick)
    it(`is true of ${pattern}`, () => assert.equal(isQuick(pattern, characters), true));

  const slow: readonly (readonly [pattern: string, characters: number])[] = [
    ['^(a+)+$', 30],
    ['(a|a)*b', 30],
    ['(.*)\\1b', 30],
    ['^(?=(a+))b', 30],
    ['a*a*a*a*b', 200],
    ['(x?){50}y', 50],
    [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, 30],
    ['\\d+$', 100_000],
  ];
  for (const [pattern, characters] of slow)
    it(`is false of ${pattern}`, () => assert.equal(isQuick(pattern, characters), false));

  it('is true only of expressions that are quick', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\w',
      'a*',
      'a+',
      '.*',
      'a{2,}',
      'a{1,9}',
      'a?',
      '(?:a|b)',
      '(a)',
      '(a+)',
      '(a*)*',
      'a|',
      '^',
      '$',
    );
    const pattern = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: 500 }), (source, characters) => {
        if (!isQuick(source, characters)) return;
        const expression = new RegExp(source);
        const start = process.threadCpuUsage();
        expression.test(`${'a'.repeat(characters - 1)}!`);
        const { user, system } = process.threadCpuUsage(start);
        assert.ok(user + system < 100_000, `${source} on ${characters} took ${(user + system) / 1_000} ms`);
      }),
      { numRuns: 2_000 },
    );
  });
});
