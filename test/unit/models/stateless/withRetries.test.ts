import assert from 'node:assert/strict';
import { passingFailure, withRetries } from '../../../../src/models/stateless/withRetries.ts';

const limited = new Error('Request Failed: 429');

describe('a request that is tried again', () => {
  const never = new AbortController().signal;

  /** Returns the waiting times and the end. */
  async function attempts(failures: readonly Error[], signal = never) {
    const left = [...failures];
    const waits: number[] = [];
    const work = () => {
      const failure = left.shift();
      return failure ? Promise.reject(failure) : Promise.resolve('done');
    };
    const wait = (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    };
    const end = await withRetries(
      work,
      { mayRepeat: () => true, wait, random: () => 0, onRetry: () => undefined },
      signal,
    ).catch(String);
    return { waits, end };
  }

  it('waits twice as long each time', async () => {
    assert.deepEqual(await attempts([limited, limited, limited]), {
      waits: [1_000, 2_000, 4_000],
      end: 'done',
    });
  });

  it('waits as long as the server asks for', async () => {
    assert.deepEqual((await attempts([new Error('Request Failed: 429, retry after 9 s')])).waits, [9_000]);
  });

  it('fails with the last failure after four attempts', async () => {
    const { waits, end } = await attempts([limited, limited, limited, new Error('Request Failed: 503')]);
    assert.deepEqual([waits.length, end], [3, 'Error: Request Failed: 503']);
  });

  it('does not wait where that would take more than a minute', async () => {
    assert.deepEqual((await attempts([new Error('Request Failed: 429, retry after 2 minutes')])).waits, []);
  });

  it('does not repeat what would fail again', async () => {
    assert.deepEqual((await attempts([new Error('Request Failed: 400')])).waits, []);
  });

  it('ends with its signal', async () => {
    assert.deepEqual((await attempts([limited], AbortSignal.abort())).waits, []);
  });
});

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
    ['minutes before seconds', new Error('Rate limit reached. Please try again in 6m0s.'), 360_000],
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
