// Variables inside a launch object: those of VS Code's mcp.json, and the `${VAR}` / `${VAR:-default}` that writers
// of .mcp.json know from Claude Code.
import { basename, sep } from 'node:path';
import type { DefinitionDialect } from './definitionFile.ts';

export interface VariableContext {
  readonly folder: string;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dialect: DefinitionDialect;
}

export interface Substitution {
  readonly value: unknown;
  /** Variables that nothing here knows, as written; they stay in the value. */
  readonly unknown: readonly string[];
  /** Ids of `${input:...}`, which only a person could answer. */
  readonly inputs: readonly string[];
}

/** Puts values in for every variable in every string of `value`, keys included. */
export function substituteVariables(value: unknown, context: VariableContext): Substitution {
  const unknown = new Set<string>();
  const inputs = new Set<string>();
  const inText = (text: string) =>
    text.replace(/\$\{([^{}]+)\}/g, (written: string, name: string) => {
      if (name.startsWith('input:')) inputs.add(name.slice('input:'.length));
      const found = lookUp(name, context);
      if (found === undefined) unknown.add(written);
      return found ?? written;
    });
  const inValue = (part: unknown): unknown => {
    if (typeof part === 'string') return inText(part);
    if (Array.isArray(part)) return part.map(inValue);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [inText(key), inValue(inner)]));
  };
  return { value: inValue(value), unknown: [...unknown], inputs: [...inputs] };
}

function lookUp(name: string, { folder, home, cwd, env, dialect }: VariableContext): string | undefined {
  switch (name) {
    case 'workspaceFolder':
      return folder;
    case 'workspaceFolderBasename':
      return basename(folder);
    case 'userHome':
      return home;
    case 'cwd':
      return cwd;
    case 'pathSeparator':
    case '/':
      return sep;
  }
  // VS Code: an environment variable that is not set is the empty string.
  if (name.startsWith('env:')) return env[name.slice('env:'.length)] ?? '';
  if (dialect === 'vscode') return undefined;
  const [, variable, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  return variable === undefined ? undefined : (env[variable] ?? fallback);
}
