// Locates programs of the operating system by absolute path. If a program were started by its bare name, Windows would
// prefer a program of that name in the current folder, which may be another person's repository. All programs that the
// project starts by itself are located here.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, win32 } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** The folder of Windows. Windows always sets `SystemRoot`, and no repository can set it. */
export function windowsFolder(env: Variables): string {
  const named = env['SystemRoot'] ?? env['SYSTEMROOT'];
  return named !== undefined && /^[A-Za-z]:\\/.test(named) ? named : 'C:\\Windows';
}

/** The path of a Windows program, such as `C:\Windows\System32\tasklist.exe`. */
export function windowsProgram(name: 'tasklist' | 'taskkill' | 'rundll32', env: Variables): string {
  return win32.join(windowsFolder(env), 'System32', `${name}.exe`);
}

/** The command that opens an address in the browser, to which the address is added; empty if there is none. */
export function browserOpener(platform: NodeJS.Platform, env: Variables): readonly string[] {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [windowsProgram('rundll32', env), 'url.dll,FileProtocolHandler'];
  const found =
    findOnPath('xdg-open', env['PATH'] ?? '') ?? findOnPath('xdg-open', '/usr/local/bin:/usr/bin:/bin');
  return found === undefined ? [] : [found];
}

/**
 * Finds a program in the folders of a PATH. Skips relative folders, which depend on the current folder, and the folders
 * of a project that `npm exec` adds.
 */
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
