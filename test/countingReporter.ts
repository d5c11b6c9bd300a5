// Mocha's usual report, and counts for scripts/test.mjs, which sums over all suites and says at the end what failed.
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { recordCounts } from './testCounts.ts';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const files = new Map<
      string | undefined,
      { passed: number; readonly failed: { readonly title: string; readonly error: Error }[] }
    >();
    const of = ({ file = '', parent }: Mocha.Runnable) => {
      const name = file || parent?.file;
      const known = files.get(name) ?? { passed: 0, failed: [] };
      files.set(name, known);
      return known;
    };
    runner.on('pass', (test) => (of(test).passed += 1));
    // Tests and hooks; a hook after a test may still add to what its error says.
    runner.on('fail', (test: Mocha.Runnable, error: Error) =>
      of(test).failed.push({ title: test.fullTitle(), error }),
    );
    runner.once('end', () => {
      for (const [file, { passed, failed }] of files)
        recordCounts({
          file: file && relative(process.cwd(), file).replaceAll(sep, '/'),
          passed,
          failures: failed.map(({ title, error }) => `${title}: ${stripVTControlCharacters(error.message)}`),
        });
    });
  }
}
