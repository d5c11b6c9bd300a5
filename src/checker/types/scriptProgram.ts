// TypeScript's program of two files that change, the script and its declarations, and a library that never does: what is
// known of the library is kept from one check to the next. Half of what a first check takes is reading the library, so that the part of it that
// few scripts need is read when one does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { readsAsExpression } from '../source/readSource.ts';
import { LIBRARY_FILES, NAMES_SELDOM } from './libraries.ts';
import type { TypeCheckRequest } from './typeCheck.ts';

/** A `return` is legal, and looked at, only in a function. */
const FUNCTION = { before: 'async function script() {', after: '\n}' };
const SCRIPT = '/script.ts';
const DECLARATIONS = '/declarations.d.ts';

/**
 * As lenient as TypeScript is: what is possibly null, possibly undefined or implicitly any is no reason not to run, and
 * without these notions in the types it cannot become one indirectly.
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

/** One script, parsed and bound, with its types at hand. */
export interface TypedScript {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  /** The script's own statements, be they the file's or those of a function around them. */
  readonly statements: readonly ts.Statement[];
  readonly declarations: ts.SourceFile;
  /** What precedes the author's text in the file: offsets in the file are that much larger. */
  readonly shift: number;
}

/** All that it came upon: declaration files are not searched, as `skipLibCheck` says. */
interface CheckerWithDiagnostics extends ts.TypeChecker {
  getDiagnostics(): readonly ts.Diagnostic[];
}

export class ScriptProgram {
  /** The script and its declarations. */
  readonly #files = new Map<string, ts.SourceFile>();
  readonly #library = new Map<string, ts.SourceFile>();
  readonly #libFolder: string;
  #program: ts.Program | undefined;
  /** Once read it is used: a second look at a script costs more than it. */
  #isWhole = false;

  /** `libFolder` holds the files of `LIBRARY_FILES`. */
  constructor(libFolder: string) {
    this.#libFolder = libFolder;
  }

  /**
   * Whether the types that were asked for may lack something: TypeScript met a name in the library or the declarations that it does not know. From
   * now on it knows the whole library.
   */
  wantsWhole({ program, file }: TypedScript): boolean {
    if (this.#isWhole) return false;
    const checker = program.getTypeChecker() as CheckerWithDiagnostics; // its interface leaves out what it has for programs
    this.#isWhole = checker.getDiagnostics().some((diagnostic) => diagnostic.file !== file);
    return this.#isWhole;
  }

  /** undefined when TypeScript cannot parse what our own parsers accepted: then its types mean nothing. */
  script({ source, declarations }: TypeCheckRequest): TypedScript | undefined {
    return (
      this.#asExpression(source, declarations) ??
      (/^\s*export\b/m.test(source) ? this.#parse('', source, '', declarations) : this.#asFunction(source, declarations))
    );
  }

  #asExpression(source: string, declarations: string): TypedScript | undefined {
    return readsAsExpression(source) ? this.#parse('(', source.replace(/;\s*$/, ''), '\n)', declarations) : undefined;
  }

  #asFunction(source: string, declarations: string): TypedScript | undefined {
    const script = this.#parse(FUNCTION.before, source, FUNCTION.after, declarations);
    const [only] = script?.file.statements ?? [];
    return script && only && ts.isFunctionDeclaration(only) && only.body ? { ...script, statements: only.body.statements } : undefined;
  }

  #parse(before: string, source: string, after: string, declarations: string): TypedScript | undefined {
    const texts = { [DECLARATIONS]: declarations, [SCRIPT]: before + source.replace(/^#!/, '//') + after };
    const oldProgram = this.#program;
    const { common, iterator, seldom } = LIBRARY_FILES;
    this.#isWhole ||= NAMES_SELDOM.test(source);
    const options = { ...OPTIONS, lib: this.#isWhole ? [common, iterator, seldom] : [common, iterator] };
    const rootNames = Object.keys(texts);
    const program = ts.createProgram({ rootNames, options, host: this.#host(texts), ...(oldProgram && { oldProgram }) });
    this.#program = program;
    const [file, declared] = [program.getSourceFile(SCRIPT), program.getSourceFile(DECLARATIONS)];
    if (!file || !declared) throw new Error('The program lacks a file that it was given.');
    if (program.getSyntacticDiagnostics(file).length > 0) return undefined;
    return { program, checker: program.getTypeChecker(), file, statements: file.statements, declarations: declared, shift: before.length };
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

  #sourceFile(name: string, text: string | undefined, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    const known = (text === undefined ? this.#library : this.#files).get(name);
    if (known && (text === undefined || known.text === text)) return known;
    // A script may ask for others, by a `reference`: it has what all have.
    const library = Object.values(LIBRARY_FILES).find((file) => name === `/lib/${file}`);
    if (text === undefined && library === undefined) return undefined;
    const file = ts.createSourceFile(name, text ?? readFileSync(join(this.#libFolder, library ?? ''), 'utf8'), options);
    (text === undefined ? this.#library : this.#files).set(name, file);
    return file;
  }
}
