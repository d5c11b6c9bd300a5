// The variables that speak of the file a person works on, from its path (VS Code 1.139).
import { basename, dirname, extname, relative } from 'node:path';

interface ActiveFile {
  /** Absolute. */
  readonly path: string;
  /** The folder of the workspace that it is in. */
  readonly folder: string | undefined;
}

/** `definitionFolder` is what relative paths start at; undefined for other names, and where the file is in no folder. */
export function fileVariable(name: string, file: ActiveFile, definitionFolder: string | undefined): string | undefined {
  const { path, folder } = file;
  switch (name) {
    case 'file':
      return path;
    case 'fileBasename':
      return basename(path);
    case 'fileBasenameNoExtension':
      return basename(path, extname(path));
    case 'fileExtname':
      return extname(path);
    case 'fileDirname':
      return dirname(path);
    case 'fileDirnameBasename':
      return basename(dirname(path));
    case 'fileWorkspaceFolder':
      return folder;
    case 'fileWorkspaceFolderBasename':
      return folder === undefined ? undefined : basename(folder);
    case 'relativeFile':
      return definitionFolder === undefined ? path : relative(definitionFolder, path);
    case 'relativeFileDirname':
      return definitionFolder === undefined ? dirname(path) : relative(definitionFolder, dirname(path)) || '.';
    default:
      return undefined;
  }
}
