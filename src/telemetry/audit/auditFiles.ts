// Lists the files of the audit log: `audit-000001.jsonl` and so on; the newest file has the highest number.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../base/files/writeFileAtomic.ts';

export interface AuditFile {
  readonly number: number;
  readonly path: string;
}

export function auditFile(folder: string, number: number): AuditFile {
  return { number, path: join(folder, `audit-${String(number).padStart(6, '0')}.jsonl`) };
}

/** Returns the files of the audit log; an empty list if the folder does not exist. Rejects as the file system does. */
export async function auditFiles(folder: string): Promise<readonly AuditFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names
    .flatMap((name) => /^audit-(\d{6,12})\.jsonl$/.exec(name)?.[1] ?? [])
    .map((digits) => auditFile(folder, Number(digits)))
    .sort((a, b) => a.number - b.number);
}
