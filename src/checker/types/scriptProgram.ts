// TypeScript's language service over two files that change, the script and its declarations, and a library that never
// does: what is known of the library is kept from one check to the next.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readsAsExpression } from '../source/readSource.ts';
import { LIBRARIES } from './libraries.ts';
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
  lib: LIBRARIES,
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

export class ScriptProgram {
  readonly #texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #library = new Map<string, ts.IScriptSnapshot>();
  readonly #libFolder: string;
  readonly #service: ts.LanguageService;

  /** `libFolder` holds TypeScript's `lib.*.d.ts`. */
  constructor(libFolder: string) {
    this.#libFolder = libFolder;
    this.#service = ts.createLanguageService(this.#host());
  }

  /** undefined when TypeScript cannot parse what our own parsers accepted: then its types mean nothing. */
  script({ source, declarations }: TypeCheckRequest): TypedScript | undefined {
    this.#set(DECLARATIONS, declarations);
    return this.#asExpression(source) ?? (/^\s*export\b/m.test(source) ? this.#parse('', source, '') : this.#asFunction(source));
  }

  #asExpression(source: string): TypedScript | undefined {
    return readsAsExpression(source) ? this.#parse('(', source.replace(/;\s*$/, ''), '\n)') : undefined;
  }

  #asFunction(source: string): TypedScript | undefined {
    const script = this.#parse(FUNCTION.before, source, FUNCTION.after);
    const [only] = script?.file.statements ?? [];
    return script && only && ts.isFunctionDeclaration(only) && only.body ? { ...script, statements: only.body.statements } : undefined;
  }

  #parse(before: string, source: string, after: string): TypedScript | undefined {
    this.#set(SCRIPT, before + source.replace(/^#!/, '//') + after);
    const program = this.#service.getProgram();
    const [file, declarations] = [program?.getSourceFile(SCRIPT), program?.getSourceFile(DECLARATIONS)];
    if (!program || !file || !declarations) throw new Error('The language service lacks a file that it was given.');
    if (program.getSyntacticDiagnostics(file).length > 0) return undefined;
    return { program, checker: program.getTypeChecker(), file, statements: file.statements, declarations, shift: before.length };
  }

  #set(name: string, text: string): void {
    if (this.#texts.get(name) === text) return;
    this.#texts.set(name, text);
    this.#versions.set(name, (this.#versions.get(name) ?? 0) + 1);
  }

  #host(): ts.LanguageServiceHost {
    return {
      getScriptFileNames: () => [...this.#texts.keys()],
      getScriptVersion: (name) => String(this.#versions.get(name) ?? 0),
      getScriptSnapshot: (name) => this.#snapshot(name),
      getCurrentDirectory: () => '/',
      getCompilationSettings: () => OPTIONS,
      getDefaultLibFileName: () => '/lib/lib.d.ts',
      fileExists: (name) => this.#snapshot(name) !== undefined,
      readFile: () => undefined,
    };
  }

  #snapshot(name: string): ts.IScriptSnapshot | undefined {
    const text = this.#texts.get(name);
    if (text !== undefined) return ts.ScriptSnapshot.fromString(text);
    const library = /^\/lib\/(lib\.[\w.]+\.d\.ts)$/.exec(name)?.[1];
    if (library === undefined) return undefined;
    const known = this.#library.get(library) ?? ts.ScriptSnapshot.fromString(readFileSync(join(this.#libFolder, library), 'utf8'));
    this.#library.set(library, known);
    return known;
  }
}
