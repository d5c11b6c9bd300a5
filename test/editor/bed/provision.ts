// What the editor tests need and npm cannot list as a dependency: a VS Code that runs here (code-server carries the
// real workbench and the real Copilot Chat) and a Chromium to drive it. Installed once, kept for the next run; what
// cannot be had is an error that names the package to install, never a skipped test.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedChromium, isExecutable, provideSystemPackages, runProgram, type SystemPackage } from './systemPackages.ts';

/** Carries VS Code 1.139.1. Needs Node 24 to install and to run. */
const codeServerVersion = '4.139.1';
const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));

/** Absolute paths of what the editor tests drive. */
export interface EditorParts {
  /** code-server's entry script, to be run by Node 24. */
  readonly codeServer: string;
  readonly chromium: string;
}

/** A part is missing and cannot be installed from here. The message says what the person has to install. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}

/**
 * Returns the parts, installing what is absent: code-server by npm into `<root>/.vscode-test/`, Debian's packages where
 * that takes no password.
 * @throws MissingPartError
 */
export async function provisionEditor(root: string): Promise<EditorParts> {
  const chromium = await provideChromium();
  return { codeServer: await provisionCodeServer(root), chromium };
}

async function provisionCodeServer(root: string): Promise<string> {
  const home = join(root, '.vscode-test', 'code-server');
  const entry = join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  if (installedVersion(home) === codeServerVersion) return entry;
  requireNode24();
  await requirePackages(['libkrb5-dev', 'g++', 'make', 'python3']);
  console.log(`Installing code-server ${codeServerVersion} into ${home}: about three minutes and 620 MB, once.`);
  // Installed beside its place and moved there when complete, so that an interrupted install is never taken for one.
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(
    join(partial, 'package.json'),
    JSON.stringify({
      private: true,
      dependencies: { 'code-server': codeServerVersion },
      allowScripts: { node: true, 'code-server': true, argon2: false },
    }),
  );
  const npm = await runProgram('npm', ['install', '--prefix', partial, '--no-audit', '--no-fund', '--loglevel=error'], partial);
  if (npm !== 0 || installedVersion(partial) !== codeServerVersion) {
    throw new MissingPartError(
      `npm could not install code-server ${codeServerVersion} (exit code ${npm}; its output is above). ` +
        'It compiles native modules, which needs a C++ compiler, make, python3 and the headers of Kerberos.',
    );
  }
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
  return entry;
}

function installedVersion(home: string): string | undefined {
  const manifest = join(home, 'node_modules', 'code-server', 'package.json');
  if (!existsSync(manifest)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string'
    ? parsed.version
    : undefined;
}

function requireNode24(): void {
  if (!process.versions.node.startsWith('24.')) {
    throw new MissingPartError(
      `code-server installs only with Node 24, and this is ${process.versions.node}. Run through npm (npm test), which uses the Node of node_modules.`,
    );
  }
}

async function requirePackages(names: readonly SystemPackage[]): Promise<void> {
  const problem = await provideSystemPackages(names);
  if (problem !== undefined) throw new MissingPartError(problem);
}

/** The path of the machine's Chromium. Throws `MissingPartError`. */
export async function provideChromium(): Promise<string> {
  return findChromium() ?? (await installChromium());
}

/** Debian has a package. Ubuntu's is one of snap, which runs in no container: there, and without root, it is Playwright's download. */
async function installChromium(): Promise<string> {
  const problem = await provideSystemPackages(['chromium-headless-shell']);
  // Without root `--with-deps` asks for a password.
  const withDeps = process.getuid?.() === 0 ? ['--with-deps'] : [];
  if (findChromium() === undefined) await runProgram(process.execPath, [playwright, 'install', ...withDeps, 'chromium']);
  const found = findChromium();
  if (found !== undefined) return found;
  throw new MissingPartError(`${problem ?? 'The tests need Chromium.'} (or set the environment variable CHROMIUM to the path of one)`);
}

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new MissingPartError(`CHROMIUM is ${named}, which is not an executable file. Correct it or unset it.`);
  }
  return installedChromium();
}
