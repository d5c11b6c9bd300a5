// Mocha's usual report, and one line of JSON with the counts in the file that CODE_MODE_TEST_COUNTS names, so that
// scripts/test.mjs can sum over all suites.
import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const file = process.env.CODE_MODE_TEST_COUNTS;
      const { passes, failures } = this.stats;
      if (file) appendFileSync(file, `${JSON.stringify({ passed: passes, failed: failures })}\n`);
    });
  }
}
