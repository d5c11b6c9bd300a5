// kill -9 in the middle of a run (more often in test/full).
import { Random } from '../sandbox/random.ts';
import { killAndResume, victims } from './killedRuns.ts';

describe('a run that is killed', () => {
  for (const victim of victims) {
    it(`with ${victim} is resumed, and writes nothing twice`, async function () {
      this.timeout(300_000);
      const random = new Random(Date.now());
      for (let times = 0; times < 3; times++) await killAndResume(victim, random);
    });
  }
});
