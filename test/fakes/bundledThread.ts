// Bundles the file of a worker thread into one file when a test first needs it. A thread that starts from the sources
// loads Node's type stripper first, which takes several times as long as the rest, and the tests of faults start dozens
// of threads.
import { buildSync } from 'esbuild';
import { basename, join } from 'node:path';
import { TemporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '../..');
const folder = new TemporaryFolder('code-mode-threads-');
const made = new Map<string, string>();

/** `source` is the path of the thread's file from the root of the project. */
export function bundledThread(source: string): string {
  const known = made.get(source);
  if (known !== undefined) return known;
  const outfile = join(folder.path, `${made.size}-${basename(source, '.ts')}.cjs`);
  buildSync({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  made.set(source, outfile);
  return outfile;
}
