// Tests the mapping with which a debugger finds the author's code: from a position in a script's body to the file.
import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import { scriptMappings } from '../../../../src/engine/debug/scriptMappings.ts';
import { scriptOf } from '../../checker/prepared.ts';

/**
 * Returns line and column in the file, from 1, of each occurrence of the text in the body; undefined if the file has
 * none.
 */
function placesOf(text: string, code: string) {
  const script = scriptOf(code);
  const map = new SourceMap({
    file: 'script',
    version: 3,
    sources: ['a.ts'],
    sourcesContent: [],
    names: [],
    sourceRoot: '',
    mappings: scriptMappings(script),
  });
  return script.body.split('\n').flatMap((line, index) =>
    [...line.matchAll(new RegExp(text, 'g'))].map(({ index: column }) => {
      const found = map.findEntry(index, column);
      const isThere =
        'originalSource' in found && found.originalSource === 'a.ts' && found.generatedLine === index;
      return isThere ? `${found.originalLine + 1}:${found.originalColumn + 1}` : undefined;
    }),
  );
}

describe('the source map of a script', () => {
  it('leads to the place before types were taken out', () => {
    const code =
      'interface Row {\n  id: number;\n}\nconst rows: readonly Row[] = [{ id: 1 }]; let total: number = 0;\nreturn rows.length + total;';
    assert.deepEqual(placesOf('total', code), ['4:47', '5:22']);
  });

  it('leads back to earlier lines', () => {
    assert.deepEqual(
      placesOf('late|early', 'return late();\nfunction late() {\n  return early;\n}\nvar early = 1;'),
      ['1:8', '2:10', '3:10', '5:5'],
    );
  });

  it('has no place for the call of `main`, which is not in the file', () => {
    const [inFile, ...appended] = placesOf(
      'main',
      'export default async function main() {\n  return 1;\n}\n',
    );
    assert.match(inFile ?? '', /^1:/);
    assert.ok(appended.length > 0);
    assert.ok(appended.every((place) => place === undefined));
  });

  it('counts columns as editors do beyond the basic plane', () => {
    assert.deepEqual(placesOf('after', 'const face: string = "😀"; const after = 1; return after;'), [
      '1:34',
      '1:52',
    ]);
  });

  it('has the lines of code that is very long', () => {
    const code = `const a = 1;\nconst text = "${'x'.repeat(250_000)}";\nreturn text;`;
    assert.deepEqual(placesOf('return', code), ['3:1']);
  });
});
