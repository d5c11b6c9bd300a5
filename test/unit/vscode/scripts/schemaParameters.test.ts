import assert from 'node:assert/strict';
import { schemaParameters } from '../../../../src/vscode/scripts/scriptParameters.ts';

describe('what a script is run with by the schema of its input', () => {
  it('is asked for as the schema says, what is required first', () => {
    const properties = {
      loud: { type: 'boolean' },
      month: { type: 'number', description: 'Of the year' },
      kind: { type: 'string', enum: ['short', 'long'] },
      ids: { type: 'array' },
      other: {},
    };
    assert.deepEqual(schemaParameters({ type: 'object', properties, required: ['month'] }), [
      { name: 'month', type: 'number', description: 'Of the year', required: true },
      { name: 'loud', type: 'flag', required: false },
      { name: 'kind', type: 'text', choices: ['short', 'long'], required: false },
      { name: 'ids', type: 'json', required: false },
      { name: 'other', type: 'any', required: false },
    ]);
  });

  it('is nothing where the schema names nothing', () => {
    assert.deepEqual(schemaParameters({ type: 'object' }), []);
  });
});
