// The oldest VS Code that the manifest allows, which code-server carries, kept in `.vscode-test/` for the next run.
// npm alone no longer installs it: one of its packages comes from GitHub, and so does ripgrep, which searches files
// and which the test does without.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { provideSystemPackages } from '../editor/bed/systemPackages.ts';
import { provisionNode } from './provisionNode.ts';

/** Carries VS Code 1.106.3. */
export const oldCodeServer = '4.106.3';
const nodeVersion = '22.22.0';
/** The same code from npm in place of GitHub. */
const watcher = '2.5.1';
const compiled = ['kerberos', '@vscode/spdlog', '@vscode/deviceid', 'native-watchdog', 'node-pty'];
const home = join(import.meta.dirname, '../../.vscode-test', `code-server-${oldCodeServer}`);
const stepMs = 5 * 60_000;

export interface OldEditor {
  /** code-server's entry script, to be run by `node`. */
  readonly codeServer: string;
  readonly node: string;
}

/** Rejects when it cannot be had, saying what failed. */
export async function provisionOldEditor(): Promise<OldEditor> {
  const node = await provisionNode(nodeVersion);
  const entry = join('node_modules', 'code-server', 'out', 'node', 'entry.js');
  if (!existsSync(join(home, entry))) await install(node);
  return { node, codeServer: join(home, entry) };
}

async function install(node: string): Promise<void> {
  const problem = await provideSystemPackages(['libkrb5-dev', 'g++', 'make', 'python3']);
  if (problem !== undefined) throw new Error(problem);
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { 'code-server': oldCodeServer },
    allowScripts: { argon2: true },
  };
  writeFileSync(join(partial, 'package.json'), JSON.stringify(manifest));
  const npm = npmUnder(node);
  await npm(partial, 'install', '--ignore-scripts');
  await npm(partial, 'rebuild', 'argon2');
  const code = join(partial, 'node_modules', 'code-server', 'lib', 'vscode');
  for (const folder of [code, join(code, 'extensions')]) {
    takeWatcherFromNpm(folder);
    await npm(folder, 'install', '--ignore-scripts', '--omit=dev');
  }
  await npm(code, 'rebuild', ...compiled);
  await symlink('node_modules', join(code, 'node_modules.asar'));
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
}

/** npm as that Node runs it, so that native modules are compiled for it. */
function npmUnder(node: string) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  return async (cwd: string, ...args: readonly string[]): Promise<void> => {
    const options = ['--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', [...args, ...options], {
      cwd,
      env,
      timeout: stepMs,
      maxBuffer: 64 * 1_024 * 1_024,
    });
  };
}

type Dependencies = Record<string, string>;
interface Package {
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
  allowScripts?: Record<string, boolean>;
}

/** Changes its manifest and its lock, and lets what has to be compiled be compiled. */
function takeWatcherFromNpm(folder: string): void {
  const name = '@parcel/watcher';
  for (const file of ['package.json', 'npm-shrinkwrap.json', 'package-lock.json']
    .map((found) => join(folder, found))
    .filter(existsSync)) {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Package & { packages?: Record<string, Package> };
    for (const { dependencies, devDependencies } of [read, ...Object.values(read.packages ?? {})]) {
      for (const named of [dependencies, devDependencies])
        if (named?.[name] !== undefined) named[name] = watcher;
    }
    // npm finds it again, with the compiled module of this platform.
    delete read.packages?.[`node_modules/${name}`];
    if (file.endsWith('package.json'))
      read.allowScripts = Object.fromEntries(compiled.map((one) => [one, true]));
    writeFileSync(file, JSON.stringify(read));
  }
}
