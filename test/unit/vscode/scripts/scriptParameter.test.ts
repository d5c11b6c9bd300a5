import assert from 'node:assert/strict';
import {
  isSecretScriptParameter,
  readTyped,
  typedText,
  withoutSecrets,
  type ScriptParameter,
} from '../../../../src/vscode/scripts/scriptParameter.ts';

describe('an argument of a script', () => {
  it('is read as it was typed, and what is wrong with it is said', () => {
    const read = (type: ScriptParameter['type'], text: string, required = false) =>
      readTyped({ type, required }, text);
    assert.deepEqual(
      [
        read('number', '5'),
        read('text', ' a '),
        read('text', ' '),
        read('text', ''),
        read('number', ' 9007199254740993 '),
        read('json', '[1]'),
        read('any', '[1]'),
        read('any', 'a'),
        read('number', ''),
      ],
      [5, ' a ', ' ', undefined, 9_007_199_254_740_993n, [1], [1], 'a', undefined].map((value) => ({
        value,
      })),
    );
    assert.deepEqual(read('text', '', true), { value: '' });
    for (const wrong of [
      read('number', 'five'),
      read('number', '', true),
      read('any', '', true),
      read('json', '{'),
    ])
      assert.ok('problem' in wrong);
  });

  it('is shown so that it is read as the same value', () => {
    const cases = [
      ['text', '5'],
      ['number', 5],
      ['number', 9_007_199_254_740_993n],
      ['json', { a: [1] }],
      ['any', '5'],
      ['any', 'five'],
      ['any', 5],
      ['any', null],
      ['any', 'a\nb'],
      ['any', 'a\r\nb'],
      ['any', ' '],
    ] as const;
    for (const [type, value] of cases) {
      const text = typedText({ type }, value);
      assert.deepEqual(readTyped({ type, required: true }, text ?? ''), { value }, `${type} ${text}`);
      // A box of one line makes something else of others.
      assert.doesNotMatch(text ?? '', /[\r\n]/);
    }
    assert.equal(typedText({ type: 'number' }, 'five'), undefined);
    assert.equal(typedText({ type: 'text' }, 'a\nb'), undefined);
  });

  it('is secret where its name or its description says so', () => {
    const parameter = (name: string, description?: string): ScriptParameter => ({
      name,
      type: 'any',
      required: true,
      ...(description !== undefined && { description }),
    });
    for (const name of ['password', 'apiKey', 'token', 'clientSecret', 'key', 'pin'])
      assert.ok(isSecretScriptParameter(parameter(name)), name);
    for (const description of [
      'The API key of the shop',
      'Its password',
      'the clientSecret',
      'An api_token',
      'Two secrets',
    ])
      assert.ok(isSecretScriptParameter(parameter('login', description)), description);
    for (const description of [
      'Name of the secretary',
      'Text of the cookie banner',
      'The next page token',
      'How many tokens',
    ])
      assert.ok(!isSecretScriptParameter(parameter('login', description)), description);
    for (const name of ['month', 'author', 'sortKey', 'maxTokens', 'pageToken'])
      assert.ok(!isSecretScriptParameter(parameter(name)), name);
    assert.ok(!isSecretScriptParameter({ name: 'withToken', type: 'flag', required: true }));
  });

  it('is kept without what is secret within it', () => {
    const args = {
      month: 5,
      nothing: null,
      places: [['a', null], [{ key: 'hidden', city: 'Bern' }]],
      login: { key: 'hidden', name: 'me', withToken: true },
      headers: [
        { name: 'Authorization', value: 'hidden' },
        { name: 'Accept', value: '*' },
      ],
      url: 'https://me:hidden@shop',
      urls: ['https://shop', 'https://me:hidden@shop'],
      command: ['curl', '--token', 'hidden'],
      note: 'Bearer hidden-hidden',
    };
    assert.deepEqual(withoutSecrets(args, []), {
      month: 5,
      nothing: null,
      places: [['a', null], [{ city: 'Bern' }]],
      login: { name: 'me', withToken: true },
      headers: [{ name: 'Authorization' }, { name: 'Accept', value: '*' }],
    });
  });
});
