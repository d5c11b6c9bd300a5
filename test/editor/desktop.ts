// `npm run test:desktop`: the host tests in a desktop VS Code, downloaded or named by VSCODE_EXECUTABLE, with the
// packaged extension installed in a profile of its own. Ends with `N passed, N failed`.
import {
  downloadAndUnzipVSCode,
  resolveCliPathFromVSCodeExecutablePath,
  runTests,
  SilentReporter,
  TestRunFailedError,
} from '@vscode/test-electron';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import spawn from 'cross-spawn';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { bundleDriver } from './bed/bundle.ts';
import { HostResults, type SuiteCounts } from './bed/hostResults.ts';
import { MissingPartError } from './bed/provision.ts';
import { desktopPackages, provideSystemPackages, runProgram } from './bed/systemPackages.ts';
import { packagedExtension, repository } from './bed/testBed.ts';
import { quietSettings } from './bed/vscodeServer.ts';
import { makeWorkspace } from './bed/workspace.ts';

const everythingMs = 10 * 60_000;

/** The path of VS Code's own program. Throws `MissingPartError`. */
async function provideDesktop(): Promise<string> {
  const named = process.env['VSCODE_EXECUTABLE'] ?? '';
  if (named === '') {
    return await downloadAndUnzipVSCode({ reporter: new SilentReporter() }).catch((cause: unknown) => {
      const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.?\s*$/, '');
      throw new MissingPartError(
        `VS Code cannot be downloaded (${reason}): see to the network, or name the program of one that is installed with VSCODE_EXECUTABLE.`,
      );
    });
  }
  if (existsSync(named) && existsSync(resolveCliPathFromVSCodeExecutablePath(named))) return named;
  throw new MissingPartError(
    `VSCODE_EXECUTABLE is ${named}, which is not VS Code's own program (like /usr/share/code/code, not the command \`code\`).`,
  );
}

async function install(executable: string, vsix: string, profile: readonly string[]): Promise<void> {
  const command = resolveCliPathFromVSCodeExecutablePath(executable);
  const [code] = (await once(
    spawn(command, ['--install-extension', vsix, ...profile], { stdio: 'inherit' }),
    'exit',
  )) as [number | null];
  if (code !== 0) throw new Error(`${command} could not install ${vsix}: exit code ${code}.`);
}

async function runDesktopTests(executable: string, vsix: string): Promise<SuiteCounts> {
  // The name is short: on macOS, the path of VS Code's socket in this folder may have at most 103 characters.
  using home = new TemporaryFolder('cm-');
  using workspace = makeWorkspace();
  const [userData, extensions] = [join(home.path, 'u'), join(home.path, 'x')];
  mkdirSync(join(userData, 'User'), { recursive: true });
  writeFileSync(join(userData, 'User', 'settings.json'), JSON.stringify(quietSettings));
  const profile = [`--user-data-dir=${userData}`, `--extensions-dir=${extensions}`];
  await install(executable, vsix, profile);
  const { driver, tests } = await bundleDriver(repository);
  const results = new HostResults();
  const output = new PassThrough();
  createInterface({ input: output }).on('line', (line) => results.hear(line));
  const ending = await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: driver,
    extensionTestsPath: tests,
    launchArgs: [workspace.folder, ...profile],
    // A terminal of VS Code sets this variable, and it would make VS Code a plain Node.
    extensionTestsEnv: { ELECTRON_RUN_AS_NODE: undefined, CODE_MODE_HOST_TESTS: 'host,full' },
    stdout: output,
    stderr: output,
  }).catch((error: unknown) => {
    if (error instanceof TestRunFailedError) return error.code ?? error.message;
    throw error;
  });
  output.end();
  await once(output, 'close');
  return results.end(ending);
}

/** On Linux without a display, runs this program again inside of a virtual display. */
async function runWithDisplay(): Promise<number> {
  const problem = await provideSystemPackages(desktopPackages);
  if (problem !== undefined)
    throw new MissingPartError(`VS Code needs a display: set DISPLAY, or install xvfb-run. ${problem}`);
  return await runProgram('xvfb-run', ['-a', process.execPath, import.meta.filename]);
}

async function main(): Promise<number> {
  const hasDisplay =
    process.platform !== 'linux' ||
    ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (process.env[name] ?? '') !== '');
  if (!hasDisplay) return await runWithDisplay();
  const vsix = packagedExtension();
  const { passed, failures } = await runDesktopTests(await provideDesktop(), vsix);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

setTimeout(() => {
  console.error(`The desktop tests did not end within ${everythingMs / 60_000} minutes.`);
  process.emit('SIGINT'); // what ends the VS Code that they started
}, everythingMs).unref();
process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof MissingPartError)) throw error;
  console.error(error.message);
  return 1;
});
