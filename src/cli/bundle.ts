import { fileURLToPath } from 'node:url';

/** A file of another bundle: all code of the terminal is in dist/cli, whose neighbours are dist/checker, dist/sandbox and so on. */
export function bundle(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
