// Runs in the extension host in place of a user: mocha over the bundled host tests, reported line by line.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { printTestEvent } from '../bed/testEvents.ts';

/**
 * `CODE_MODE_HOST_TESTS` names folders (`host`, `full`) or files (`full/models`), separated by commas; without it, the
 * stories of `host` run. The workbench turns a rejection into exit code 1.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 120_000,
    reporter: ConsoleReporter,
    forbidOnly: true,
    forbidPending: true,
  });
  const named = (process.env['CODE_MODE_HOST_TESTS'] ?? 'host').split(',');
  for (const folder of ['host', 'full']) {
    const path = join(__dirname, '..', folder);
    const names = readdirSync(path).filter((name) => name.endsWith('.test.cjs'));
    const isNamed = (name: string) =>
      named.includes(folder) || named.includes(`${folder}/${name.slice(0, -'.test.cjs'.length)}`);
    for (const name of names.filter(isNamed).sort()) mocha.addFile(join(path, name));
  }
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} host tests failed.`);
}

class ConsoleReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on('pass', (test) =>
      printTestEvent({ kind: 'passed', title: test.fullTitle(), ms: test.duration ?? 0 }),
    );
    runner.on('fail', (test, error: unknown) =>
      printTestEvent({ kind: 'failed', title: test.fullTitle(), error: describe(error) }),
    );
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
