import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { toolAnswer } from '../../../../src/models/stateless/toolAnswer.ts';

describe('what a tool message says', () => {
  const read = (content: JsonValue, more = {}) => {
    const { text, isError } = toolAnswer({ role: 'tool', content, ...more });
    return [isError ? 'failed' : 'answered', text];
  };
  const cases: readonly (readonly [what: string, content: JsonValue, expected: readonly string[]])[] = [
    ['text', 'sunny', ['answered', 'sunny']],
    [
      'parts, joined',
      [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }],
      ['answered', 'a\nb'],
    ],
    ['what is neither text nor a picture', [{ type: 'given', at: 0 }], ['answered', '[1 part without text]']],
    ['nothing', null, ['answered', '']],
    ['a part with an empty text', [{ type: 'text', text: '' }], ['answered', '']],
    ['a text that begins with Error:', ' Error: closed', ['failed', ' Error: closed']],
    ['an object with error alone', '{"error":"closed"}', ['failed', 'closed']],
    ['an error that is an object', '{ "error": {"code": 7} }', ['failed', '{"code":7}']],
    [
      'an error with a large integer',
      '{"error":{"id":725653563933458433}}',
      ['failed', '{"id":725653563933458433}'],
    ],
    ['an error that is null', '{"error":null}', ['answered', '{"error":null}']],
    ['an object with error and more', '{"error":null,"rows":[]}', ['answered', '{"error":null,"rows":[]}']],
    ['the word somewhere else', 'No Error: fine', ['answered', 'No Error: fine']],
    ['broken JSON', '{"error":', ['answered', '{"error":']],
  ];
  for (const [what, content, expected] of cases) it(what, () => assert.deepEqual(read(content), expected));

  const pictures: readonly (readonly [what: string, content: JsonValue, says: RegExp])[] = [
    ['a picture alone', [{ type: 'given', at: 0, picture: 'image/png' }], /^\[1 picture, shown to you .*\]$/],
    ['pictures alone', [{ type: 'image_url' }, { type: 'image_url' }], /^\[2 pictures, shown to you .*\]$/],
  ];
  for (const [what, content, says] of pictures) {
    it(what, () => {
      const [outcome, text] = read(content);
      assert.equal(outcome, 'answered');
      assert.match(text ?? '', says);
    });
  }

  it('a message that says so itself', () =>
    assert.deepEqual(read('closed', { is_error: true }), ['failed', 'closed']));
});
