// Puts the values of one run into its record. Short values stand in the line of their event; long values have files of
// their own.
import type { JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { isShort, longestInLine, longJson } from '../redaction/longJson.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { RecordedValue } from './runEvent.ts';
import { valueName, type ValueFiles } from './valueFiles.ts';

/** A recorded value whose size is known only after it is written. */
interface UnwrittenValue {
  readonly file: string;
  bytes: number;
  redacted?: true;
}

export class RecordedValues {
  /** Bytes on disk of the values that are written. */
  bytes = 0;
  readonly #id: string;
  readonly #files: ValueFiles;
  readonly #redactor: Redactor;
  /** With `metadata`, only the sizes of values are recorded. */
  readonly #mode: 'metadata' | 'full';
  #filed = 0;
  readonly #unwritten: (() => Promise<void>)[] = [];

  constructor(id: string, files: ValueFiles, redactor: Redactor, mode: 'metadata' | 'full') {
    this.#id = id;
    this.#files = files;
    this.#redactor = redactor;
    this.#mode = mode;
  }

  /**
   * Returns the recorded form of a value. The form of a long value is complete only after `writeLong`. `tool` names the
   * tool of the value as the script does (`server.tool`).
   */
  of(value: JsonValue, tool?: string): RecordedValue {
    const paths = this.#redactor.pathsOf(tool);
    if (!isShort(value)) return this.#long(() => longJson(value, paths, this.#redactor));
    return this.#mode === 'metadata'
      ? { bytes: Buffer.byteLength(this.#redactor.json(value, paths).text) }
      : this.#redactor.inLine(value, paths);
  }

  /** Returns the recorded form of the script's code. */
  ofCode(code: string): RecordedValue {
    const v = this.#redactor.code(code);
    const mark = v === code ? {} : ({ redacted: true } as const);
    const text = stringifyExact(v);
    if (this.#mode === 'metadata') return { bytes: Buffer.byteLength(text) };
    if (text.length <= longestInLine) return { v, ...mark };
    return this.#long(() => Promise.resolve({ json: Buffer.from(text), redacted: v !== code }));
  }

  /**
   * Writes the long values so far; their forms are then complete. Returns undefined if there are none. Rejects as the
   * file system does.
   */
  writeLong(): Promise<void> | undefined {
    return this.#unwritten.length === 0 ? undefined : this.#write(this.#unwritten.splice(0));
  }

  async #write(unwritten: readonly (() => Promise<void>)[]): Promise<void> {
    for (const write of unwritten) await write();
  }

  #long(jsonOf: () => Promise<{ readonly json: Buffer; readonly redacted: boolean }>): RecordedValue {
    if (this.#mode === 'metadata') {
      const size = { bytes: 0 };
      this.#unwritten.push(async () => {
        size.bytes = (await jsonOf()).json.length;
      });
      return size;
    }
    this.#filed += 1;
    const recorded: UnwrittenValue = { file: valueName(this.#id, this.#filed), bytes: 0 };
    this.#unwritten.push(async () => {
      const { json, redacted } = await jsonOf();
      this.bytes += await this.#files.write(recorded.file, json);
      recorded.bytes = json.length;
      if (redacted) recorded.redacted = true;
    });
    return recorded;
  }
}
