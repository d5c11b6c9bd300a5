// Tests kill -9 in the middle of a run (fifteen times in test/full).
import { Random } from '../sandbox/random.ts';
import { killAndResume, victims } from './killedRuns.ts';
import { everyTest } from '../fakes/everyTest.ts';

describe('a run that is killed', () => {
  for (const victim of victims.filter((of) => everyTest || of !== 'the extension host')) {
    it(`with ${victim} is resumed, and writes nothing twice`, async function () {
      this.timeout(300_000);
      await killAndResume(victim, new Random(Date.now()));
    });
  }
});
