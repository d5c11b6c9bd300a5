// The compiled code of the checker's thread, kept as the front doors keep it: every engine of a test starts threads of its own, and without
// this each would compile TypeScript again. One folder for all engines of a test process.
import type { CheckerThreadData } from '../../src/checker/threadedChecker.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

const folder = new TemporaryFolder('code-mode-compiled-');

/** `cachedCode` of its options; `folder` is that of the bundles. */
export function compiledCode(bundles: (file: string) => string): NonNullable<CheckerThreadData['cachedCode']> {
  const of = (name: string) => ({ file: bundles(`checker/${name}.cjs`), folder: folder.path });
  return { prepareScript: of('prepareScript'), typeAnswers: of('typeAnswers') };
}
