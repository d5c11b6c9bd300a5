// Which frames are read at all: what is long in one of ours is the text at its end.
import assert from 'node:assert/strict';
import { isMostlyText, parseFrame } from '../../../src/sandbox/supervisor/guestFrame.ts';

const megabyte = 1_048_576;

describe('a frame', () => {
  const longText = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: `a "record" \\ ü😀\u0000`, tags: ['a', 'b'] })));
  const log = ['log', 'log', 'a line with "quotes" and \\', 1];

  for (const [what, messages] of [
    ['with a long text at its end', [['done', longText]]],
    ['with a long text after other fields', [['tool', 1, 'a"]]', 'b', 'value', longText]]],
    ['with a long text after other messages', [...Array<unknown>(1_500).fill(log), ['display', longText]]],
    ['with many short messages', Array<unknown>(10_000).fill(log)],
  ] as const) {
    it(`is read ${what}`, () => assert.deepEqual(parseFrame(JSON.stringify(messages)), messages));
  }

  for (const [what, json] of [
    ['is many values', `[${'[],'.repeat(megabyte)}[]]`],
    ['is many messages', JSON.stringify(Array<unknown>(100_000).fill(log))],
    ['is a text that is not at the end', JSON.stringify([['done', longText, 1]])],
    ['is many values after a long text', `[["done",${JSON.stringify(longText)},${'[],'.repeat(10)}""]]`],
    ['is many values after a long list of messages', `[${'["ready"],'.repeat(20_000)}["done","${'","'.repeat(megabyte)}"]]`],
    ['is a text that does not end', `[["done","${'x'.repeat(megabyte)}\\"]]`],
    ['is no JSON', `[["done" "${'x'.repeat(megabyte)}"]]`],
  ] as const) {
    it(`is not read when what makes it long ${what}`, () => assert.throws(() => parseFrame(json), SyntaxError));
  }
});

describe('the JSON of a block', () => {
  it('is mostly text, whatever is in its texts', () => {
    const resource = { uri: 'a:"b"', mimeType: 'text/plain', text: '[[{,:}]]\\"'.repeat(1_000) };
    assert.equal(isMostlyText(JSON.stringify({ type: 'resource', resource })), true);
  });

  for (const json of [
    `[${'[],'.repeat(100)}[]]`,
    `[${'"",'.repeat(100)}""]`,
    `{"a":"\\\\",${'"b":1,'.repeat(100)}"c":1}`,
    '1'.repeat(100),
  ]) {
    it(`is not ${json.slice(0, 20)}…`, () => assert.equal(isMostlyText(json), false));
  }
});
