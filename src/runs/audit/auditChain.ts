// Appends to the audit log, in the background and in order. Several processes append to one chain: each reads where it has come to and
// goes on from there, under a lock.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from './auditEntry.ts';
import { auditFile, auditFiles, type AuditFile } from './auditFiles.ts';
import { auditLine, chainStart, mostLineBytes, readAuditLine, sha256, type ChainHead } from './auditLine.ts';
import { lockAudit } from './auditLock.ts';

interface AuditChainOptions {
  readonly folder: string;
  /** Hears why entries were not written, once until it works again. */
  readonly warn: (line: string) => void;
  /** Of a file, after which the next one begins. */
  readonly fileBytes?: number;
}

const defaultFileBytes = 10 * 1024 * 1024;
/** That wait to be written; more are lost. */
const mostWaiting = 10_000;
/** Long enough for the last whole line and one that was cut. */
const tailBytes = 2 * mostLineBytes + 2;

export class AuditChain {
  readonly #options: AuditChainOptions;
  #waiting: { readonly entry: AuditEntry; readonly at: Date }[] = [];
  #lost = 0;
  #failed: string | undefined;
  #writing: Promise<string | undefined> | undefined;

  constructor(options: AuditChainOptions) {
    this.#options = options;
  }

  add(entry: AuditEntry): void {
    if (this.#waiting.length >= mostWaiting) this.#lost += 1;
    else this.#waiting.push({ entry, at: new Date() });
    this.#writing ??= this.#write();
  }

  /** Resolves when all that was added by now is on disk, else with why it is not. Never rejects. */
  async written(): Promise<string | undefined> {
    // What is being written may have begun before the last entry was added.
    await this.#writing;
    return (await this.#writing) ?? this.#failed;
  }

  /** Takes what waits, as long as something does. */
  async #write(): Promise<string | undefined> {
    // A burst of entries is written at once.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [batch, lost] = [this.#waiting, this.#lost];
      [this.#waiting, this.#lost] = [[], 0];
      try {
        await this.#append(batch, lost);
        this.#failed = undefined;
      } catch (error) {
        this.#lost += lost + batch.length;
        const why = error instanceof Error ? error.message : String(error);
        if (this.#failed === undefined) this.#options.warn(`The audit log cannot be written: ${why}`);
        this.#failed = why;
      }
    }
    this.#writing = undefined;
    return this.#failed;
  }

  async #append(batch: readonly { readonly entry: AuditEntry; readonly at: Date }[], lost: number): Promise<void> {
    const { folder, fileBytes = defaultFileBytes } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const release = await lockAudit(join(folder, 'lock'));
    try {
      const { file, head, cut, size } = await readEnd(await auditFiles(folder), folder);
      const isFull = size >= fileBytes && !cut;
      let current = head;
      const lines = [...(cut ? [{ entry: cut, at: new Date() }] : []), ...lostEntry(lost), ...batch].map(({ entry, at }) => {
        const line = auditLine(entry, current, at);
        current = line.head;
        return line.text;
      });
      const text = `${cut ? '\n' : ''}${lines.join('\n')}\n`;
      await appendWhole(isFull ? auditFile(folder, file.number + 1) : file, text);
    } finally {
      await release();
    }
  }
}

function lostEntry(entries: number): readonly { readonly entry: AuditEntry; readonly at: Date }[] {
  return entries === 0 ? [] : [{ entry: { t: 'lost', entries }, at: new Date() }];
}

interface ChainEnd {
  readonly file: AuditFile;
  readonly size: number;
  readonly head: ChainHead;
  readonly cut?: Extract<AuditEntry, { readonly t: 'cut' }>;
}

/** Of the newest file; of one that has no whole line yet, the chain comes from the file before. */
async function readEnd(files: readonly AuditFile[], folder: string): Promise<ChainEnd> {
  const newest = files.at(-1);
  if (!newest) return { file: auditFile(folder, 1), size: 0, head: chainStart };
  const { size, tail } = await readTail(newest);
  const lastBreak = tail.lastIndexOf(0x0a);
  const rest = tail.subarray(lastBreak + 1);
  const line = tail.subarray(tail.lastIndexOf(0x0a, lastBreak - 1) + 1, Math.max(0, lastBreak)).toString();
  // Of a line that is none of ours, verifying says so; who changed it shall not stop the log.
  const head = lastBreak < 0 ? (await readEnd(files.slice(0, -1), folder)).head : (readAuditLine(line)?.head ?? chainStart);
  return { file: newest, size, head, ...(rest.length > 0 && { cut: { t: 'cut', bytes: rest.length, sha256: sha256(rest) } }) };
}

async function readTail({ path }: AuditFile): Promise<{ readonly size: number; readonly tail: Buffer }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    const { bytesRead } = await handle.read(tail, 0, tail.length, size - tail.length);
    return { size, tail: tail.subarray(0, bytesRead) };
  } finally {
    await handle.close();
  }
}

/** Takes back what is not whole, where that works. */
async function appendWhole({ path }: AuditFile, text: string): Promise<void> {
  const handle = await open(path, 'a', 0o600);
  try {
    const { size } = await handle.stat();
    try {
      await handle.appendFile(text);
    } catch (error) {
      await truncate(handle, size);
      throw error;
    }
  } finally {
    await handle.close();
  }
}

async function truncate(handle: FileHandle, size: number): Promise<void> {
  // What stays is found and named by the next who appends.
  await handle.truncate(size).catch(() => undefined);
}
