// Which files are scripts, and which are the declarations of their tools: by their names, and by what Code Mode says of the workspace.
import { isScratchPath, isScriptFileName } from '../scripts/scriptNames.ts';

/** As the extension gives it. Paths as the system writes them. */
export interface ScriptSettings {
  /** Folders whose files are scripts; those of `.code-mode` need not be named. */
  readonly folders: readonly string[];
  /** Which of them are in no project of Code Mode. */
  readonly outside: readonly string[];
  /** Of all tools, for what is asked of all scripts. */
  readonly declarations?: string;
}

/** What it does not understand counts as not said. */
export function readSettings(given: unknown): ScriptSettings {
  const said = typeof given === 'object' && given !== null ? (given as Partial<Record<keyof ScriptSettings, unknown>>) : {};
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []);
  const { declarations } = said;
  return { folders: texts(said.folders), outside: texts(said.outside), ...(typeof declarations === 'string' && { declarations }) };
}

export class ScriptPlaces {
  readonly #key: (path: string) => string;
  #folders = new Map<string, string>();
  #outside = new Set<string>();
  #declarations: string | undefined;

  constructor(isCaseSensitive: boolean) {
    this.#key = (path) => (isCaseSensitive ? path : path.toLowerCase());
  }

  set(given: ScriptSettings): void {
    const { folders, outside, declarations } = given;
    this.#folders = new Map([...folders, ...outside].map(slashed).map((folder) => [this.#key(folder), folder]));
    this.#outside = new Set(outside.map((folder) => this.#key(slashed(folder))));
    this.#declarations = declarations === undefined ? undefined : slashed(declarations);
  }

  /** With `/`, as TypeScript writes paths. */
  get folders(): readonly string[] {
    return [...this.#folders.values()];
  }

  get declarations(): string | undefined {
    return this.#declarations;
  }

  isScript(fileName: string): boolean {
    return isScratchPath(fileName) || this.#isIn(this.#folders, fileName);
  }

  /** A script for which no project of its own declares the tools. */
  isOutside(fileName: string): boolean {
    return this.#isIn(this.#outside, fileName);
  }

  isDeclarations(fileName: string): boolean {
    return slashed(fileName).endsWith('/.code-mode/tools.d.ts');
  }

  /** Where the saved script of that name may be, the one that counts first. */
  savedScripts(name: string): readonly string[] {
    return isScriptFileName(`${name}.ts`) && !/[\\/]/.test(name)
      ? this.folders.filter((folder) => !folder.endsWith('/.code-mode')).map((folder) => `${folder}/${name}.ts`)
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
