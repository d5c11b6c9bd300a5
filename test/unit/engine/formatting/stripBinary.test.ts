import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { stripBinary } from '../../../../src/engine/formatting/stripBinary.ts';

/** Returns base64 of `bytes` bytes that begin with `start`. */
const base64 = (start: readonly number[], bytes = 3_000) =>
  Buffer.from([...start, ...Buffer.alloc(bytes - start.length)]).toString('base64');
const png = base64([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = (data: string, mimeType = 'image/png') => ({ type: 'image', data, mimeType });

describe('stripBinary', () => {
  it('gives a value without data as it is', () => {
    const value = [{ type: 'text', text: 'an image' }, 1, null];
    assert.deepEqual(stripBinary(value), { value, pictures: [], leftOut: 0 });
    assert.equal(stripBinary(value).value, value);
  });

  it('shows a picture beside a word that says so, wherever it is in the value', () => {
    const { value, pictures } = stripBinary({
      pages: [{ shot: [{ type: 'text', text: 'Taken.' }, image(png)] }],
    });
    assert.deepEqual(value, {
      pages: [{ shot: [{ type: 'text', text: 'Taken.' }, image('(3,000 bytes, shown below as picture 1)')] }],
    });
    assert.deepEqual(pictures, [image(png)]);
  });

  for (const [mimeType, start] of [
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/gif', [...Buffer.from('GIF89a')]],
    ['image/webp', [...Buffer.from('RIFF\x10\x20\x30\x40WEBPVP8 ', 'latin1')]],
  ] as const) {
    it(`calls a picture ${mimeType} that is one, whatever its block says`, () => {
      assert.deepEqual(stripBinary(image(base64(start), 'image/png')).pictures, [
        image(base64(start), mimeType),
      ]);
    });
  }

  it('shows a picture that is the blob of a resource', () => {
    assert.deepEqual(stripBinary([{ uri: 'a://b', blob: png }]), {
      value: [{ uri: 'a://b', blob: '(3,000 bytes, shown below as picture 1)' }],
      pictures: [image(png)],
      leftOut: 1,
    });
  });

  const other = base64([0x3c]);
  const leftOut = '(3,000 bytes, left out)';
  const notSeen: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['an image that models cannot see', image(other, 'image/svg+xml'), image(leftOut, 'image/svg+xml')],
    [
      'audio',
      { type: 'audio', data: other, mimeType: 'audio/wav' },
      { type: 'audio', data: leftOut, mimeType: 'audio/wav' },
    ],
    [
      'the blob of a resource',
      { resource: { uri: 'a://b', blob: other } },
      { resource: { uri: 'a://b', blob: leftOut } },
    ],
  ];
  for (const [what, value, expected] of notSeen) {
    it(`leaves out ${what} and shows nothing`, () => {
      assert.deepEqual(stripBinary(value), { value: expected, pictures: [], leftOut: 1 });
    });
  }

  it('leaves small data in its place', () => {
    const value = { uri: 'a://b', blob: base64([1], 30) };
    assert.equal(stripBinary(value).value, value);
  });

  it('shows no more than ten pictures', () => {
    const { pictures, leftOut } = stripBinary(Array.from({ length: 12 }, () => image(png)));
    assert.deepEqual([pictures.length, leftOut], [10, 12]);
  });
});
