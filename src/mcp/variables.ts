// Variables inside a launch object: those of VS Code's mcp.json, and the `${VAR}` / `${VAR:-default}` that writers
// of .mcp.json know from Claude Code.
import { basename, sep } from 'node:path';
import type { DefinitionDialect } from './definitionFile.ts';

export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

export interface VariableContext {
  /** The folder of the definition; undefined for one that belongs to no folder. */
  readonly folder: string | undefined;
  /** The folders of the workspace, by the names that the editor gives them. */
  readonly folders: readonly WorkspaceFolder[];
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dialect: DefinitionDialect;
}

export interface Substitution {
  readonly value: unknown;
  /** Variables that nothing here knows, as written; they stay in the value, as inputs do. */
  readonly unknown: readonly string[];
  /** Ids of `${input:...}`, which only a person could answer. */
  readonly inputs: readonly string[];
}

/** Puts values in for every variable but inputs in every string of `value`, keys included. */
export function substituteVariables(value: unknown, context: VariableContext): Substitution {
  const unknown = new Set<string>();
  const inputs = new Set<string>();
  const substituted = replaceVariables(value, (name, written) => {
    const input = inputId(name);
    if (input !== undefined) {
      inputs.add(input);
      return undefined;
    }
    const found = lookUp(name, context);
    if (found === undefined) unknown.add(written);
    return found;
  });
  return { value: substituted, unknown: [...unknown], inputs: [...inputs] };
}

/** Puts answers in for every `${input:...}`, in the same places. */
export function substituteInputs(value: unknown, answers: ReadonlyMap<string, string>): unknown {
  return replaceVariables(value, (name) => {
    const input = inputId(name);
    return input === undefined ? undefined : answers.get(input);
  });
}

/** What `valueOf` does not know stays as written. */
function replaceVariables(value: unknown, valueOf: (name: string, written: string) => string | undefined): unknown {
  const inText = (text: string) => text.replace(/\$\{([^{}]+)\}/g, (written: string, name: string) => valueOf(name, written) ?? written);
  const inValue = (part: unknown): unknown => {
    if (typeof part === 'string') return inText(part);
    if (Array.isArray(part)) return part.map(inValue);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [inText(key), inValue(inner)]));
  };
  return inValue(value);
}

function inputId(name: string): string | undefined {
  return name.startsWith('input:') ? name.slice('input:'.length) : undefined;
}

function lookUp(name: string, context: VariableContext): string | undefined {
  const { folders, home, cwd, env, dialect } = context;
  // A definition of the person's own belongs to no folder: there, the first folder of the window is the best guess.
  const folder = context.folder ?? folders[0]?.path;
  switch (name) {
    case 'workspaceFolder':
      return folder;
    case 'workspaceFolderBasename':
      return folder === undefined ? undefined : basename(folder);
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
  if (name.startsWith('workspaceFolder:')) return folders.find((known) => `workspaceFolder:${known.name}` === name)?.path;
  if (dialect === 'vscode') return undefined;
  const [, variable, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  return variable === undefined ? undefined : (env[variable] ?? fallback);
}
