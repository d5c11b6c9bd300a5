// `code-mode audit`: where the audit log is, its lines, and whether each follows from the one before.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { resolve } from 'node:path';
import { auditFiles, type AuditFile } from '../../runs/audit/auditFiles.ts';
import { verdictText } from '../../runs/audit/verdictText.ts';
import { verifyAudit, type KnownLines } from '../../runs/audit/verifyAudit.ts';
import { auditFolder } from '../../storage/statePaths.ts';
import type { AuditOptions } from '../commandOptions.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import { printJson, say, type Io } from '../terminal.ts';

/** Throws `UsageError` where the log cannot be read. */
export async function audit({ action, file, head, after, json }: AuditOptions, io: Io, folder = auditFolder()): Promise<ExitCode> {
  if (action === 'path') {
    io.stdout.write(`${folder}\n`);
    return ExitCode.done;
  }
  try {
    const files = file === undefined ? await auditFiles(folder) : [{ number: 1, path: resolve(file) }];
    if (files.length === 0) {
      say(io, `code-mode: there is no audit log in ${folder}; --audit or codeMode.audit.enabled switches it on`);
      return ExitCode.nothingFound;
    }
    if (action === 'export') return await print(files, io);
    const known = { ...(head !== undefined && { contains: head }), ...(after !== undefined && { before: after }) };
    return await verify(files, known, json, io);
  } catch (error) {
    throw new UsageError(`cannot read the audit log: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function print(files: readonly AuditFile[], { stdout }: Io): Promise<ExitCode> {
  for (const { path } of files) await pipeline(createReadStream(path), stdout, { end: false });
  return ExitCode.done;
}

async function verify(files: readonly AuditFile[], known: KnownLines, json: boolean, io: Io): Promise<ExitCode> {
  const verdict = await verifyAudit(files, known);
  if (json) printJson(io, verdict);
  else if (verdict.broken) for (const line of verdictText(verdict)) say(io, line);
  else io.stdout.write(`${verdictText(verdict).join('\n')}\n`);
  return verdict.broken ? ExitCode.scriptFailed : ExitCode.done;
}
