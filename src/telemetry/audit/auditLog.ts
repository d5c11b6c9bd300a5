// Appends entries to the audit log in the background and in order: JSON Lines in files of 10 MB. Several processes
// append to one file. Each batch of lines is one write to a file that is open for appending, so local file systems keep
// the lines of two processes apart.
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from './auditEntry.ts';
import { isMissing } from '../../base/files/writeFileAtomic.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface AuditLogOptions {
  readonly folder: string;
  /** Called with the reason when entries cannot be written, once until writing works again. */
  readonly warn: (line: string) => void;
  /** Size after which the next file begins. */
  readonly fileBytes?: number;
}

const defaultFileBytes = 10 * 1024 * 1024;
/** Maximum number of entries that wait to be written; further entries are lost. */
const mostWaiting = 10_000;

/** A file of the log: `audit-000001.jsonl` and so on; the newest file has the highest number. */
interface AuditFile {
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

export class AuditLog {
  readonly #options: AuditLogOptions;
  #waiting: string[] = [];
  #lost = 0;
  #failed: string | undefined;
  #writing: Promise<string | undefined> | undefined;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  add(entry: AuditEntry): void {
    if (this.#waiting.length >= mostWaiting) this.#lost += 1;
    else this.#waiting.push(lineOf(entry));
    this.#writing ??= this.#write();
  }

  /**
   * Resolves with undefined when all entries added so far are on disk, else with the reason why they are not. Never
   * rejects.
   */
  async written(): Promise<string | undefined> {
    // The current write may have begun before the last entry was added, so a second write is awaited.
    await this.#writing;
    return (await this.#writing) ?? this.#failed;
  }

  async #write(): Promise<string | undefined> {
    // A burst of entries becomes one write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [lines, lost] = [this.#waiting, this.#lost];
      [this.#waiting, this.#lost] = [[], 0];
      try {
        await this.#append([...(lost > 0 ? [lineOf({ t: 'lost', entries: lost })] : []), ...lines]);
        this.#failed = undefined;
      } catch (error) {
        this.#lost += lost + lines.length;
        const why = errorMessage(error);
        if (this.#failed === undefined) this.#options.warn(`The audit log cannot be written: ${why}`);
        this.#failed = why;
      }
    }
    this.#writing = undefined;
    return this.#failed;
  }

  async #append(lines: readonly string[]): Promise<void> {
    const { folder, fileBytes = defaultFileBytes } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const newest = (await auditFiles(folder)).at(-1) ?? auditFile(folder, 1);
    await using handle = await open(newest.path, 'a+', 0o600);
    const { size } = await handle.stat();
    if (size < fileBytes) {
      await appendLines(handle, size, lines);
      return;
    }
    await using next = await open(auditFile(folder, newest.number + 1).path, 'a+', 0o600);
    await appendLines(next, 0, lines);
  }
}

async function appendLines(handle: FileHandle, size: number, lines: readonly string[]): Promise<void> {
  const isCut = size > 0 && (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 0x0a;
  // A process that was killed, or a full disk, can leave half a line at the end of the file.
  const text = Buffer.from(`${isCut ? '\n' : ''}${lines.join('\n')}\n`);
  const { bytesWritten } = await handle.write(text);
  if (bytesWritten < text.length)
    throw new Error(`only ${bytesWritten} of ${text.length} bytes were written`);
}

/** Returns the entry as one line of ASCII, so that no invisible character hides in a name. */
function lineOf(entry: AuditEntry): string {
  const json = JSON.stringify({ at: new Date().toISOString(), ...entry });
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
