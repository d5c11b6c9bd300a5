// TypeScript's program for the script and its declarations, with a library that never changes and is kept from one
// check to the next. Reading the library takes half of the time of a first check, so its rarely needed part is read
// only when a script needs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { readsAsExpression } from '../source/readSource.ts';
import { LIBRARY_FILES, NAMES_SELDOM } from './libraries.ts';
import type { TypeCheckRequest } from './typeCheck.ts';

/** The function around the script. TypeScript allows and checks `return` only in a function. */
const FUNCTION = { before: 'async function script() {', after: '\n}' };
const SCRIPT = '/script.ts';
const DECLARATIONS = '/declarations.d.ts';

/**
 * The most lenient options of TypeScript. A possible null or undefined, or an implicit any, is no reason not to run a
 * script. With these options the types cannot express them, so they cause no other error either.
 */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  noEmit: true,
  noResolve: true,
  skipLibCheck: true,
  strict: false,
  allowUnreachableCode: true,
  allowUnusedLabels: true,
};

/** One script, parsed and bound, with access to its types. */
export interface TypedScript {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  /** The statements of the script: those of the file, or those of the function around them. */
  readonly statements: readonly ts.Statement[];
  readonly declarations: ts.SourceFile;
  /** Length of the text before the author's text. Offsets in the file are larger by this number. */
  readonly shift: number;
}

/** TypeScript's checker with all diagnostics found. It does not search declaration files, because of `skipLibCheck`. */
interface CheckerWithDiagnostics extends ts.TypeChecker {
  getDiagnostics(): readonly ts.Diagnostic[];
}

export class ScriptProgram {
  /** The library, and the last script with its declarations. */
  readonly #files = new Map<string, ts.SourceFile>();
  readonly #libFolder: string;
  #program: ts.Program | undefined;
  /** True once the whole library has been read, and then used: a second check costs more than the larger library. */
  #isWhole = false;

  /** `libFolder` holds the files of `LIBRARY_FILES`. */
  constructor(libFolder: string) {
    this.#libFolder = libFolder;
  }

  /**
   * Returns true if the types may be incomplete, because the library or the declarations contain a name that TypeScript
   * does not know. The whole library is used from then on.
   */
  wantsWhole({ program, file }: TypedScript): boolean {
    if (this.#isWhole) return false;
    // The interface does not declare this method, but the checker of a program has it.
    const checker = program.getTypeChecker() as CheckerWithDiagnostics;
    this.#isWhole = checker.getDiagnostics().some((diagnostic) => diagnostic.file !== file);
    return this.#isWhole;
  }

  /** Returns undefined if TypeScript cannot parse what acorn and sucrase accepted. Its types would be meaningless. */
  script({ source, declarations }: TypeCheckRequest): TypedScript | undefined {
    const expression = readsAsExpression(source)
      ? this.#parse('(', source.replace(/;\s*$/, ''), '\n)', declarations)
      : undefined;
    if (expression) return expression;
    if (/^\s*export\b/m.test(source)) return this.#parse('', source, '', declarations);
    const script = this.#parse(FUNCTION.before, source, FUNCTION.after, declarations);
    const [only] = script?.file.statements ?? [];
    return script && only && ts.isFunctionDeclaration(only) && only.body
      ? { ...script, statements: only.body.statements }
      : undefined;
  }

  #parse(before: string, source: string, after: string, declarations: string): TypedScript | undefined {
    const texts = { [DECLARATIONS]: declarations, [SCRIPT]: before + source.replace(/^#!/, '//') + after };
    const oldProgram = this.#program;
    const { common, iterator, seldom } = LIBRARY_FILES;
    this.#isWhole ||= NAMES_SELDOM.test(source);
    const options = { ...OPTIONS, lib: this.#isWhole ? [common, iterator, seldom] : [common, iterator] };
    const [rootNames, host] = [Object.keys(texts), this.#host(texts)];
    const program = ts.createProgram({ rootNames, options, host, ...(oldProgram && { oldProgram }) });
    this.#program = program;
    const [file, declared] = [program.getSourceFile(SCRIPT), program.getSourceFile(DECLARATIONS)];
    if (!file || !declared) throw new Error('The program lacks a file that it was given.');
    if (program.getSyntacticDiagnostics(file).length > 0) return undefined;
    return {
      program,
      checker: program.getTypeChecker(),
      file,
      statements: file.statements,
      declarations: declared,
      shift: before.length,
    };
  }

  #host(texts: Readonly<Record<string, string>>): ts.CompilerHost {
    return {
      getSourceFile: (name, options) => this.#sourceFile(name, texts[name], options),
      getDefaultLibFileName: () => '/lib/lib.d.ts',
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (name) => name in texts,
      readFile: () => undefined,
    };
  }

  #sourceFile(
    name: string,
    text: string | undefined,
    options: ts.ScriptTarget | ts.CreateSourceFileOptions,
  ): ts.SourceFile | undefined {
    const known = this.#files.get(name);
    if (known && (text === undefined || known.text === text)) return known;
    // A script can request other libraries with a `reference`, but gets only these.
    const library = Object.values(LIBRARY_FILES).find((file) => name === `/lib/${file}`);
    if (text === undefined && library === undefined) return undefined;
    const code = text ?? readFileSync(join(this.#libFolder, library ?? ''), 'utf8');
    const file = ts.createSourceFile(name, code, options);
    this.#files.set(name, file);
    return file;
  }
}
