// Substitutes variables in a definition: those of VS Code's mcp.json, and `${VAR}` / `${VAR:-default}`, which authors
// of .mcp.json know from Claude Code. Most variables are substituted when a definition is read; inputs and editor
// variables are substituted when the server starts.
import { basename, dirname, extname, relative, sep } from 'node:path';
import { mapTexts } from '../../base/json.ts';
import type { DefinitionDialect } from './definitionFile.ts';

export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

export interface VariableContext {
  /** Folder of the definition; undefined if the definition belongs to no folder. */
  readonly folder: string | undefined;
  /** Folders of the workspace with their names in the editor. */
  readonly folders: readonly WorkspaceFolder[];
  readonly home: string;
  readonly cwd: string;
  /** Environment variables; if undefined, such variables stay as written. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined;
  readonly dialect: DefinitionDialect;
  /** Returns the text of an editor setting, which may contain variables; undefined if the setting is not set. */
  readonly setting?: (name: string, folder: string | undefined) => string | undefined;
}

/**
 * Maximum length of all values that are put in, in characters: a hostile file or setting may repeat a variable any
 * number of times.
 */
const mostCharacters = 1_000_000;
/** Number of characters that each variable counts besides those of its value, because it is looked up. */
const charactersOfLookup = 100;
/** Maximum number of settings that contain one another. */
const mostNested = 10;

interface Substitution<T> {
  readonly value: T;
  /** True if the values exceed `mostCharacters`; the variables after them then stay as written. */
  readonly isTooLong: boolean;
  /** Unknown variables as written. They stay in `value`, as do `inputs` and `editor`. */
  readonly unknown: readonly string[];
  /** IDs of `${input:...}`, which only a user can answer. */
  readonly inputs: readonly string[];
  /** Names of variables that only an editor knows, without braces: `config:a.b`, `command:x`, `file`. */
  readonly editor: readonly string[];
}

/** Replaces every variable that is known now, in every string and key of `value`. */
export function substituteVariables<T>(value: T, context: VariableContext): Substitution<T> {
  const unknown = new Set<string>();
  const inputs = new Set<string>();
  const editor = new Set<string>();
  let room = mostCharacters;
  /** `within` lists the settings that are being expanded. A setting that refers to itself stays as written. */
  const valueOf = (name: string, written: string, within: readonly string[]): string | undefined => {
    if (room < 0) return undefined;
    const found = lookUp(name, context);
    if (found === undefined && (within.includes(name) || within.length > mostNested)) return written;
    const setting =
      found === undefined && context.dialect === 'vscode' && name.startsWith('config:')
        ? context.setting?.(name.slice('config:'.length), context.folder)
        : undefined;
    room -= (found ?? setting ?? '').length + charactersOfLookup;
    if (found !== undefined) return found;
    if (setting !== undefined)
      return inText(setting, (inner, text) => valueOf(inner, text, [...within, name]));
    const input = inputId(name);
    if (input !== undefined) inputs.add(input);
    else if (context.dialect === 'vscode' && isOfEditor(name)) editor.add(name);
    else unknown.add(written);
    return undefined;
  };
  const substituted = replaceVariables(value, (name, written) => valueOf(name, written, []));
  return {
    value: substituted,
    isTooLong: room < 0,
    unknown: [...unknown],
    inputs: [...inputs],
    editor: [...editor],
  };
}

/** Values that are substituted when a server starts. */
export interface LateValues {
  /** Values by the ID of the input. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Values by the name of the variable, without braces. */
  readonly editor: ReadonlyMap<string, string>;
}

/** Replaces inputs and editor variables in every string and key of `value`. */
export function substituteLateValues<T>(value: T, { inputs, editor }: LateValues): T {
  return replaceVariables(value, (name) => {
    const input = inputId(name);
    return input === undefined ? editor.get(name) : inputs.get(input);
  });
}

