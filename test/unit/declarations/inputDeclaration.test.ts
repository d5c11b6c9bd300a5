import assert from 'node:assert/strict';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { inputDeclaration } from '../../../src/declarations/inputDeclaration.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { toolShape } from '../../fakes/toolShape.ts';

describe('the declaration of what a chat request carries', () => {
  it('has name, description and input, and no output type, declared or learned', async () => {
    const learned = () =>
      ({
        schema: { type: 'object', properties: { celsius: { type: 'number' } } },
        source: 'observed, 3 calls',
      }) as const;
    const declarations = new Declarations({ compiler: hostCompiler, learned });
    const inputSchema = { type: 'object', properties: { city: { type: 'string' } } } as const;
    const outputSchema = { type: 'object', properties: { celsius: { type: 'number' } } } as const;
    for (const shape of [toolShape({ inputSchema, outputSchema }), toolShape({ inputSchema })]) {
      const text = await inputDeclaration(shape, declarations);
      assert.match(text, /city\?: string/);
      assert.doesNotMatch(text, /celsius/);
    }
  });
});
