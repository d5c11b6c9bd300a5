// Values of the variables about the active file, computed from its path (VS Code 1.139).
import { basename, dirname, extname, relative } from 'node:path';

interface ActiveFile {
  /** Absolute path. */
  readonly path: string;
  /** The workspace folder that contains the file; undefined if there is none. */
  readonly folder: string | undefined;
}

const valueOf: Readonly<Record<string, (file: ActiveFile, from: string | undefined) => string | undefined>> =
  {
    file: ({ path }) => path,
    fileBasename: ({ path }) => basename(path),
    fileBasenameNoExtension: ({ path }) => basename(path, extname(path)),
    fileExtname: ({ path }) => extname(path),
    fileDirname: ({ path }) => dirname(path),
    fileDirnameBasename: ({ path }) => basename(dirname(path)),
    fileWorkspaceFolder: ({ folder }) => folder,
    fileWorkspaceFolderBasename: ({ folder }) => folder && basename(folder),
    relativeFile: ({ path }, from) => (from === undefined ? path : relative(from, path)),
    relativeFileDirname: ({ path }, from) =>
      from === undefined ? dirname(path) : relative(from, dirname(path)) || '.',
  };

/**
 * Returns the value of the variable. Relative paths start at `definitionFolder`. Undefined for an unknown name, and if
 * the variable needs a workspace folder and the file is in none.
 */
export function fileVariable(
  name: string,
  file: ActiveFile,
  definitionFolder: string | undefined,
): string | undefined {
  return Object.hasOwn(valueOf, name) ? valueOf[name]?.(file, definitionFolder) : undefined;
}
