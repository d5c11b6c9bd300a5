// What the editor tests need and npm cannot list as a dependency: a VS Code that runs here (code-server carries the
// real workbench and the real Copilot Chat) and a Chromium to drive it. Installed once, kept for the next run; what
// cannot be had is an error that names the package to install, never a skipped test.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

/** Carries VS Code 1.139.1. Needs Node 24 to install and to run. */
const codeServerVersion = '4.139.1';
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macBrowsers = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

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
 * Returns the parts, installing what is absent: code-server by npm into `<root>/.vscode-test/`, Debian's packages by
 * apt-get where this is a CI machine and we are root.
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
  await requireKerberosHeaders();
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
  const npm = await run('npm', ['install', '--prefix', partial, '--no-audit', '--no-fund', '--loglevel=error'], partial);
  if (npm !== 0 || installedVersion(partial) !== codeServerVersion) {
    throw new MissingPartError(
      `npm could not install code-server ${codeServerVersion} (exit code ${npm}; its output is above). ` +
        'It compiles native modules: install a C++ compiler, make and python3 (apt-get install build-essential python3 libkrb5-dev) and try again.',
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

async function requireKerberosHeaders(): Promise<void> {
  const header = '/usr/include/gssapi/gssapi.h';
  if (process.platform !== 'linux' || existsSync(header)) return;
  await aptInstall(['libkrb5-dev']);
  if (!existsSync(header)) {
    throw new MissingPartError(
      'code-server needs the headers of Kerberos. Install them: apt-get install libkrb5-dev (Fedora: dnf install krb5-devel).',
    );
  }
}

/** The path of the machine's Chromium. Throws `MissingPartError`. */
export async function provideChromium(): Promise<string> {
  return findChromium() ?? (await installChromium());
}

async function installChromium(): Promise<string> {
  await aptInstall(['chromium']);
  const found = findChromium();
  if (found === undefined) {
    throw new MissingPartError(
      'The tests need Chromium. Install it (apt-get install chromium) or set the environment variable CHROMIUM to its path.',
    );
  }
  return found;
}

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new MissingPartError(`CHROMIUM is ${named}, which is not an executable file. Correct it or unset it.`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = chromiumNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...macBrowsers].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A person's machine is not changed behind their back: only a CI machine, where we are root, gets system packages. */
async function aptInstall(packages: readonly string[]): Promise<void> {
  const onCi = process.env['CI'] === 'true' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!onCi) return;
  if ((await run('apt-get', ['update', '-qq'])) !== 0) return;
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Resolves with the exit code; a program that does not exist counts as 127, as in a shell. */
async function run(program: string, args: readonly string[], cwd?: string): Promise<number> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    DEBIAN_FRONTEND: 'noninteractive',
  };
  // The npm that runs these tests may use another Node, and says so to everything below it; code-server believes it.
  delete env['npm_config_user_agent'];
  const child = spawn(program, args, { stdio: 'inherit', env, ...(cwd === undefined ? {} : { cwd }) });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
