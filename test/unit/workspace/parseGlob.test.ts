import assert from 'node:assert/strict';
import { parseGlob } from '../../../src/workspace/glob.ts';

describe('parseGlob', () => {
  const read: readonly (readonly [written: string, glob: string])[] = [
    ['src/**/*.ts', 'src/**/*.ts'],
    ['./src/*.ts', 'src/*.ts'],
    ['././a', 'a'],
    ['src/', 'src/**'],
    ['.', '**'],
    ['./', '**'],
    ['.github/*', '.github/*'],
    ['app/[id]/..page', 'app/[id]/..page'],
  ];
  for (const [written, glob] of read)
    it(`takes ${written} for ${glob}`, () => assert.equal(parseGlob(written), glob));

  const refused: readonly (readonly [written: string, problem: RegExp])[] = [
    ['', /is empty/],
    ['/etc/*', /is absolute/],
    ['src\\*.ts', /has a backslash/],
    ['src/../../*', /leads out/],
    [`{${','.repeat(100)}}`, /over 100 alternatives/],
  ];
  for (const [written, problem] of refused)
    it(`refuses ${JSON.stringify(written.slice(0, 20))}, which can match nothing`, () =>
      assert.throws(() => parseGlob(written), problem));
});
