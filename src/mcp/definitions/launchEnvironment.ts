// The environment of a server's process, by VS Code's rules: the host's, then `envFile`, then `env`.
import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { readEnvFile } from './envFile.ts';
import type { StdioLaunch } from './serverDefinition.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type EnvironmentOutcome = { readonly ok: true; readonly env: Environment } | { readonly ok: false; readonly error: string };

/**
 * The editor's own variables mean the editor, not a server: with the first one, an Electron would not even be itself. An answer to
 * one server's input is not for the others.
 */
const isPrivateToHost = (name: string) => name === 'ELECTRON_RUN_AS_NODE' || /^(VSCODE|CODE_MODE_INPUT)_/.test(name);

/** `env.PATH` is appended to the host's PATH rather than put in its place, and `null` unsets (VS Code 1.139). */
export async function launchEnvironment(launch: Pick<StdioLaunch, 'env' | 'envFile'>, host: Environment): Promise<EnvironmentOutcome> {
  const env = new Map(Object.entries(host).filter(([name]) => !isPrivateToHost(name)));
  if (launch.envFile !== undefined) {
    try {
      for (const [name, value] of readEnvFile(await readFile(launch.envFile, 'utf8'))) env.set(nameIn(env, name), value);
    } catch {
      return { ok: false, error: `it cannot start: "envFile" ${launch.envFile} cannot be read. Create it or remove "envFile".` };
    }
  }
  for (const [asked, value] of Object.entries(launch.env)) {
    const name = nameIn(env, asked);
    const path = name.toUpperCase() === 'PATH' ? env.get(name) : undefined;
    if (value === null) env.delete(name);
    else env.set(name, path ? `${path}${delimiter}${value}` : value);
  }
  return { ok: true, env: Object.fromEntries(env) };
}

/** On Windows, `Path` and `PATH` are one variable. */
function nameIn(env: ReadonlyMap<string, unknown>, asked: string): string {
  if (process.platform !== 'win32') return asked;
  return [...env.keys()].find((name) => name.toUpperCase() === asked.toUpperCase()) ?? asked;
}
