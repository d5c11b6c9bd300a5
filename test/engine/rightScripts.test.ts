// Tests scripts as models write them, which are right, though not always strictly: none of them may be refused.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { TypeCheckBed } from '../fakes/typeCheckBed.ts';

const folder = new URL('../fixtures/rightScripts/', import.meta.url);

describe('a right script passes the type check', () => {
  let bed: TypeCheckBed;

  before(() => (bed = new TypeCheckBed()));
  after(() => bed[Symbol.asyncDispose]());

  for (const file of readdirSync(folder)) {
    it(file.replace('.txt', ''), async () => {
      assert.deepEqual(await bed.problems(readFileSync(new URL(file, folder), 'utf8')), []);
      assert.deepEqual(bed.log, []);
    });
  }
});
