// A language service for all scripts of the workspace and the declarations of their tools. It answers for scripts that
// no project of Code Mode contains, and finds the uses of a tool in all scripts. It reads open files from the editor
// and other files from disk.
import type * as ts from 'typescript';
import { scriptOptions } from './scriptOptions.ts';
import type { ScriptPlaces } from './scriptPlaces.ts';

const mostScripts = 1_000;

/** The files of tsserver. */
interface OpenFiles {
  /** Returns undefined for a file that no editor has open. */
  readonly open: (
    fileName: string,
  ) => { readonly version: string; readonly snapshot: ts.IScriptSnapshot } | undefined;
  /** Absolute path of the folder with TypeScript's libraries. */
  readonly libraries: string;
}

export class ScriptService {
  readonly service: ts.LanguageService;
  readonly #system: ts.System;
  readonly #places: ScriptPlaces;
  #scripts = new Set<string>();

  constructor(typescript: typeof ts, system: ts.System, files: OpenFiles, places: ScriptPlaces) {
    this.#system = system;
    this.#places = places;
    this.service = typescript.createLanguageService(
      this.#host(typescript, files),
      typescript.createDocumentRegistry(system.useCaseSensitiveFileNames),
    );
  }

  /** Adds a script to the service. */
  add(fileName: string): void {
    if (this.#places.isScript(fileName)) this.#scripts.add(fileName);
  }

  /** Adds all scripts that are on disk now, and drops scripts that are not. */
  addAll(): void {
    const here = [...this.#scripts].filter((name) => this.#system.fileExists(name));
    const found = this.#places.folders
      .filter((folder) => this.#system.directoryExists(folder))
      .flatMap((folder) => this.#system.readDirectory(folder, ['.ts'], undefined, undefined, 1))
      .filter((name) => this.#places.isScript(name));
    this.#scripts = new Set([...here, ...found].slice(0, mostScripts));
  }

  #host(typescript: typeof ts, { open, libraries }: OpenFiles): ts.LanguageServiceHost {
    const { ScriptSnapshot, convertCompilerOptionsFromJson, getDefaultLibFileName } = typescript;
    const system = this.#system;
    const { options } = convertCompilerOptionsFromJson(scriptOptions, '');
    return {
      getCompilationSettings: () => options,
      getScriptFileNames: () => {
        const { declarations } = this.#places;
        return [...(declarations === undefined ? [] : [declarations]), ...this.#scripts];
      },
      getScriptVersion: (name) => {
        const opened = open(name);
        if (opened) return `open ${opened.version}`;
        return name.startsWith(libraries) ? '1' : String(system.getModifiedTime?.(name)?.getTime());
      },
      getScriptSnapshot: (name) => {
        const opened = open(name);
        if (opened) return opened.snapshot;
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
