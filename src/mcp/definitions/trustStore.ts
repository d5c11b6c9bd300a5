// Stores approvals of server definitions and saved scripts in workspaces. Each approval is a separate file named by its
// hash, so that two windows and a terminal can approve and revoke at the same time without losing an approval.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '../../base/json.ts';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { readJsonBounded } from '../../base/files/readFileBounded.ts';
import { trustFolder } from '../../base/files/statePaths.ts';
import { writeFileAtomic } from '../../base/files/writeFileAtomic.ts';

export interface TrustedItem {
  readonly kind: 'server' | 'script';
  readonly name: string;
  /** Absolute path of the file that defines the item. */
  readonly origin: string;
  /** SHA-256, hexadecimal, of all that the approval covers. */
  readonly hash: string;
  /** Folder of the workspace. */
  readonly folder: string;
}

/** A definition or a script that the user has not approved yet. */
export interface WaitingItem extends TrustedItem {
  /** All that an approval permits, one statement per line. Environment variables and inputs are shown as written. */
  readonly covers: readonly string[];
}

const fileName = /^([0-9a-f]{64})\.json$/;
const mostItems = 2_000;
const mostBytes = 65_536;

export class TrustStore {
  #approved: ReadonlyMap<string, TrustedItem> = new Map();

  /** True if `load` found an approval with this hash. Nothing is approved before `load`. */
  isApproved(hash: string): boolean {
    return this.#approved.has(hash);
  }

  /** The approvals that `load` found, in no particular order. */
  get items(): readonly TrustedItem[] {
    return [...this.#approved.values()];
  }

  /** Reads the approvals of these workspace folders. An unreadable approval does not count. Never rejects. */
  async load(folders: readonly string[]): Promise<void> {
    const found = await Promise.all([...new Set(folders)].map(approvalsOf));
    this.#approved = new Map(found.flat().map((item) => [item.hash, item]));
  }

  /** Rejects with file system errors. */
  async approve(items: readonly TrustedItem[]): Promise<void> {
    const approved = new Map<string, TrustedItem>();
    for (const { kind, name, origin, hash, folder } of items) {
      const item = { kind, name, origin, hash, folder };
      await makePrivateFolder(trustFolder(folder));
      await writeFileAtomic(join(trustFolder(folder), `${hash}.json`), JSON.stringify(item));
      approved.set(hash, item);
    }
    this.#approved = new Map([...this.#approved, ...approved]);
  }

  /** Rejects with file system errors, except if the approval no longer exists. */
  async revoke(items: readonly TrustedItem[]): Promise<void> {
    for (const { folder, hash } of items)
      await rm(join(trustFolder(folder), `${hash}.json`), { force: true });
    const revoked = new Set(items.map(({ hash }) => hash));
    this.#approved = new Map([...this.#approved].filter(([hash]) => !revoked.has(hash)));
  }
}

async function approvalsOf(folder: string): Promise<readonly TrustedItem[]> {
  const names = await readdir(trustFolder(folder)).catch(() => []);
  const hashes = names.flatMap((name) => fileName.exec(name)?.[1] ?? []).slice(0, mostItems);
  const items = await Promise.all(hashes.map((hash) => approvalIn(folder, hash)));
  return items.flatMap((item) => item ?? []);
}

async function approvalIn(folder: string, hash: string): Promise<TrustedItem | undefined> {
  const file = join(trustFolder(folder), `${hash}.json`);
  const value = await readJsonBounded(file, mostBytes).catch(() => undefined);
  if (!isJsonObject(value)) return undefined;
  const { kind, name, origin } = value;
  if ((kind !== 'server' && kind !== 'script') || typeof name !== 'string' || typeof origin !== 'string')
    return undefined;
  return { kind, name, origin, hash, folder };
}
