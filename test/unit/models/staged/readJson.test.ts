import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/models/staged/readJson.ts';

interface BrokenAnswer {
  readonly name: string;
  readonly text: string;
  readonly wants: JsonObject;
}

const file = new URL('../../../fixtures/brokenJson.json', import.meta.url);
const corpus = JSON.parse(readFileSync(file, 'utf8')) as readonly BrokenAnswer[]; // written for this
const isSelection = ({ tools }: JsonObject) => Array.isArray(tools);

describe('the object that a model was to answer', () => {
  it('is tried on 60 broken answers', () => assert.equal(corpus.length, 60));

  for (const { name, text, wants } of corpus) {
    it(`is read ${name}`, async () => {
      assert.deepEqual((await readJson(text, isSelection))?.object, wants);
    });
  }

  it('is known to be repaired where it was no JSON', async () => {
    assert.equal((await readJson('{"tools": [],}', isSelection))?.repaired, true);
    assert.equal((await readJson('So: {"tools": []}', isSelection))?.repaired, false);
  });

  for (const text of [
    '',
    'I do not know which tools to use.',
    '{}',
    '[1, 2]',
    '"tools"',
    '{"names": ["geo.getCity"]}',
    '{'.repeat(5_000),
  ]) {
    it(`is not made up of ${JSON.stringify(text.slice(0, 40))}`, async () =>
      assert.equal(await readJson(text, isSelection), undefined));
  }

  it('is not looked for in a text that is too long to repair', async () => {
    assert.equal(await readJson(`{"tools": [${'"a" '.repeat(20_000)}]`, isSelection), undefined);
  });
});
