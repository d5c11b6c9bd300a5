// Parses the command line of `code-mode scripts`. Its actions `run` and `test` become `code-mode run` and `code-mode
// runs test` with saved scripts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPTS_SERVER, defaultScriptFolder } from '../engine/savedScripts/index.ts';
import type { PastRunsOptions, RunOptions, ScriptOptions, ScriptsOptions, Shared } from './commandOptions.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, onlyWord } from './optionValues.ts';
import { scriptsActions, scriptsUsage } from './usage/scriptsCommand.ts';

interface Given {
  readonly shared: Shared;
  readonly script: () => ScriptOptions;
  readonly run: () => Omit<RunOptions, 'command' | 'file' | 'code' | keyof Shared>;
}

/** Throws `UsageError` for an invalid command line. */
export function parseScriptsOptions(
  positionals: readonly string[],
  { shared: given, script, run }: Given,
): ScriptsOptions | RunOptions | PastRunsOptions {
  const [first, ...names] = positionals;
  const action = actionNamed('scripts', first, scriptsActions);
  const wrong = `the form is code-mode scripts ${scriptsUsage[action]} (see code-mode help scripts)`;
  // These commands use the folder's scripts, regardless of the file that defines the servers. The user has chosen
  // the scripts with this command, so they are trusted.
  const shared = { ...given, workspaceScripts: true, trust: [...given.trust, `${SCRIPTS_SERVER}.*`] };
  if (action === 'list') {
    if (names.length > 0) throw new UsageError(wrong);
    return { command: 'scripts', ...shared };
  }
  if (action === 'test')
    return { command: 'runs', action, ...shared, ...script(), paths: testPaths(names, shared.scriptFolders) };
  const name = onlyWord(names, wrong);
  // The saved script is called like any tool, so its call is checked, approved and recorded in the same way.
  const code = `return await tools.${SCRIPTS_SERVER}[${JSON.stringify(name.replace(/\.ts$/, ''))}](codemode.args as never)`;
  return { command: 'run', ...shared, ...run(), file: `[scripts] ${name}`, code };
}

/** Returns the paths to test; `runs test` reports paths that do not exist. */
function testPaths(names: readonly string[], more: readonly string[]): readonly string[] {
  const existing = [defaultScriptFolder, ...more].filter((folder) => existsSync(folder));
  const folders = existing.length > 0 ? existing : [defaultScriptFolder];
  if (names.length === 0) return folders;
  return names.map((name) => {
    const files = folders.map((folder) => join(folder, `${name.replace(/\.ts$/, '')}.run.json`));
    return files.find((file) => existsSync(file)) ?? files[0] ?? name;
  });
}
