// A process that writes one file of a kept folder again and again until it is killed; says so when the first is written.
import { CacheFolder } from '../../src/storage/cacheFolder.ts';

const folder = new CacheFolder({ folder: process.argv[2], what: 'The numbers', log: () => undefined });
for (let round = 0; ; round += 1) {
  folder.write('a', () => Promise.resolve(JSON.stringify(Array<number>(10_000).fill(round))));
  await folder.dispose();
  if (round === 0) process.send?.('written');
}
