// The port to the files of a workspace. It speaks of a folder and a path in it, never of an absolute path, so that the
// tools above it are the same for Node's file system and for the editor's.

/** A file or folder: a workspace folder by its index, and a path in it, its names joined by `/`; `''` is the folder itself. */
export interface FileLocation {
  readonly folder: number;
  readonly path: string;
}

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** In a folder. */
export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** A location after all symbolic links on the way are followed. */
export type ResolvedLocation =
  { readonly kind: 'inside'; readonly location: FileLocation } | { readonly kind: 'outside' } | { readonly kind: 'missing' };

/** Methods but `folders`, `resolveLinks` and `stat` take real locations only. They reject as the file system does. */
export interface WorkspaceFiles {
  /** The names of the workspace folders, in order, as `folderNames` makes them. */
  folders(): readonly string[];
  /** Follows links; a link that leads out of its workspace folder is `outside`, also when nothing is there. */
  resolveLinks(location: FileLocation): Promise<ResolvedLocation>;
  /** `size` in bytes. Links on the way are followed, the last name is not. */
  stat(location: FileLocation): Promise<{ readonly kind: EntryKind; readonly size: number }>;
  /** The whole file. */
  read(location: FileLocation): Promise<Uint8Array>;
  /** The same piece by piece; undefined where files come only whole. */
  stream(location: FileLocation): AsyncIterable<Uint8Array> | undefined;
  /** Makes a file that is not there yet (its folders too), or replaces one that is. */
  write(location: FileLocation, bytes: Uint8Array, how: 'create' | 'replace'): Promise<void>;
  /** The entries of a folder, in no order. */
  list(location: FileLocation): Promise<readonly Entry[]>;
  /** Globs, relative to a workspace folder, of files that the user hides from searches; absent without such settings. */
  excludes?(folder: number): readonly string[];
}

/** An error for the author of a script; it becomes the tool's answer. `message` says what failed and what to do. */
export class WorkspaceError extends Error {}
