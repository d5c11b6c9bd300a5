import assert from 'node:assert/strict';
import { bearerParameters } from '../../../../src/mcp/auth/authChallenge.ts';

const read = (header: string) => Object.fromEntries(bearerParameters(header));

describe('bearerParameters', () => {
  it('reads what is quoted and what is not', () => {
    assert.deepEqual(
      read('Bearer error="insufficient_scope", scope=admin,resource_metadata=https://x.example/m?a=b'),
      {
        error: 'insufficient_scope',
        scope: 'admin',
        resource_metadata: 'https://x.example/m?a=b',
      },
    );
  });

  it('finds them behind other schemes, and takes nothing from those', () => {
    const header =
      'Basic realm="files, and more", scope="basic", Negotiate abc==, Bearer scope="a b", DPoP scope="c", algs="ES256"';
    assert.deepEqual(read(header), { scope: 'a b' });
  });

  it('knows scheme and names in any case', () => {
    assert.deepEqual(read('BEARER Scope = "a"'), { scope: 'a' });
  });

  it('does not take a word of a description for a parameter', () => {
    assert.deepEqual(read('Bearer error_description="say scope=\\"admin\\", or go", scope="a"'), {
      error_description: 'say scope="admin", or go',
      scope: 'a',
    });
  });

  it('takes the first of two', () => {
    assert.deepEqual(read('Bearer scope="a", scope="b", Bearer scope="c"'), { scope: 'a' });
  });

  it('is empty for a scheme alone, and for none', () => {
    for (const header of ['', 'Bearer', 'Basic realm="x"', ',,, ,']) assert.deepEqual(read(header), {});
  });
});
