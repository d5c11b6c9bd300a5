import assert from 'node:assert/strict';
import { stemOf, termsOf } from '../../../../src/catalog/search/searchTerms.ts';
import { growth } from '../../../fakes/growth.ts';

describe('terms', () => {
  for (const [one, other] of [
    ['file', 'files'],
    ['query', 'queries'],
    ['box', 'boxes'],
    ['branch', 'branches'],
    ['process', 'processes'],
    ['create', 'creating'],
    ['create', 'created'],
    ['list', 'listed'],
    ['run', 'running'],
    ['scrape', 'scraping'],
    ['delete', 'deletes'],
  ] as const) {
    it(`are the same for ${one} and ${other}`, () => assert.equal(stemOf(other), stemOf(one)));
  }

  for (const [one, other] of [
    ['string', 'str'],
    ['status', 'statu'],
    ['feed', 'fe'],
    ['address', 'addres'],
    ['king', 'k'],
    ['news', 'n'],
  ] as const) {
    it(`are not the same for ${one} and ${other}`, () => assert.notEqual(stemOf(other), stemOf(one)));
  }

  for (const text of [
    'read text file',
    'readTextFile',
    'read_text_file',
    'READ-TEXT-FILE',
    'Reading text files',
  ]) {
    it(`are found in ${text}`, () => assert.deepEqual(termsOf(text), ['read', 'text', 'fil']));
  }

  it('leave out the words of every sentence', () =>
    assert.deepEqual(termsOf('could you please list the issues'), ['list', 'issu']));
  it('are all words where there are no others', () =>
    assert.deepEqual(termsOf('what is this'), ['what', 'is', 'this']));
  it('write short forms out', () => assert.deepEqual(termsOf('k8s dirs'), termsOf('kubernetes directories')));
  it('take the plural of an acronym for one word', () =>
    assert.deepEqual(termsOf('URLs and PRs'), termsOf('url and pr')));
  it('hold letters of every script', () => assert.deepEqual(termsOf('Größe задачи'), ['groß', 'задачи']));
  it('are the same with accents and without', () =>
    assert.deepEqual(termsOf('météo'), termsOf('me\u0301teo meteo').slice(1)));
  it('are pairs of letters where a script has no spaces', () =>
    assert.deepEqual(termsOf('MCP天気予報'), ['mcp', '天気', '気予', '予報']));
  it('are none in an empty text', () => assert.deepEqual(termsOf(' … '), []));
});

describe('a word without end', () => {
  const words: Readonly<Record<string, (letters: number) => string>> = {
    'one letter again and again': (letters) => 'a'.repeat(letters),
    'capitals alone': (letters) => 'A'.repeat(letters),
    'capitals before a small s': (letters) => `${'A'.repeat(letters)}x`,
    'a verb': (letters) => `${'a'.repeat(letters)}ing`,
    'nearly a verb': (letters) => `${'ed'.repeat(letters / 2)}x`,
  };
  for (const [what, wordOf] of Object.entries(words)) {
    it(`is read in time that is proportional to it at most: ${what}`, async () => {
      const reading = (letters: number) => {
        const word = wordOf(letters);
        return () => {
          assert.ok(termsOf(word).length > 0);
          assert.ok(stemOf(word).length <= letters + 3);
        };
      };
      assert.ok((await growth(reading, 2_000, 50)) < 150);
    });
  }

  it('is known by its beginning', () => assert.deepEqual(termsOf('b'.repeat(100)), termsOf('b'.repeat(200))));
});
