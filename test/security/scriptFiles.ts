// Reads scripts from files; the comment at the top of each file describes the script.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface ScriptFile {
  /** Name of the file without its extension. */
  readonly name: string;
  /** The whole text of the file. */
  readonly source: string;
  /** The lines of the comment at the top. */
  readonly comment: string;
}

/** Returns all scripts of a folder beside this file, by name. */
export function readScripts(folder: string): readonly ScriptFile[] {
  return globSync(join(import.meta.dirname, folder, '*.js'))
    .sort()
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      return { name: basename(file, '.js'), source, comment: /^(\/\/.*\n)*/.exec(source)?.[0] ?? '' };
    });
}
