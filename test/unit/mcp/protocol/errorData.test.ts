import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { errorData } from '../../../../src/mcp/protocol/errorData.ts';
import { Secrets } from '../../../../src/mcp/protocol/secrets.ts';

const secrets = new Secrets({ API_KEY: 'sesame-4711' });
const dataOf = (data: unknown) => errorData(new ProtocolError(-32_602, 'no', data), secrets);

describe('the data of a server’s error', () => {
  it('is there whole, and in words', () => {
    assert.deepEqual(dataOf('got UserIdentity'), {
      data: 'got UserIdentity',
      text: ' (data: "got UserIdentity")',
    });
    assert.deepEqual(dataOf(0), { data: 0, text: ' (data: 0)' });
  });

  it('is nothing where the error has none', () => {
    assert.deepEqual(dataOf(undefined), { text: '' });
    assert.deepEqual(dataOf(null), { text: '' });
    assert.deepEqual(errorData(new Error('gone'), secrets), { text: '' });
  });

  it('is cut in words', () => {
    const { data, text } = dataOf('x'.repeat(5_000));
    assert.equal(typeof data === 'string' && data.length, 5_000);
    assert.ok(text.length < 450 && text.endsWith('…)'));
  });

  it('has no secret of the server', () => {
    assert.deepEqual(dataOf({ key: 'sesame-4711' }), {
      data: { key: '•••' },
      text: ' (data: {"key":"•••"})',
    });
  });

  it('is omitted with the reason where it is too large or too deep', () => {
    assert.match(dataOf('x'.repeat(200_000)).text, /^ \(data omitted: over 100000 characters\)$/);
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    assert.deepEqual(dataOf(deep), { text: ' (data omitted: over 100 levels deep)' });
  });
});
