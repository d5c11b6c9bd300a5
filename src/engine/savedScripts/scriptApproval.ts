// Declares the approval of a saved script. A script of a workspace becomes a tool, and models read its comment, only
// after the user has approved it. The hash covers the path and the code, so a changed script needs a new approval.
import { createHash } from 'node:crypto';
import type { ScriptFile } from './scriptFiles.ts';

export interface ScriptApproval {
  readonly kind: 'script';
  readonly name: string;
  /** Absolute path of the file. */
  readonly origin: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** The folder of the workspace. */
  readonly folder: string;
  /** The statements that the approval covers, one per line. */
  readonly covers: readonly string[];
}

export function scriptApproval({ name, path, code }: ScriptFile, folder: string): ScriptApproval {
  const hash = createHash('sha256')
    .update(JSON.stringify(['script', path, code]))
    .digest('hex');
  return {
    kind: 'script',
    name,
    origin: path,
    hash,
    folder,
    covers: ['a tool for chat and scripts; its comment is the description'],
  };
}
