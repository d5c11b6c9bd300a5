// Runs the editor tests: installs the editor, runs mocha inside the extension host and then the tests that drive the
// page. Without arguments the stories of test/editor run, one for each feature that a user sees (`npm test`). `full`
// runs everything of test/full/editor (`npm run test:full`). Arguments name parts (`host`, `page`, `views`, `chat`,
// `full/host`, `full/page`, `full/chat`) or single files (`test/editor/page/x.test.ts`). Exits with 3 if all tests ran
// and some failed. All started programs are stopped, also on Ctrl-C.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import Mocha from 'mocha';
import CountingReporter from '../countingReporter.ts';
import { recordCounts } from '../testCounts.ts';
import { showFailure } from './bed/failedTest.ts';
import { runHostTests } from './bed/hostTests.ts';
import { MissingPartError } from './bed/provision.ts';
import { prepareBed } from './bed/testBed.ts';

const hostTestsMs = 15 * 60_000;
/** Time limit of a test in milliseconds: other suites run beside these. */
const testMs = 240_000;
/** Exit code if all tests ran and some failed. */
const someFailed = 3;
/** Time limit for the pictures of a failed test, in milliseconds. */
const shownMs = 60_000;
/** Time limit of a part in milliseconds, without the installation of the editor, which takes some minutes once. */
const everythingMs = 90 * 60_000;

interface Chosen {
  /** Host tests in the form of `driver/runTests.ts`: `host`, `full`, `full/models`. */
  readonly host: readonly string[];
  /** The files of tests that drive the page, in their order. */
  readonly pages: readonly string[];
}

/** `exit` handlers of the test bed kill programs that still run. */
function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function choose(named: readonly string[]): Promise<Chosen> {
  const parts = (named.length === 0 ? ['host', 'page', 'views', 'chat'] : named).flatMap((name) =>
    name === 'full' ? ['full/host', 'full/page', 'full/chat'] : [name],
  );
  const isHost = (part: string) =>
    basename(part.endsWith('.test.ts') ? dirname(resolve(part)) : part) === 'host';
  const pages = await Promise.all(parts.filter((part) => !isHost(part)).map(pageFiles));
  return { host: parts.filter(isHost).map(hostName), pages: pages.flat() };
}

function hostName(part: string): string {
  if (!part.endsWith('.test.ts')) return part === 'full/host' ? 'full' : 'host';
  const folder = resolve(part).startsWith(join(import.meta.dirname, '..', 'full')) ? 'full' : 'host';
  return `${folder}/${basename(part, '.test.ts')}`;
}

/**
 * Returns the files of a part, beginning with the files that share one window (`sharedEditor`); or the single file that
 * the part names.
 */
async function pageFiles(part: string): Promise<readonly string[]> {
  if (part.endsWith('.test.ts')) return [resolve(part)];
  const folder = part.startsWith('full/') ? join('..', 'full', 'editor', basename(part)) : part;
  const files = (await Array.fromAsync(glob(join(import.meta.dirname, folder, '*.test.ts')))).sort();
  if (files.length === 0)
    giveUp(
      `There is no part ${part}: name host, page, views, chat, full, full/host, full/page, full/chat or a file.`,
    );
  const goesOn = (file: string) => readFileSync(file, 'utf8').includes('goOn: true');
  return [...files.filter(goesOn), ...files.filter((file) => !goesOn(file))];
}

/** Resolves with the number of failed tests. */
async function runPageTests(files: readonly string[]): Promise<number> {
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: testMs,
    reporter: CountingReporter,
    forbidOnly: true,
    forbidPending: true,
  });
  mocha.rootHooks({
    async afterEach(this: Mocha.Context) {
      this.timeout(shownMs);
      const test = this.currentTest;
      if (test?.state === 'failed') await showFailure(test, test.err);
    },
  });
  for (const file of files) mocha.addFile(file);
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => giveUp(`Ended by ${signal}.`));

const chosen = await choose(process.argv.slice(2));
const bed = await prepareBed().catch((error: unknown) => {
  if (error instanceof MissingPartError) giveUp(error.message);
  throw error;
});
setTimeout(
  () => giveUp(`The editor tests did not end within ${everythingMs / 60_000} minutes.`),
  everythingMs,
).unref();
let failed = 0;
if (chosen.host.length > 0) {
  console.log('\n  In the extension host\n');
  const host = await runHostTests(bed, hostTestsMs, { env: { CODE_MODE_HOST_TESTS: chosen.host.join() } });
  recordCounts({ file: 'host', ...host });
  failed += host.failures.length;
}
if (chosen.pages.length > 0) {
  console.log('\n  In the page');
  failed += await runPageTests(chosen.pages);
}
process.exitCode = failed > 0 ? someFailed : 0;
