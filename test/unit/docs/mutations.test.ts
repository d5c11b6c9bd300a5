// Tests test/mutations.md against the code: the lines of each fault exist, so that test/full can plant the fault.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMutations } from '../../fakes/mutations.ts';

const root = join(import.meta.dirname, '../../..');

describe('the planted faults of test/mutations.md', () => {
  for (const { title, source, test, before } of readMutations()) {
    it(`can be planted: ${title}`, () => {
      assert.equal(
        readFileSync(join(root, source), 'utf8').split(before).length,
        2,
        `${source} has the lines once`,
      );
      assert.ok(existsSync(join(root, test)), test);
    });
  }
});
