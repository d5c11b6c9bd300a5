// Mocha's usual report, and one line of JSON in the file that CODE_MODE_TEST_COUNTS names, so that scripts/test.mjs can
// sum over all suites and say at the end what failed.
import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Adds the counts of one suite, or of a part of one, to the file; `failures` has a text for each test that failed. */
export function recordCounts(passed: number, failures: readonly string[]): void {
  const file = process.env['CODE_MODE_TEST_COUNTS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ passed, failures })}\n`);
}

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const failures: string[] = [];
    runner.on('fail', (test, error: Error) => failures.push(`${test.fullTitle()}: ${error.message}`));
    runner.once('end', () => recordCounts(this.stats.passes, failures));
  }
}
