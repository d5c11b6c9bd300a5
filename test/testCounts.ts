// Passes the counts of a test file from the process that runs it to the process that adds them up: one line of JSON
// each, in the file that CODE_MODE_TEST_COUNTS names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface Counts {
  /** From the repository's root, with `/`, or the name of what was run where that is no file. */
  readonly file?: string | undefined;
  readonly passed: number;
  /** A text for each test that failed. */
  readonly failures: readonly string[];
}

export function recordCounts(counts: Counts): void {
  const file = process.env['CODE_MODE_TEST_COUNTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** None where nothing was counted. */
export function readCounts(file: string): readonly Counts[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Counts);
}
