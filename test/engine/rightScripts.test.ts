// Tests scripts as models write them, which are right, though not always strictly: none of them may be refused.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { TypeCheckBed } from '../fakes/typeCheckBed.ts';
import { openedForAll } from '../fakes/opened.ts';

const folder = new URL('../fixtures/rightScripts/', import.meta.url);

describe('a right script passes the type check', () => {
  const bed = openedForAll(() => new TypeCheckBed());
  for (const file of readdirSync(folder)) {
    it(file.replace('.txt', ''), async () => {
      assert.deepEqual(await bed.problems(readFileSync(new URL(file, folder), 'utf8')), []);
      assert.deepEqual(bed.log, []);
    });
  }
});
