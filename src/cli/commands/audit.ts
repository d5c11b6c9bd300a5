// `code-mode audit`: prints the folder of the audit log, or the log's lines.
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { auditFiles } from '../../telemetry/index.ts';
import { auditFolder } from '../../base/files/statePaths.ts';
import type { AuditOptions } from '../commandOptions.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import { say, type Io } from '../terminal.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';

/** Runs the command. Throws `UsageError` if the log cannot be read or written out. */
export async function audit({ action }: AuditOptions, io: Io, folder = auditFolder()): Promise<ExitCode> {
  if (action === 'path') {
    io.stdout.write(`${folder}\n`);
    return ExitCode.done;
  }
  try {
    const files = await auditFiles(folder);
    if (files.length === 0) {
      say(
        io,
        `code-mode: there is no audit log in ${folder}; --audit or codeMode.audit.enabled switches it on`,
      );
      return ExitCode.nothingFound;
    }
    for (const { path } of files) {
      await using file = await open(path);
      await pipeline(file.createReadStream(), io.stdout, { end: false });
    }
    return ExitCode.done;
  } catch (error) {
    // The reader has read enough.
    if (errorCode(error) === 'EPIPE') return ExitCode.done;
    throw new UsageError(`cannot export the audit log: ${errorMessage(error)}`);
  }
}
