import assert from 'node:assert/strict';
import { foundText } from '../../../../src/cli/commands/search.ts';
import { plain } from '../../../../src/cli/style.ts';

const found = {
  path: 'tools.geo.getCity',
  signature: 'tools.geo.getCity(input: { name: string; country?: string }): Promise<City>',
  summary: 'Finds a city by its name, in all countries.',
  score: 1,
};

describe('a tool that was found', () => {
  it('has its signature in a line, and what it does below', () => {
    assert.equal(foundText(found, undefined, plain), `${found.signature}\n  ${found.summary}`);
  });

  it('is broken between words on a terminal', () => {
    assert.deepEqual(foundText(found, 40, plain).split('\n'), [
      'tools.geo.getCity(input: { name:',
      '    string; country?: string }):',
      '    Promise<City>',
      '  Finds a city by its name, in all',
      '  countries.',
    ]);
  });

  it('has its path in bold', () => {
    assert.match(
      foundText(found, undefined, { ...plain, bold: (text) => `<${text}>` }),
      /^<tools\.geo\.getCity>\(input/,
    );
  });
});
