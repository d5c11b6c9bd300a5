// kill -9 at fifteen random moments of a run of forty writes: five for each of the processes that can be killed.
import { killAndResume, victims } from '../engine/killedRuns.ts';
import { Random } from '../sandbox/random.ts';

const times = 15;

describe('a run that is killed', () => {
  it('is resumed, and writes nothing twice', async function () {
    this.timeout(60 * 60_000);
    const seed = Date.now();
    const random = new Random(seed);
    for (let round = 0; round < times; round++) {
      const victim = victims[round % victims.length] ?? 'the terminal';
      const died = await killAndResume(victim, random).catch((cause: unknown) => {
        throw new Error(`Round ${round} of seed ${seed}, with ${victim}`, { cause });
      });
      console.log(`    ${round + 1}. ${victim} died ${died}`);
    }
  });
});
