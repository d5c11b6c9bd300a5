// The editor tests: provisions the editor, runs mocha inside the extension host and then the tests that drive the
// page, and sums both. Exits with 1 on any failure; whatever was started is stopped, also on Ctrl-C.
import { appendFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import Mocha from 'mocha';
import { runHostTests, type SuiteCounts } from './bed/hostTests.ts';
import { MissingPartError } from './bed/provision.ts';
import { prepareBed } from './bed/testBed.ts';

const hostTestsMs = 5 * 60_000;
const everythingMs = 10 * 60_000;

/** `exit` handlers of the bed kill what is still running. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function runPageTests(): Promise<SuiteCounts> {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', forbidOnly: true, forbidPending: true });
  const files = await Array.fromAsync(glob(join(import.meta.dirname, 'page', '**', '*.test.ts')));
  for (const file of files.sort()) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const { promise, resolve } = Promise.withResolvers<number>();
  const runner = mocha.run(resolve);
  await promise;
  return { passed: runner.stats?.passes ?? 0, failed: runner.stats?.failures ?? 1 };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(`Ended by ${signal}.`));
setTimeout(() => giveUp(`The editor tests did not end within ${everythingMs / 60_000} minutes.`), everythingMs).unref();

const bed = await prepareBed().catch((error: unknown) => {
  if (error instanceof MissingPartError) giveUp(error.message);
  throw error;
});
console.log('\n  In the extension host\n');
const host = await runHostTests(bed, hostTestsMs);
console.log('\n  In the page');
const page = await runPageTests();
const total = { passed: host.passed + page.passed, failed: host.failed + page.failed };
console.log(`  editor: ${total.passed} passed, ${total.failed} failed`);
const countsFile = process.env['CODE_MODE_TEST_COUNTS'];
if (countsFile !== undefined) appendFileSync(countsFile, `${JSON.stringify(total)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
