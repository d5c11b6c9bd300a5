import assert from 'node:assert/strict';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { gramLength, TextIndex } from '../../../../src/engine/flow/textIndex.ts';

/** What the index has to find: every place, by comparing each text with each. */
function naive(texts: readonly (readonly [string, number])[], text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at + gramLength <= text.length; at += 1) {
    const gram = text.slice(at, at + gramLength);
    for (const [known, owner] of texts) if (known.includes(gram)) found.add(`${at} ${owner}`);
  }
  return [...found].sort();
}

function compared(texts: readonly (readonly [string, number])[], asked: readonly string[]): void {
  const index = new TextIndex();
  for (const [text, owner] of texts) assert.equal(index.add(text, owner), true);
  for (const text of asked) {
    const places = index.find(text);
    assert.deepEqual(places.map(({ at, owner }) => `${at} ${owner}`).sort(), naive(texts, text));
    assert.deepEqual(
      [...places].sort((a, b) => a.at - b.at),
      places,
      'in ascending order',
    );
  }
}

/** The same numbers each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

describe('the index of answered texts', () => {
  it('finds every 16 characters that were added, of every length and place, and nothing else', () => {
    const next = random(7);
    const word = (letters: number, length: number) => Array.from({ length }, () => String.fromCharCode(97 + next(letters))).join('');
    for (const letters of [2, 3, 26]) {
      const texts = Array.from({ length: 60 }, (_, owner): readonly [string, number] => [word(letters, next(90)), owner % 7]);
      const parts = texts.map(([text]) => `${word(letters, next(9))}${text.slice(next(12), 20 + next(40))}${word(letters, next(9))}`);
      compared(texts, [...parts, ...texts.map(([text]) => text)]);
    }
  });

  it('finds what follows a beginning that hundreds of texts share', () => {
    const texts = Array.from({ length: 600 }, (_, number): readonly [string, number] => [
      `httpsgithubcomorgrepoissues${10_000 + number * 37}`,
      number % 5,
    ]);
    const asked = [10_000, 10_037, 10_038, 32_163].map((number) => `seegithubcomorgrepoissues${number}please`);
    compared(texts, asked);
  });

  it('finds those of the wanted owners alone', () => {
    const index = new TextIndex();
    const text = 'abcdefghijklmnopqrst';
    for (const owner of [0, 1, 2]) index.add(text, owner);
    const places = index.find(text.slice(0, gramLength), (owner) => owner !== 1);
    assert.deepEqual(places, [
      { at: 0, owner: 0 },
      { at: 0, owner: 2 },
    ]);
  });

  it('finds nothing that is put together of two texts', () => {
    const index = new TextIndex();
    index.add('abcdefghijklmnopqrst', 0);
    index.add('uvwxyzabcdefghijklmn', 0);
    assert.deepEqual(index.find('mnopqrstuvwxyzabcd'), []);
  });

  it('says when it has no room', () => {
    const index = new TextIndex();
    const next = random(11);
    const piece = () => Array.from({ length: 8_000 }, () => String.fromCharCode(97 + next(26))).join('');
    const added = Array.from({ length: 80 }, () => index.add(piece(), 0));
    assert.ok(added[60]);
    assert.equal(added[79], false);
  });

  it('takes time in proportion to the text, whatever a server has put into it', async () => {
    const indexing = (words: number) => {
      const next = random(3);
      const letter = () => String.fromCharCode(97 + next(26));
      const alike = Array.from({ length: words }, () => `aaaaaaaaaaaa${letter()}${letter()}${letter()}`).join('');
      return () => {
        const index = new TextIndex();
        for (let at = 0; at + 8_000 <= alike.length; at += 8_000) index.add(alike.slice(at, at + 8_000), 0);
        index.find(alike.slice(0, 8_000));
      };
    };
    assert.ok((await growth(indexing, 2_000, 10)) < proportionalTenfold);
  });
});
