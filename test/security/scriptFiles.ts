// Scripts that stand in files of their own, with a comment at their top that says what they do.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface ScriptFile {
  /** The file's name without its ending. */
  readonly name: string;
  /** The whole text. */
  readonly source: string;
  /** The lines of comment at the top. */
  readonly comment: string;
}

/** All scripts of a folder beside this file, by name. */
export function readScripts(folder: string): readonly ScriptFile[] {
  return globSync(join(import.meta.dirname, folder, '*.js'))
    .sort()
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      return { name: basename(file, '.js'), source, comment: /^(\/\/.*\n)*/.exec(source)?.[0] ?? '' };
    });
}
