// Caches the compiled code of the checker's thread as the product does. Each engine of a test starts threads of its
// own, and without this cache each would compile TypeScript again. All engines of a test process share one folder.
import type { CheckerThreadData } from '../../src/checker/threadedChecker.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

const folder = new TemporaryFolder('code-mode-compiled-');

/** Returns the option `cachedCode`; `bundles` returns the path of a bundle. */
export function compiledCode(
  bundles: (file: string) => string,
): NonNullable<CheckerThreadData['cachedCode']> {
  const of = (name: string) => ({ file: bundles(`checker/${name}.cjs`), folder: folder.path });
  return { prepareScript: of('prepareScript'), typeAnswers: of('typeAnswers') };
}
