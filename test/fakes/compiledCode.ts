// The compiled code of the checkers' threads, kept as the front doors keep it: every engine of a test starts threads of its own, and without
// this each would compile TypeScript again. One folder for all engines of a test process.
import type { CachedCode } from '../../src/threads/cachedCode.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

const folder = new TemporaryFolder('code-mode-compiled-');

/** `file`: the bundle that a thread loads; for `cachedCode` of its options. */
export function compiledCode(file: string): CachedCode {
  return { file, folder: folder.path };
}
