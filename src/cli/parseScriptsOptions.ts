// What follows `code-mode scripts`: `run` and `test` are `code-mode run` and `code-mode runs test` of saved scripts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPTS_SERVER } from '../scripts/scriptsServer.ts';
import { defaultScriptFolder } from '../scripts/scriptFolders.ts';
import type { PastRunsOptions, RunOptions, ScriptOptions, ScriptsOptions, Shared } from './commandOptions.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, onlyWord } from './optionValues.ts';
import { scriptsActions, scriptsUsage } from './usage/scriptsCommand.ts';

interface Given {
  readonly shared: Shared;
  readonly script: () => ScriptOptions;
  readonly run: () => Omit<RunOptions, 'command' | 'file' | 'code' | keyof Shared>;
}

/** Throws `UsageError`. */
export function parseScriptsOptions(
  positionals: readonly string[],
  { shared: given, script, run }: Given,
): ScriptsOptions | RunOptions | PastRunsOptions {
  const [first, ...names] = positionals;
  const action = actionNamed('scripts', first, scriptsActions);
  const wrong = `the form is code-mode scripts ${scriptsUsage[action]} (see code-mode help scripts)`;
  // These commands are about the folder's scripts, whichever file has the servers: their user has chosen them.
  const shared = { ...given, workspaceScripts: true, trust: [...given.trust, `${SCRIPTS_SERVER}.*`] };
  if (action === 'list') {
    if (names.length > 0) throw new UsageError(wrong);
    return { command: 'scripts', ...shared };
  }
  if (action === 'test') return { command: 'runs', action, ...shared, ...script(), paths: testPaths(names, shared.scriptFolders) };
  const name = onlyWord(names, wrong);
  // As any script calls it: checked, asked for and recorded like that.
  const code = `return await tools.${SCRIPTS_SERVER}[${JSON.stringify(name.replace(/\.ts$/, ''))}](codemode.args as never)`;
  return { command: 'run', ...shared, ...run(), file: `[scripts] ${name}`, code };
}

/** What is not there, `runs test` says. */
function testPaths(names: readonly string[], more: readonly string[]): readonly string[] {
  const existing = [defaultScriptFolder, ...more].filter((folder) => existsSync(folder));
  const folders = existing.length > 0 ? existing : [defaultScriptFolder];
  if (names.length === 0) return folders;
  return names.map((name) => {
    const files = folders.map((folder) => join(folder, `${name.replace(/\.ts$/, '')}.run.json`));
    return files.find((file) => existsSync(file)) ?? files[0] ?? name;
  });
}
