// The editor tests: provisions the editor, runs mocha inside the extension host and then the tests that drive the
// page. `node test/editor/run.ts host page chat` runs these parts, or those that are named, also single files (`test/editor/page/x.test.ts`).
// Exits with 3 where all ran and some failed; whatever was started is stopped, also on Ctrl-C.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Mocha from 'mocha';
import CountingReporter from '../countingReporter.ts';
import { recordCounts } from '../testCounts.ts';
import { showFailure } from './bed/failedTest.ts';
import { runHostTests } from './bed/hostTests.ts';
import { MissingPartError } from './bed/provision.ts';
import { prepareBed } from './bed/testBed.ts';

const hostTestsMs = 10 * 60_000;
/** The exit code of tests that all ran. */
const someFailed = 3;
/** For the pictures of a failed test. */
const shownMs = 60_000;
/** Without the editor's installation, which takes some minutes once. */
const everythingMs = 60 * 60_000;

/** `exit` handlers of the bed kill what is still running. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Those of these folders and files, first the files that go on in one window (`sharedEditor`). Resolves with how many failed. */
async function runPageTests(named: readonly string[]): Promise<number> {
  const mocha = new Mocha({ ui: 'bdd', reporter: CountingReporter, forbidOnly: true, forbidPending: true });
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      this.timeout(shownMs);
      const test = this.currentTest;
      if (test?.state === 'failed') await showFailure(test, test.err);
    },
  });
  const filesOf = (name: string) => (name.endsWith('.test.ts') ? resolve(name) : join(import.meta.dirname, name, '**', '*.test.ts'));
  const files = await Array.fromAsync(glob(named.map(filesOf)));
  const goOn = (file: string) => readFileSync(file, 'utf8').includes('goOn: true');
  const ordered = files.sort();
  for (const file of [...ordered.filter(goOn), ...ordered.filter((file) => !goOn(file))]) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const shown: Promise<void>[] = [];
  const failed = await new Promise<number>((ended) => {
    const runner = mocha.run(ended);
    // No hook runs after a hook that failed.
    runner.on('fail', (failed: Mocha.Runnable, error: Error) => {
      if (failed instanceof Mocha.Hook) shown.push(showFailure(failed, error));
    });
  });
  await Promise.all(shown);
  return failed;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(`Ended by ${signal}.`));

const bed = await prepareBed().catch((error: unknown) => {
  if (error instanceof MissingPartError) giveUp(error.message);
  throw error;
});
setTimeout(() => giveUp(`The editor tests did not end within ${everythingMs / 60_000} minutes.`), everythingMs).unref();
const named = process.argv.slice(2);
const parts = named.length === 0 ? ['host', 'page', 'chat'] : named;
let failed = 0;
if (parts.includes('host')) {
  console.log('\n  In the extension host\n');
  const host = await runHostTests(bed, hostTestsMs);
  recordCounts({ file: 'host', ...host });
  failed += host.failures.length;
}
const pages = parts.filter((part) => part !== 'host');
if (pages.length > 0) {
  console.log('\n  In the page');
  failed += await runPageTests(pages);
}
process.exitCode = failed > 0 ? someFailed : 0;
