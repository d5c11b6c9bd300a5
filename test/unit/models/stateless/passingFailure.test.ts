import assert from 'node:assert/strict';
import { passingFailure } from '../../../../src/models/stateless/passingFailure.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('a failure that passes', () => {
  const passing: readonly (readonly [what: string, error: unknown, retryAfterMs?: number])[] = [
    ['a name of Copilot Chat', named('ChatRateLimited', 'Sorry.')],
    ['its quota', named('ChatQuotaExceeded', 'You have used your premium requests.')],
    ['429 of an endpoint', new Error('Request Failed: 429 {"error":{"message":"slow down"}}')],
    ['503 of an endpoint', new Error('Request Failed: 503 upstream')],
    [
      'a cause with a code',
      new Error('failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
    ],
    ['seconds of a header', new Error('Request Failed: 429 retry-after: 7'), 7_000],
    ['a field of JSON', new Error('Request Failed: 429 {"retry_after_ms": 1500}'), 1_500],
    ['words', new Error('Rate limit reached. Please try again in 2.5s.'), 2_500],
    ['minutes', new Error('Too many requests, try again in 3 minutes'), 180_000],
  ];
  for (const [what, error, retryAfterMs] of passing) {
    it(`is ${what}`, () =>
      assert.deepEqual(passingFailure(error), retryAfterMs === undefined ? {} : { retryAfterMs }));
  }

  const lasting: readonly (readonly [what: string, error: unknown])[] = [
    ['a wrong request', new Error('Request Failed: 400 {"error":{"message":"500 tokens too many"}}')],
    ['a key that is wrong', new Error('Request Failed: 401 unauthorized')],
    ['a bill that is not paid', new Error('Request Failed: 429 {"code":"insufficient_quota"}')],
    ['no consent', named('NoPermissions', 'The user has not allowed it.')],
    ['nothing', undefined],
    ['a long text without an end', new Error(`retry ${' '.repeat(100_000)}`)],
  ];
  for (const [what, error] of lasting)
    it(`is not ${what}`, () => assert.equal(passingFailure(error), undefined));
});
