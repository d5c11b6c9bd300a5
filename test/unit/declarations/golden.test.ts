import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import type { ToolShape } from '../../../src/declarations/toolShape.ts';
import { serverShape, toolShape } from '../../fakes/toolShape.ts';
import { diagnose } from './diagnose.ts';

const cases = new URL('../../fixtures/declarations/', import.meta.url);
const update = process.env['UPDATE_EXPECTED'] === '1';

/**
 * Each case is a folder: `input.json` has a tool, `expected.d.ts` its server's declarations, `expected.txt` the text
 * for a model.
 */
describe('declarations of a tool', () => {
  for (const name of readdirSync(cases)) {
    const folder = new URL(`${name}/`, cases);
    // written by us
    const input = JSON.parse(readFileSync(new URL('input.json', folder), 'utf8')) as Partial<ToolShape>;
    const shape = toolShape({
      ...input,
      readOnly: (input.annotations as { readOnlyHint?: boolean } | undefined)?.readOnlyHint === true,
    });
    const expectedFile = new URL('expected.d.ts', folder);

    const declarations = new Declarations({ compiler: hostCompiler });

    it(`are as expected and compile: ${name}`, async () => {
      const api = await declarations.api([serverShape([shape])]);
      const actual = api.slice(api.indexOf('declare namespace CodeMode.Servers.'));
      if (update || !existsSync(expectedFile)) writeFileSync(expectedFile, actual);
      assert.equal(actual, readFileSync(expectedFile, 'utf8'));
      assert.deepEqual(diagnose({ '/tools.d.ts': api }), []);
    });

    it(`are told to a model as expected: ${name}`, async () => {
      const { signature, text } = await declarations.tool(shape);
      const toldFile = new URL('expected.txt', folder);
      const told = `${signature}\n\n${text}\n`;
      if (update || !existsSync(toldFile)) writeFileSync(toldFile, told);
      assert.equal(told, readFileSync(toldFile, 'utf8'));
    });

    it(`leave the schema as it was: ${name}`, async () => {
      const before = JSON.stringify(shape);
      await new Declarations({ compiler: hostCompiler }).tool(shape);
      assert.equal(JSON.stringify(shape), before);
    });
  }
});
