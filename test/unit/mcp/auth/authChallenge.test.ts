import assert from 'node:assert/strict';
import { challengeOf } from '../../../../src/mcp/auth/authChallenge.ts';

const answer = (status: number, authenticate?: string) =>
  new Response(null, {
    status,
    headers: authenticate === undefined ? {} : { 'www-authenticate': authenticate },
  });

describe('challengeOf', () => {
  it('takes a 401 without a header for a challenge without hints', () => {
    assert.deepEqual(challengeOf(answer(401)), { insufficientScope: false });
  });

  it('reads the scope and the address of the metadata', () => {
    const challenge = challengeOf(
      answer(401, 'Bearer scope="a b", resource_metadata="https://x.example/meta"'),
    );
    assert.deepEqual(challenge, {
      insufficientScope: false,
      scope: 'a b',
      resourceMetadataUrl: new URL('https://x.example/meta'),
    });
  });

  it('takes a 403 for one only when more scope would help', () => {
    assert.equal(challengeOf(answer(403)), undefined);
    assert.equal(challengeOf(answer(403, 'Bearer error="invalid_token"')), undefined);
    assert.equal(challengeOf(answer(403, 'Bearer error="insufficient_scope"'))?.insufficientScope, true);
  });

  for (const scope of ['a\\\\b', 'a  b', `a${'b'.repeat(5_000)}`]) {
    it(`leaves out the scope ${scope.slice(0, 10)}, which is none`, () => {
      assert.deepEqual(challengeOf(answer(401, `Bearer scope="${scope}"`)), { insufficientScope: false });
    });
  }

  it('is none for any other answer', () => {
    for (const status of [200, 404, 500])
      assert.equal(challengeOf(answer(status, 'Bearer scope="a"')), undefined);
  });
});
