// A process that writes one file of a kept folder repeatedly until it is killed. It prints a line after the first
// write.
import { CacheFolder } from '../../src/base/files/cacheFolder.ts';

const folder = new CacheFolder({ folder: process.argv[2], what: 'The numbers', log: () => undefined });
for (let round = 0; ; round += 1) {
  folder.write('a', () => Promise.resolve(JSON.stringify(Array<number>(10_000).fill(round))));
  await folder.dispose();
  if (round === 0) process.send?.('written');
}
