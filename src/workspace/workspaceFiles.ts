// The interface to the files of a workspace. A location is a folder and a path in it, never an absolute path, so the
// tools are the same for Node's file system and for the editor's.

/**
 * A file or folder: the index of a workspace folder, and a path in it with names joined by `/`; `''` is the folder
 * itself.
 */
export interface FileLocation {
  readonly folder: number;
  readonly path: string;
}

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** A location after all symbolic links on the way are followed. */
export type ResolvedLocation =
  | { readonly kind: 'inside'; readonly location: FileLocation }
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing' };

/**
 * All methods except `folders`, `resolveLinks` and `stat` expect real locations. Methods reject as the file system
 * does.
 */
export interface WorkspaceFiles {
  /** Returns the names of the workspace folders, in order, as `folderNames` makes them. */
  folders(): readonly string[];
  /** Follows links. A link that leads out of its workspace folder is `outside`, even if its target does not exist. */
  resolveLinks(location: FileLocation): Promise<ResolvedLocation>;
  /** `size` in bytes. Links on the way are followed; a link in the last name is not. */
  stat(location: FileLocation): Promise<{ readonly kind: EntryKind; readonly size: number }>;
  read(location: FileLocation): Promise<Uint8Array>;
  /** Returns the file in chunks; undefined if the file system cannot stream files. */
  stream(location: FileLocation): AsyncIterable<Uint8Array> | undefined;
  /** Creates a file that does not exist yet, with its folders, or replaces an existing one. */
  write(location: FileLocation, bytes: Uint8Array, how: 'create' | 'replace'): Promise<void>;
  /** Returns the entries of a folder, in any order. */
  list(location: FileLocation): Promise<readonly Entry[]>;
  /**
   * Returns globs, relative to a workspace folder, of the files that the user hides from searches; absent without such
   * settings.
   */
  excludes?(folder: number): readonly string[];
}

/**
 * An error for the author of a script; it becomes the result of the tool. `message` says what failed and what to do.
 */
export class WorkspaceError extends Error {}
