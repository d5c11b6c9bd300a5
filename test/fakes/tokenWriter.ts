// A process that stores sign-ins like a terminal: `node tokenWriter.ts <folder> <name> <count>` waits for a line on its
// stdin, stores `count` sign-ins under names of its own, and writes "kept" after each.
import { once } from 'node:events';
import { FileTokenStore } from '../../src/cli/fileTokenStore.ts';

const [folder = '', name, count] = process.argv.slice(2);
const tokens = new FileTokenStore(folder);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let kept = 0; kept < Number(count); kept++) {
  await tokens.set(`${name} ${kept}`, `token ${kept} of ${name}`);
  process.stdout.write('kept\n');
}
process.stdin.destroy();
