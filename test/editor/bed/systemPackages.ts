// Installs the packages of Debian and Ubuntu that tests need and npm cannot provide, if no password is needed (as root,
// or with a sudo that asks for none). Otherwise it prints the one command that installs them.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The headless shell needs three quarters of the processor time of the other Chromium builds. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macBrowsers = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** For each package, a check that its content is installed, without the package manager. */
const isThere = {
  'chromium-headless-shell': () =>
    (process.env['CHROMIUM'] ?? '') !== '' || installedChromium() !== undefined,
  // code-server's native modules are compiled when it is installed.
  'g++': () => programOnPath('g++', 'c++', 'clang++') !== undefined,
  make: () => programOnPath('make') !== undefined,
  python3: () => programOnPath('python3') !== undefined,
  'libkrb5-dev': () => existsSync('/usr/include/gssapi/gssapi.h'),
  // Without a font the pictures of failures have no text.
  'fonts-dejavu-core': () => globSync('/usr/share/fonts/**/*.{ttf,otf}').length > 0,
  // Confinement by the operating system.
  bubblewrap: () => programOnPath('bwrap') !== undefined,
  // The shared state of replicas of `code-mode serve --http`, and the load balancer in front of them.
  'redis-server': () => programOnPath('redis-server') !== undefined,
  nginx: () => programOnPath('nginx') !== undefined || existsSync('/usr/sbin/nginx'),
  // A display for the desktop's VS Code.
  xvfb: () => programOnPath('xvfb-run') !== undefined,
  // xvfb-run needs this package, which is only recommended.
  xauth: () => programOnPath('xauth') !== undefined,
  // VS Code's own libraries.
  libnss3: () => hasLibrary('libnss3.so'),
  'libgtk-3-0': () => hasLibrary('libgtk-3.so.0'),
  libgbm1: () => hasLibrary('libgbm.so.1'),
  libasound2: () => hasLibrary('libasound.so.2'),
  // Windows' Node runs in Wine; its processes use the 64-bit part.
  wine: () => programOnPath('wine') !== undefined,
  wine64: () => programOnPath('wine') !== undefined,
  // Compiles the Windows programs that Wine only has in name.
  'gcc-mingw-w64-x86-64-win32': () => programOnPath('x86_64-w64-mingw32-gcc') !== undefined,
} as const satisfies Record<string, () => boolean>;

export type SystemPackage = keyof typeof isThere;

/** Packages for `npm test`. */
export const testPackages: readonly SystemPackage[] = [
  ...(['chromium-headless-shell', 'fonts-dejavu-core', 'bubblewrap'] as const),
  ...(['g++', 'make', 'python3', 'libkrb5-dev'] as const),
];

/** Additional packages for `npm run test:full`. */
export const fullPackages: readonly SystemPackage[] = ['redis-server', 'nginx'];

/** Packages for `npm run test:desktop`. */
export const desktopPackages: readonly SystemPackage[] = [
  'xvfb',
  'xauth',
  'libnss3',
  'libgtk-3-0',
  'libgbm1',
  'libasound2',
];

/** Packages for `npm run test:windows`. */
export const winePackages: readonly SystemPackage[] = ['wine', 'wine64', 'gcc-mingw-w64-x86-64-win32'];

function hasLibrary(file: string): boolean {
  return globSync([`/usr/lib/${file}`, `/usr/lib/*/${file}`, `/usr/lib64/${file}`]).length > 0;
}

/** The parts of the machine that the installation reads and changes. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly hasApt: boolean;
  has(name: SystemPackage): boolean;
  /** Resolves with the exit code. */
  run(program: string, args: readonly string[]): Promise<number>;
}

/** Resolves with a text for the user if packages are missing that could not be installed. */
export async function provideSystemPackages(
  names: readonly SystemPackage[],
  machine: Machine = thisMachine,
): Promise<string | undefined> {
  const missing = () => (machine.platform === 'linux' ? names.filter((name) => !machine.has(name)) : []);
  if (missing().length === 0) return undefined;
  if (!machine.hasApt)
    return `The tests need packages that are missing, as Debian calls them: ${missing().join(' ')}`;
  const apt = await aptOf(machine);
  if (apt) {
    // The update also fails if one of several archives does not answer.
    await apt('update', '-qq');
    const install = (...wanted: string[]) =>
      apt('install', '-y', '-qq', '--no-install-recommends', ...wanted);
    // Ubuntu lacks some of the packages, and a missing one must not prevent the installation of the others.
    if ((await install(...missing())) !== 0) for (const name of missing()) await install(name);
  }
  const still = missing().join(' ');
  return still === ''
    ? undefined
    : `The tests need packages that are missing: sudo apt-get update && sudo apt-get install -y ${still}`;
}

type Apt = (...args: string[]) => Promise<number>;

/** Waits for the lock, since a machine that has just started may be installing updates. */
const waiting = ['-o', 'DPkg::Lock::Timeout=300'];

async function aptOf(machine: Machine): Promise<Apt | undefined> {
  if (machine.isRoot) return (...args) => machine.run('apt-get', [...waiting, ...args]);
  if ((await machine.run('sudo', ['-n', 'true'])) !== 0) return undefined;
  return (...args) =>
    machine.run('sudo', ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...waiting, ...args]);
}

const thisMachine: Machine = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  hasApt: existsSync('/usr/bin/apt-get'),
  has: (name) => isThere[name](),
  run: runProgram,
};

/** Resolves with the exit code; a program that does not exist counts as 127, as in a shell. */
export async function runProgram(program: string, args: readonly string[], cwd?: string): Promise<number> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    DEBIAN_FRONTEND: 'noninteractive',
  };
  // The npm that runs these tests may use another Node and announces it in variables, which code-server trusts.
  delete env['npm_config_user_agent'];
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32';
  const child = spawn(program, args, { stdio: 'inherit', env, shell, ...(cwd !== undefined && { cwd }) });
  return await new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns the first of these programs that is in a folder of PATH. */
export function programOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the Chromium of the system, or the one that Playwright has downloaded. */
export function installedChromium(): string | undefined {
  return programOnPath(...chromiumNames) ?? [...macBrowsers, chromium.executablePath()].find(isExecutable);
}
