// Stores the consents that outlive the window. VS Code keeps global state on the client, shared by all machines and
// containers, while a server is identified by a path. Therefore each machine has its own list.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsentStorages } from './consents.ts';

const key = 'codeMode.consents';
/** Matches a result of `randomUUID`. */
const isName = /^[\da-f-]{36}$/;

/** The part of VS Code's `Memento` that this module uses. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface ConsentMemories {
  readonly workspaceState: Memory;
  readonly globalState: Memory;
  /** The extension's folder on the machine that runs the extension. */
  readonly globalStorage: string;
}

export function consentStorages(memories: ConsentMemories): ConsentStorages {
  return {
    workspace: storageIn(memories.workspaceState, key),
    always: storageIn(memories.globalState, `${key}.${machineName(memories.globalStorage)}`),
  };
}

/** True if consents are stored for the workspace. */
export function hasConsents(workspaceState: Memory): boolean {
  return workspaceState.get(key) !== undefined;
}

function storageIn(memory: Memory, key: string): ConsentStorages['always'] {
  return {
    get: () => memory.get(key),
    set: (consents) => memory.update(key, consents.length > 0 ? consents : undefined),
  };
}

/**
 * Returns the random name that this machine stored in `folder`. VS Code has no name for remote machines. If the name
 * cannot be stored, each window has another one.
 */
function machineName(folder: string): string {
  const file = join(folder, 'machine');
  const kept = readName(file);
  if (kept !== undefined) return kept;
  const name = randomUUID();
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, name, { flag: 'wx' });
    return name;
  } catch {
    // Another window may have written the file first.
    return readName(file) ?? name;
  }
}

function readName(file: string): string | undefined {
  try {
    const name = readFileSync(file, 'utf8');
    return isName.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
