import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { recordedInput } from '../../../../src/engine/calls/redactArguments.ts';
import { growth } from '../../../fakes/growth.ts';

describe('what is kept of an input', () => {
  it('is the input itself where it is short', () => {
    assert.deepEqual(recordedInput({ id: 1, tags: ['a'] }), { id: 1, tags: ['a'] });
    assert.equal(recordedInput(undefined), undefined);
  });

  it('has about 2,000 characters at most', () => {
    const kept = recordedInput({
      id: 'A1',
      text: 'x'.repeat(1e6),
      list: Array.from({ length: 1e4 }, (_, n) => n),
    });
    assert.ok(JSON.stringify(kept).length < 2_200);
    assert.equal((kept as { id: string }).id, 'A1');
  });

  it('has no secrets that are known by their name', () => {
    const secret = 'hunter2-hunter2';
    const kept = recordedInput({
      user: 'ann',
      password: secret,
      options: { apiKey: secret, headers: { Authorization: `Bearer ${secret}` } },
      env: [{ name: 'GITHUB_TOKEN', value: secret }],
      command: `curl -H "Authorization: Bearer ${secret}"`,
    });
    assert.ok(!JSON.stringify(kept).includes('hunter2'), JSON.stringify(kept));
    assert.equal((kept as { user: string }).user, 'ann');
  });

  it('has no secrets in texts, in arguments of programs, and in pairs whose name is cut', () => {
    const secret = 'hunter2-77';
    const kept = recordedInput({
      pin: 7_777,
      db_pwd: secret,
      url: `postgres://bob:${secret}@host/db?api_key=${secret}`,
      args: ['--token', secret, `--password=${secret}`, '--verbose', 'shown'],
    });
    const { args } = kept as { args: readonly string[] };
    assert.ok(!/hunter2|7777/.test(JSON.stringify(kept)), JSON.stringify(kept));
    assert.deepEqual(args.slice(-2), ['--verbose', 'shown']);
    const others = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`k${n}`, 'v'.repeat(40)]));
    const pair = recordedInput([{ name: 'Authorization-Header-Of-The-Token', value: secret, ...others }]);
    assert.ok(!JSON.stringify(pair).includes(secret));
  });

  it('costs no more for a large input than listing its names', async () => {
    const numbers = (size: number) => Array.from({ length: size }, (_, n) => n);
    // The names of an object are listed before most of them are left out; only this step takes time in proportion to
    // the object.
    const inputs: readonly (readonly [most: number, inputOf: (size: number) => JsonObject])[] = [
      [300, (size) => Object.fromEntries(numbers(size).map((n) => [`property${n}`, n]))],
      [30, (size) => ({ list: numbers(size).map((a) => ({ a })) })],
      [30, (size) => ({ text: '"'.repeat(20 * size) })],
    ];
    for (const [most, inputOf] of inputs) {
      const recording = (size: number) => {
        const input = inputOf(size);
        return () => recordedInput(input);
      };
      const grown = await growth(recording, 300, 100);
      assert.ok(grown < most, String(grown));
    }
  });

  it('keeps what only sounds like one', () => {
    const input = {
      author: 'ann',
      keywords: 'a',
      max_tokens: 5,
      nextPageToken: 'n',
      issueKey: 'P-1',
      session: 's',
    };
    assert.deepEqual(recordedInput(input), input);
  });
});