type ValueOf = (name: string, written: string) => string | undefined;

/** Replaces variables in every string and key. A variable for which `valueOf` returns undefined stays as written. */
function replaceVariables<T>(value: T, valueOf: ValueOf): T {
  const replaced = (text: string) => inText(text, valueOf);
  return mapTexts(value, replaced, replaced) as T; // Only texts and names differ, so the type is the same.
}

function inText(text: string, valueOf: ValueOf): string {
  return text.replace(
    /\$\{([^{}]+)\}/g,
    (written: string, name: string) => valueOf(name, written) ?? written,
  );
}

function inputId(name: string): string | undefined {
  return name.startsWith('input:') ? name.slice('input:'.length) : undefined;
}

/**
 * True for the editor variables of VS Code 1.139, except `execPath` and those of other parts of VS Code
 * (`defaultBuildTask`), which extensions cannot read.
 */
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
    /^(workspaceFolder|workspaceRoot|cwd|workspaceFolderBasename|workspaceRootFolderName)(?::(.+))?$/s.exec(
      name,
    ) ?? [];
  if (asked !== undefined) return ofFolder(asked, folderName, context);
  if (name === 'userHome') return home;
  if (name === 'pathSeparator' || name === '/') return sep;
  if (env === undefined) return undefined;
  const variableOf = (variable: string) => (Object.hasOwn(env, variable) ? env[variable] : undefined);
  // VS Code substitutes an empty string for an environment variable that is not set.
  if (name.startsWith('env:')) return variableOf(name.slice('env:'.length)) ?? '';
  if (dialect === 'vscode') return undefined;
  const [, variable, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(name) ?? [];
  return variable === undefined ? undefined : (variableOf(variable) ?? fallback);
}

/**
 * Returns the value of a folder variable. `cwd` is the folder of the definition, or that of this process if the
 * definition has none (VS Code 1.139).
 */
function ofFolder(
  asked: string,
  folderName: string | undefined,
  { folder, folders, cwd }: VariableContext,
): string | undefined {
  if (asked === 'cwd' && folderName === undefined) return folder ?? cwd;
  // A definition of the user's own belongs to no folder, so the first folder of the window is used.
  const path =
    folderName === undefined
      ? (folder ?? folders[0]?.path)
      : folders.find(({ name }) => name === folderName)?.path;
  return path !== undefined && /Basename|FolderName/.test(asked) ? basename(path) : path;
}

interface ActiveFile {
  /** Absolute path. */
  readonly path: string;
  /** The workspace folder that contains the file; undefined if there is none. */
  readonly folder: string | undefined;
}

/** Values of the variables about the active file (VS Code 1.139). */
const ofFile: Readonly<Record<string, (file: ActiveFile, from: string | undefined) => string | undefined>> = {
  file: ({ path }) => path,
  fileBasename: ({ path }) => basename(path),
  fileBasenameNoExtension: ({ path }) => basename(path, extname(path)),
  fileExtname: ({ path }) => extname(path),
  fileDirname: ({ path }) => dirname(path),
  fileDirnameBasename: ({ path }) => basename(dirname(path)),
  fileWorkspaceFolder: ({ folder }) => folder,
  fileWorkspaceFolderBasename: ({ folder }) => folder && basename(folder),
  relativeFile: ({ path }, from) => (from === undefined ? path : relative(from, path)),
  relativeFileDirname: ({ path }, from) =>
    from === undefined ? dirname(path) : relative(from, dirname(path)) || '.',
};

/**
 * Returns the value of the variable. Relative paths start at `definitionFolder`. Undefined for an unknown name, and if
 * the variable needs a workspace folder and the file is in none.
 */
export function fileVariable(
  name: string,
  file: ActiveFile,
  definitionFolder: string | undefined,
): string | undefined {
  return Object.hasOwn(ofFile, name) ? ofFile[name]?.(file, definitionFolder) : undefined;
}
