import assert from 'node:assert/strict';
import { argumentFields, readArgument } from '../../../src/scripts/argumentFields.ts';

describe('the form of a saved script', () => {
  it('asks for what is required first, each as its schema says', () => {
    const properties = {
      loud: { type: 'boolean' },
      month: { type: 'number', description: 'Of the year' },
      kind: { type: 'string', enum: ['short', 'long'] },
      ids: { type: 'array' },
    };
    assert.deepEqual(argumentFields({ type: 'object', properties, required: ['month'] }), [
      { name: 'month', description: 'Of the year', required: true, kind: 'number' },
      { name: 'loud', description: '', required: false, kind: 'flag' },
      { name: 'kind', description: '', required: false, kind: 'text', choices: ['short', 'long'] },
      { name: 'ids', description: '', required: false, kind: 'json' },
    ]);
    assert.deepEqual(argumentFields({ type: 'object' }), []);
  });

  it('reads what was typed, and says what is wrong with it', () => {
    const read = (kind: 'text' | 'number' | 'json', text: string, required = false) => readArgument({ kind, required }, text);
    assert.deepEqual(
      [read('number', '5'), read('text', ' a '), read('json', '[1]'), read('number', '')],
      [{ value: 5 }, { value: ' a ' }, { value: [1] }, { value: undefined }],
    );
    assert.deepEqual(read('text', '', true), { value: '' });
    for (const wrong of [read('number', 'five'), read('number', '', true), read('json', '{')]) assert.ok('problem' in wrong);
  });
});
