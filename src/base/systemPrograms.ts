// Where the operating system's own programs are. Started by a bare name, a program of the current folder, which may be
// somebody else's repository, would run in their place on Windows. Every program that we start ourselves is asked for here.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, win32 } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

const windowsPrograms = { tasklist: 'tasklist.exe', taskkill: 'taskkill.exe', rundll32: 'rundll32.exe' } as const;

/** The folder that Windows is in: `SystemRoot` is the user's own variable, and is always set by Windows. */
export function windowsFolder(env: Variables): string {
  const named = env['SystemRoot'] ?? env['SYSTEMROOT'];
  return named !== undefined && /^[A-Za-z]:\\/.test(named) ? named : 'C:\\Windows';
}

/** A program of Windows, such as `C:\Windows\System32\tasklist.exe`. */
export function windowsProgram(name: keyof typeof windowsPrograms, env: Variables): string {
  return win32.join(windowsFolder(env), 'System32', windowsPrograms[name]);
}

/** What shows an address in the browser, which is its last argument; empty where nothing is found. */
export function browserOpener(platform: NodeJS.Platform, env: Variables): readonly string[] {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [windowsProgram('rundll32', env), 'url.dll,FileProtocolHandler'];
  const found = findOnPath('xdg-open', env['PATH'] ?? '') ?? findOnPath('xdg-open', '/usr/local/bin:/usr/bin:/bin');
  return found === undefined ? [] : [found];
}

/** In the folders that a PATH lists; those that depend on the current folder, and those of a project, which `npm exec` adds, are passed over. */
export function findOnPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
