// Writes TypeScript's library in the parts of the build, for tests that run without a build.
import { writeTypeLibrary } from '../../scripts/typeLibrary.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

/** Returns the folder with the files; the folder exists until this process ends. */
export function typeLibrary(): string {
  const { path } = new TemporaryFolder('code-mode-library-');
  writeTypeLibrary(path);
  return path;
}
