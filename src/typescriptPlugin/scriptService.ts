// A language service of all scripts of the workspace, with the declarations of their tools: for those that no project of Code Mode has, and for
// the uses of a tool in all of them. It reads what the editor holds, else the disk.
import type * as ts from 'typescript';
import type { ScriptPlaces } from './scriptPlaces.ts';

const mostScripts = 1_000;

/** Of tsserver. */
interface OpenFiles {
  /** Undefined of a file that no editor has open. */
  open(fileName: string): { readonly version: string; readonly snapshot: ts.IScriptSnapshot } | undefined;
  /** An absolute folder. */
  readonly libraries: string;
}

type System = Pick<
  ts.System,
  'fileExists' | 'readFile' | 'readDirectory' | 'getModifiedTime' | 'directoryExists' | 'useCaseSensitiveFileNames'
>;

export class ScriptService {
  readonly service: ts.LanguageService;
  readonly #typescript: typeof ts;
  readonly #system: System;
  readonly #files: OpenFiles;
  readonly #places: ScriptPlaces;
  #scripts = new Set<string>();

  constructor(typescript: typeof ts, system: System, files: OpenFiles, places: ScriptPlaces) {
    this.#typescript = typescript;
    this.#system = system;
    this.#files = files;
    this.#places = places;
    this.service = typescript.createLanguageService(this.#host(), typescript.createDocumentRegistry(system.useCaseSensitiveFileNames));
  }

  /** The script is among what the service knows from now on. */
  add(fileName: string): void {
    if (this.#places.isScript(fileName)) this.#scripts.add(fileName);
  }

  /** As they are now on disk. */
  addAll(): void {
    const here = [...this.#scripts].filter((name) => this.#system.fileExists(name));
    const found = this.#places.folders
      .filter((folder) => this.#system.directoryExists(folder))
      .flatMap((folder) => this.#system.readDirectory(folder, ['.ts'], undefined, undefined, 1))
      .filter((name) => this.#places.isScript(name));
    this.#scripts = new Set([...here, ...found].slice(0, mostScripts));
  }

  #host(): ts.LanguageServiceHost {
    const { ScriptTarget, ModuleKind, ModuleDetectionKind, ScriptSnapshot, getDefaultLibFileName } = this.#typescript;
    const system = this.#system;
    // Those of the generated tsconfig.json.
    const options: ts.CompilerOptions = {
      target: ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts'],
      types: [],
      module: ModuleKind.ESNext,
      moduleDetection: ModuleDetectionKind.Force,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    const { libraries } = this.#files;
    return {
      getCompilationSettings: () => options,
      getScriptFileNames: () => {
        const { declarations } = this.#places;
        return [...(declarations === undefined ? [] : [declarations]), ...this.#scripts];
      },
      getScriptVersion: (name) => {
        const open = this.#files.open(name);
        if (open) return `open ${open.version}`;
        return name.startsWith(libraries) ? '1' : String(system.getModifiedTime?.(name)?.getTime());
      },
      getScriptSnapshot: (name) => {
        const open = this.#files.open(name);
        if (open) return open.snapshot;
        const text = system.readFile(name);
        return text === undefined ? undefined : ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => libraries,
      getDefaultLibFileName: (given) => `${libraries}/${getDefaultLibFileName(given)}`,
      fileExists: (name) => system.fileExists(name),
      readFile: (name) => system.readFile(name),
      useCaseSensitiveFileNames: () => system.useCaseSensitiveFileNames,
    };
  }
}
