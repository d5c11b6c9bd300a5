// Writes the file of `--trace`: one line of JSON per call, written when the call ends, so that a killed run leaves its
// trace. Secrets are hidden as in records.
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '../base/json.ts';
import type { RunObserver } from '../engine/index.ts';
import type { Redactor } from '../journal/index.ts';
import { makePrivateFile } from '../base/files/privateFile.ts';
import { printableJson } from '../base/text/visibleText.ts';
import { UsageError } from './exitCode.ts';
import { parseExact, stringifyExact } from '../base/exactJson.ts';
import { errorMessage } from '../base/errorMessage.ts';

type CallEnded = Parameters<NonNullable<RunObserver['onCallEnded']>>;

export class TraceFile {
  readonly #file: string;
  readonly #redactor: Redactor;
  readonly #secretsKnown: number;

  /** Creates the file. Throws `UsageError` if the file cannot be written. */
  constructor(file: string, redactor: Redactor) {
    this.#file = file;
    this.#redactor = redactor;
    try {
      makePrivateFile(file);
    } catch (error) {
      throw new UsageError(`cannot write the trace: ${errorMessage(error)}`);
    }
    redactor.refresh();
    this.#secretsKnown = redactor.secretsKnown;
  }

  add(record: CallEnded[0], { input, reply }: CallEnded[1]): void {
    const came = reply.ok ? { output: reply.value ?? null } : { error: reply.error };
    // The value is plain JSON, but its optional members prevent an assignment without a cast.
    const line = { ...record, input: input ?? null, ...came } as unknown as JsonObject;
    appendFileSync(this.#file, this.#lineOf(line, record.path.replace(/^tools\./, '')));
  }

  /** Hides secrets that became known after their line was written. A terminal or a pipe keeps its lines. */
  end(): void {
    this.#redactor.refresh();
    if (this.#redactor.secretsKnown === this.#secretsKnown || !statSync(this.#file).isFile()) return;
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    // This class wrote the lines as JSON objects.
    const shown = lines.map((line) => this.#lineOf(parseExact(line) as JsonObject));
    writeFileSync(this.#file, shown.join(''));
  }

  #lineOf(line: JsonObject, tool?: string): string {
    return `${printableJson(stringifyExact(this.#redactor.value(line, tool)))}\n`;
  }
}
