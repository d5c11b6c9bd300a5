// A saved script of a workspace is a tool, and its comment a text that models read, only when the user has approved it as it is: the hash
// covers the path and the code, so that a changed script asks again.
import { createHash } from 'node:crypto';
import type { ScriptFile } from './scriptFiles.ts';

export interface ScriptApproval {
  readonly name: string;
  /** Absolute path of the file. */
  readonly origin: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** The folder of the workspace. */
  readonly folder: string;
  /** All that the approval allows, a statement per line. */
  readonly covers: readonly string[];
}

export function scriptApproval({ name, path, code }: ScriptFile, folder: string): ScriptApproval {
  const hash = createHash('sha256')
    .update(JSON.stringify(['script', path, code]))
    .digest('hex');
  return { name, origin: path, hash, folder, covers: ['a tool for chat and scripts; its comment is the description'] };
}
