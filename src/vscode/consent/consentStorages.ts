// Where consents are kept that outlive the window. VS Code keeps global state on the client, for all machines and containers that its
// windows work in, while a server is known by a path: so each machine has a list of its own.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsentStorage, ConsentStorages } from '../../engine/consent/consents.ts';

const key = 'codeMode.consents';
/** What `randomUUID` gives. */
const isName = /^[\da-f-]{36}$/;

/** As much of VS Code's `Memento` as is needed. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface ConsentMemories {
  readonly workspaceState: Memory;
  readonly globalState: Memory;
  /** The extension's folder on the machine that it runs on. */
  readonly globalStorage: string;
}

export function consentStorages({ workspaceState, globalState, globalStorage }: ConsentMemories): ConsentStorages {
  return { workspace: storageIn(workspaceState, key), always: storageIn(globalState, `${key}.${machineName(globalStorage)}`) };
}

/** Whether any were kept for the workspace. */
export function hasConsents(workspaceState: Memory): boolean {
  return workspaceState.get(key) !== undefined;
}

function storageIn(memory: Memory, key: string): ConsentStorage {
  return {
    get: () => memory.get(key),
    set: (consents) => memory.update(key, consents.length > 0 ? consents : undefined),
  };
}

/** The name that this machine has given itself; another one in each window where it cannot be kept. VS Code has none for remote machines. */
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
    // Another window may have been first.
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
