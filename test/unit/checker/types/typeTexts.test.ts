// Tests the text of types in messages: a long type is cut between values, never within one.
import assert from 'node:assert/strict';
import { checkTypes } from '../../../../src/checker/types/checkTypes.ts';
import { ScriptProgram } from '../../../../src/checker/types/scriptProgram.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../../fakes/hostCompiler.ts';
import { serverShape, toolShape } from '../../../fakes/toolShape.ts';
import { typeLibrary } from '../../../fakes/typeLibrary.ts';

describe('the type of a property in a hint', () => {
  const languages = Array.from({ length: 43 }, (_, index) => `language-${index}`);
  const scripts = new ScriptProgram(typeLibrary());
  const hintOf = async (language: object) => {
    const outputSchema = {
      type: 'object',
      properties: { language, id: { type: 'string' } },
      required: ['language', 'id'],
    };
    const declarations = await new Declarations({ compiler: hostCompiler }).api([
      serverShape([toolShape({ outputSchema })]),
    ]);
    return checkTypes(scripts, { source: 'return (await tools.geo.getCity({})).nothing', declarations })[0]
      ?.hint;
  };

  it('keeps the first values of a union and says how many others there are', async () => {
    assert.equal(
      await hintOf({ enum: languages }),
      'It has `language: "language-0" | "language-1" | "language-2" | "language-3" | … 39 more`, `id: string`.',
    );
  });

  it('does so in a list', async () => {
    assert.match(
      (await hintOf({ type: 'array', items: { enum: languages } })) ?? '',
      /`language: \("language-0" \| .* \| … 39 more\)\[\]`/,
    );
  });
}).timeout(300_000);
