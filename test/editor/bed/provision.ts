// Installs the parts of the editor tests that npm cannot list as dependencies: a VS Code that runs here (code-server
// contains the real workbench and the real Copilot Chat) and a Chromium to drive it. The parts are installed once and
// kept. A part that cannot be installed is an error that names the package to install, never a skipped test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmInstall } from './npmInstall.ts';
import {
  installedChromium,
  isExecutable,
  provideSystemPackages,
  runProgram,
  type SystemPackage,
} from './systemPackages.ts';

/** Carries VS Code 1.139.1. Needs Node 24 to install and to run. */
const codeServerVersion = '4.139.1';
const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));

/** Absolute paths of the programs for the editor tests. */
export interface EditorParts {
  /** code-server's entry script, to be run by Node 24. */
  readonly codeServer: string;
  readonly chromium: string;
}

/** A part is missing and cannot be installed from here. The message names the package that the person must install. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}

/**
 * Returns the parts and installs missing ones: code-server by npm into `<root>/.vscode-test/`, Debian's packages if no
 * password is needed.
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
  console.log(
    `Installing code-server ${codeServerVersion} into ${home}: about three minutes and 620 MB, once.`,
  );
  const manifest = {
    dependencies: { 'code-server': codeServerVersion },
    allowScripts: { node: true, 'code-server': true, argon2: false },
  };
  await npmInstall(home, manifest).catch((error: unknown) => {
    throw new MissingPartError(
      `${String(error)} It compiles native modules, which needs a C++ compiler, make, python3 and the headers of Kerberos.`,
    );
  });
  return entry;
}

function installedVersion(home: string): string | undefined {
  const manifest = join(home, 'node_modules', 'code-server', 'package.json');
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version; // of npm
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

/**
 * Debian has a package for Chromium. Ubuntu's package is a snap, which runs in no container; there, and without root,
 * Playwright's download is used.
 */
async function installChromium(): Promise<string> {
  const problem = await provideSystemPackages(['chromium-headless-shell']);
  // Without root, `--with-deps` asks for a password.
  const withDeps = process.getuid?.() === 0 ? ['--with-deps'] : [];
  if (findChromium() === undefined)
    await runProgram(process.execPath, [playwright, 'install', ...withDeps, 'chromium']);
  const found = findChromium();
  if (found !== undefined) return found;
  throw new MissingPartError(
    `${problem ?? 'The tests need Chromium.'} (or set the environment variable CHROMIUM to the path of one)`,
  );
}

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new MissingPartError(
      `CHROMIUM is ${named}, which is not an executable file. Correct it or unset it.`,
    );
  }
  return installedChromium();
}
