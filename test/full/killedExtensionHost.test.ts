// kill -9 of the extension host of a real window, at random moments of a run of forty writes.
import { killHostAndResume, type Moment } from '../editor/bed/killedHost.ts';
import { sharedEditor } from '../editor/bed/sharedEditor.ts';
import { Random } from '../sandbox/random.ts';

const times = 3;
/**
 * The server can hold any of the first 35 of 40 writes. Without a hold the process is killed from write 18 at the
 * latest, so the script cannot finish first.
 */
const [lastHeld, lastFree] = [35, 18];

function momentOf(random: Random): Moment {
  const held = random.pick(['before', 'after', 'whenever'] as const);
  return held === 'whenever'
    ? { write: 1 + random.below(lastFree), pauseMs: random.below(60) }
    : { held, write: 1 + random.below(lastHeld) };
}

describe('a run whose extension host is killed', () => {
  it('goes on in the window, and writes nothing twice', async function () {
    this.timeout(60 * 60_000);
    const seed = Date.now();
    const random = new Random(seed);
    for (let round = 1; round <= times; round += 1) {
      const moment = momentOf(random);
      // A workspace of its own.
      const died = await killHostAndResume(await sharedEditor(), `killed${round}`, moment).catch(
        (cause: unknown) => {
          throw new Error(`Round ${round} of seed ${seed}, ${JSON.stringify(moment)}`, { cause });
        },
      );
      console.log(`    ${round}. ${JSON.stringify(moment)}, after ${died} writes`);
    }
  });
});
