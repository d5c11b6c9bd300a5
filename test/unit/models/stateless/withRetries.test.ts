import assert from 'node:assert/strict';
import { passingFailure } from '../../../../src/models/stateless/passingFailure.ts';
import { withRetries } from '../../../../src/models/stateless/withRetries.ts';

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
      { passing: passingFailure, wait, random: () => 0, onRetry: () => undefined },
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
