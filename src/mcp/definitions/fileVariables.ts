// The variables that speak of the file a person works on, from its path (VS Code 1.139).
import { basename, dirname, extname, relative } from 'node:path';

interface ActiveFile {
  /** Absolute. */
  readonly path: string;
  /** The folder of the workspace that it is in. */
  readonly folder: string | undefined;
}

const valueOf: Readonly<Record<string, (file: ActiveFile, from: string | undefined) => string | undefined>> = {
  file: ({ path }) => path,
  fileBasename: ({ path }) => basename(path),
  fileBasenameNoExtension: ({ path }) => basename(path, extname(path)),
  fileExtname: ({ path }) => extname(path),
  fileDirname: ({ path }) => dirname(path),
  fileDirnameBasename: ({ path }) => basename(dirname(path)),
  fileWorkspaceFolder: ({ folder }) => folder,
  fileWorkspaceFolderBasename: ({ folder }) => folder && basename(folder),
  relativeFile: ({ path }, from) => (from === undefined ? path : relative(from, path)),
  relativeFileDirname: ({ path }, from) => (from === undefined ? dirname(path) : relative(from, dirname(path)) || '.'),
};

/** `definitionFolder` is what relative paths start at; undefined for other names, and where the file is in no folder. */
export function fileVariable(name: string, file: ActiveFile, definitionFolder: string | undefined): string | undefined {
  return Object.hasOwn(valueOf, name) ? valueOf[name]?.(file, definitionFolder) : undefined;
}
