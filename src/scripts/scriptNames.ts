// Which files are scripts, by their names and places. Pure: the plugin of TypeScript asks, too.

/** Others in the folder are its scripts' own: declarations, tests, what begins with `.` or `_`. */
export function isScriptFileName(name: string): boolean {
  return /^[^._].*(?<!\.d|\.test)\.ts$/s.test(name);
}

/** Whether a saved script is at this path: in `.code-mode/scripts`. */
export function isSavedPath(path: string): boolean {
  return isScratchPath(path) && /[\\/]scripts[\\/][^\\/]+$/.test(path);
}

/** Whether a script of a person is at this path: in `.code-mode`, or saved in `scripts` there. */
export function isScratchPath(path: string): boolean {
  const [, saved, name = ''] = /[\\/]\.code-mode[\\/](scripts[\\/])?([^\\/]+\.ts)$/.exec(path) ?? [];
  return saved === undefined ? name !== '' && !name.endsWith('.d.ts') : isScriptFileName(name);
}
