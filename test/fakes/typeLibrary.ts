// TypeScript's library as the build divides it, for tests that run unbuilt.
import { writeTypeLibrary } from '../../scripts/typeLibrary.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

/** The folder of its files, until this process ends. */
export function typeLibrary(): string {
  const { path } = new TemporaryFolder('code-mode-library-');
  writeTypeLibrary(path);
  return path;
}
