// Writes the file of `--trace`: one line of JSON per call, written when the call ends, so that a killed run leaves its
// trace. Secrets are hidden as in records.
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import type { RunObserver } from '../engine/index.ts';
import type { Redactor } from '../journal/index.ts';
import { makePrivateFile } from '../base/files/privateFile.ts';
import { printableJson } from '../base/text/visibleText.ts';
import { UsageError } from './exitCode.ts';
import { stringifyExact } from '../base/exactJson.ts';
import { errorMessage } from '../base/errorMessage.ts';

type CallEnded = Parameters<NonNullable<RunObserver['onCallEnded']>>;

/**
 * Creates the file. Throws `UsageError` if the file cannot be written. A later failure does not end the run,
 * whose calls may have effects; `tell` gets one line about it.
 */
export function openTraceFile(file: string, redactor: Redactor, tell: (line: string) => void) {
  try {
    makePrivateFile(file);
  } catch (error) {
    throw new UsageError(`cannot write the trace: ${errorMessage(error)}`);
  }
  redactor.refresh();
  const { secretsKnown } = redactor;
  const lineOf = (line: JsonObject, tool?: string): string =>
    `${printableJson(stringifyExact(redactor.value(line, tool)))}\n`;
  let isWhole = true;
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (isWhole) tell(`the trace is not whole: ${errorMessage(error)}`);
      isWhole = false;
    }
  };
  return {
    add: (record: CallEnded[0], { input, reply }: CallEnded[1]): void => {
      const came = reply.ok ? { output: reply.value ?? null } : { error: reply.error };
      // The value is plain JSON, but its optional members prevent an assignment without a cast.
      const line = { ...record, input: input ?? null, ...came } as unknown as JsonObject;
      attempt(() => appendFileSync(file, lineOf(line, record.path.replace(/^tools\./, ''))));
    },
    /** Hides secrets that became known after their line was written. A terminal or a pipe keeps its lines. */
    end: (): void => {
      redactor.refresh();
      if (redactor.secretsKnown === secretsKnown) return;
      attempt(() => {
        if (!statSync(file).isFile()) return;
        const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
        // This module wrote the lines as JSON objects. A full disk may have taken only a part of one.
        const shown = lines
          .map(parseJson)
          .filter(isJsonObject)
          .map((line) => lineOf(line));
        writeFileSync(file, shown.join(''));
      });
    },
  };
}
