// Variables inside a launch object: those of VS Code's mcp.json, and the `${VAR}` / `${VAR:-default}` that writers
// of .mcp.json know from Claude Code. Most are put in when a definition is read; inputs, and what only an editor knows,
// when the server is started.
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
  /** Undefined: variables of the environment stay as written. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined;
  readonly dialect: DefinitionDialect;
  /** The text of a setting of the editor, which may have variables in it; undefined where it is not set. */
  readonly setting?: (name: string, folder: string | undefined) => string | undefined;
}

interface Substitution {
  readonly value: unknown;
  /** Variables that nothing here knows, as written; they stay in the value, as the next two do. */
  readonly unknown: readonly string[];
  /** Ids of `${input:...}`, which only a person could answer. */
  readonly inputs: readonly string[];
  /** What stands between the braces of variables that only an editor knows: `config:a.b`, `command:x`, `file`. */
  readonly editor: readonly string[];
}

/** Puts values in for every variable that can be known now, in every string of `value`, keys included. */
export function substituteVariables(value: unknown, context: VariableContext): Substitution {
  const unknown = new Set<string>();
  const inputs = new Set<string>();
  const editor = new Set<string>();
  /** `within`: the settings whose text is being read. A setting that leads back to itself stays as written. */
  const valueOf = (name: string, written: string, within: readonly string[]): string | undefined => {
    const found = lookUp(name, context);
    if (found !== undefined) return found;
    if (within.includes(name)) return written;
    const setting = settingText(name, context);
    if (setting !== undefined) return inText(setting, (inner, text) => valueOf(inner, text, [...within, name]));
    const input = inputId(name);
    if (input !== undefined) inputs.add(input);
    else if (context.dialect === 'vscode' && isOfEditor(name)) editor.add(name);
    else unknown.add(written);
    return undefined;
  };
  const substituted = replaceVariables(value, (name, written) => valueOf(name, written, []));
  return { value: substituted, unknown: [...unknown], inputs: [...inputs], editor: [...editor] };
}

/** What is put in when a server is started. */
export interface LateValues {
  /** By id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** By what stands between the braces. */
  readonly editor: ReadonlyMap<string, string>;
}

/** Puts them in, in the same places. */
export function substituteLateValues(value: unknown, { inputs, editor }: LateValues): unknown {
  return replaceVariables(value, (name) => {
    const input = inputId(name);
    return input === undefined ? editor.get(name) : inputs.get(input);
  });
}

type ValueOf = (name: string, written: string) => string | undefined;

/** What `valueOf` does not know stays as written. */
function replaceVariables(value: unknown, valueOf: ValueOf): unknown {
  const inValue = (part: unknown): unknown => {
    if (typeof part === 'string') return inText(part, valueOf);
    if (Array.isArray(part)) return part.map(inValue);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [inText(key, valueOf), inValue(inner)]));
  };
  return inValue(value);
}

function inText(text: string, valueOf: ValueOf): string {
  return text.replace(/\$\{([^{}]+)\}/g, (written: string, name: string) => valueOf(name, written) ?? written);
}

function settingText(name: string, { dialect, folder, setting }: VariableContext): string | undefined {
  return dialect === 'vscode' && name.startsWith('config:') ? setting?.(name.slice('config:'.length), folder) : undefined;
}

function inputId(name: string): string | undefined {
  return name.startsWith('input:') ? name.slice('input:'.length) : undefined;
}

/** VS Code 1.139, without `execPath` and what its other parts contribute (`defaultBuildTask`), which extensions cannot ask for. */
function isOfEditor(name: string): boolean {
  return (
    /^(?:config|command|extensionInstallFolder):./.test(name) ||
    /^(?:file(?:WorkspaceFolder(?:Basename)?|Dirname(?:Basename)?|Extname|Basename(?:NoExtension)?)?|relativeFile(?:Dirname)?)$/.test(
      name,
    ) ||
    /^(?:lineNumber|columnNumber|selectedText|execInstallFolder)$/.test(name)
  );
}

function lookUp(name: string, context: VariableContext): string | undefined {
  const { home, env, dialect } = context;
  const [, asked, folderName] =
    /^(workspaceFolder|workspaceRoot|cwd|workspaceFolderBasename|workspaceRootFolderName)(?::(.+))?$/s.exec(name) ?? [];
  if (asked !== undefined) return ofFolder(asked, folderName, context);
  if (name === 'userHome') return home;
  if (name === 'pathSeparator' || name === '/') return sep;
  if (env === undefined) return undefined;
  // VS Code: an environment variable that is not set is the empty string.
  if (name.startsWith('env:')) return env[name.slice('env:'.length)] ?? '';
  if (dialect === 'vscode') return undefined;
  const [, variable, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  return variable === undefined ? undefined : (env[variable] ?? fallback);
}

/** The current folder of a definition is its own; only where it has none, that of this process (VS Code 1.139). */
function ofFolder(asked: string, folderName: string | undefined, { folder, folders, cwd }: VariableContext): string | undefined {
  if (asked === 'cwd' && folderName === undefined) return folder ?? cwd;
  // A definition of the person's own belongs to no folder: there, the first folder of the window is the best guess.
  const path = folderName === undefined ? (folder ?? folders[0]?.path) : folders.find(({ name }) => name === folderName)?.path;
  return path !== undefined && /Basename|FolderName/.test(asked) ? basename(path) : path;
}
