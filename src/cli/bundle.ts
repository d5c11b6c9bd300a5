import { fileURLToPath } from 'node:url';

/**
 * Returns the absolute path of a file in another bundle. All code of the terminal is in dist/cli; dist/checker,
 * dist/sandbox and the others are its siblings.
 */
export function bundle(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
