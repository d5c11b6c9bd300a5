// Recognizes scripts by their names and places. The functions are pure, since the TypeScript plugin also uses them.

/** The server name of saved scripts: `tools.scripts`. */
export const SCRIPTS_SERVER = 'scripts';

/** True if a file of the folder is a script. Declarations, tests and names with `.` or `_` first are helper files. */
export function isScriptFileName(name: string): boolean {
  return /^[^._].*(?<!\.d|\.test)\.ts$/s.test(name);
}

/** True if a saved script has this path: it lies in `.code-mode/scripts`. */
export function isSavedPath(path: string): boolean {
  return isScratchPath(path) && /[\\/]scripts[\\/][^\\/]+$/.test(path);
}

/** True if a script of a person has this path: it lies in `.code-mode`, or in `scripts` below it. */
export function isScratchPath(path: string): boolean {
  const [, saved, name = ''] = /[\\/]\.code-mode[\\/](scripts[\\/])?([^\\/]+\.ts)$/.exec(path) ?? [];
  return saved === undefined ? name !== '' && !name.endsWith('.d.ts') : isScriptFileName(name);
}
