// Recognises scripts and the declarations of their tools by file names and by the settings that Code Mode sends for the
// workspace.
import { isScratchPath, isScriptFileName } from '../../engine/savedScripts/index.ts';

/** Settings that the extension sends. Paths have the format of the operating system. */
export interface ScriptSettings {
  /** Folders whose files are scripts, apart from `.code-mode`. */
  readonly folders: readonly string[];
  /** The folders among them that belong to no project of Code Mode. */
  readonly outside: readonly string[];
  /** Path of the declarations of all tools, for requests about all scripts. */
  readonly declarations?: string;
}

export class ScriptPlaces {
  declarations: string | undefined;
  readonly #key: (path: string) => string;
  #folders = new Map<string, string>();
  #outside = new Set<string>();

  constructor(isCaseSensitive: boolean) {
    this.#key = (path) => (isCaseSensitive ? path : path.toLowerCase());
  }

  /** Takes `ScriptSettings`. Values of an unexpected type are ignored. */
  set(given: unknown): void {
    const said =
      typeof given === 'object' && given !== null
        ? (given as Partial<Record<keyof ScriptSettings, unknown>>)
        : {};
    const foldersIn = (value: unknown) =>
      Array.isArray(value) ? value.filter((text) => typeof text === 'string').map(slashed) : [];
    const outside = foldersIn(said.outside);
    this.#folders = new Map([...foldersIn(said.folders), ...outside].map((one) => [this.#key(one), one]));
    this.#outside = new Set(outside.map(this.#key));
    this.declarations = typeof said.declarations === 'string' ? slashed(said.declarations) : undefined;
  }

  /** The folders with `/` as separator, as TypeScript writes paths. */
  get folders(): readonly string[] {
    return [...this.#folders.values()];
  }

  isScript(fileName: string): boolean {
    return isScratchPath(fileName) || this.#isIn(this.#folders, fileName);
  }

  /** True for a script without a project of its own that declares the tools. */
  isOutside(fileName: string): boolean {
    return this.#isIn(this.#outside, fileName);
  }

  isDeclarations(fileName: string): boolean {
    return slashed(fileName).endsWith('/.code-mode/tools.d.ts');
  }

  /** Returns the possible paths of the saved script with this name, in the order of priority. */
  savedScripts(name: string): readonly string[] {
    return isScriptFileName(`${name}.ts`) && !/[\\/]/.test(name)
      ? this.folders
          .filter((folder) => !folder.endsWith('/.code-mode'))
          .map((folder) => `${folder}/${name}.ts`)
      : [];
  }

  #isIn(folders: { has(key: string): boolean }, fileName: string): boolean {
    const [, folder = '', name = ''] = /^(.*)\/([^/]*)$/s.exec(slashed(fileName)) ?? [];
    return isScriptFileName(name) && folders.has(this.#key(folder));
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/(?<=[^/:])\/$/, '');
}
