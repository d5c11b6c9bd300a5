import assert from 'node:assert/strict';
import { Synonyms } from '../../../../src/catalog/search/synonyms.ts';
import { Vocabulary } from '../../../../src/catalog/search/vocabulary.ts';

function vocabularyOf(terms: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary(new Synonyms());
  for (const term of terms) vocabulary.add(term);
  return vocabulary;
}

describe('longer forms of a word', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `zebra${n}`);
  const longerThanZebra = (vocabulary: Vocabulary) => vocabulary.expansions('zebra').map(({ term }) => term);

  it('all count, in order, up to two hundred', () => {
    const found = longerThanZebra(vocabularyOf(['zebra', ...numbered(200)]));
    assert.deepEqual(found, ['zebra', ...numbered(200).sort()]);
  });

  it('are the shortest where there are more', () => {
    const found = longerThanZebra(vocabularyOf([...numbered(72_000).reverse(), 'zebra']));
    assert.equal(found.length, 201);
    assert.equal(found[0], 'zebra');
    for (const term of numbered(100)) assert.ok(found.includes(term), term);
    assert.ok(found.every((term) => term.length <= 'zebra999'.length));
  });
});
