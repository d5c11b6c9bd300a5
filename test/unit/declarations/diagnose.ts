// Returns the errors of the TypeScript compiler for files in memory, under the options of a scratch script's project.
import * as ts from 'typescript';
import { everyTest } from '../../fakes/everyTest.ts';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2024.d.ts'],
  types: [],
  // Checking the standard library itself takes most of the time, and a clash is reported at the later declaration,
  // which is one of Code Mode.
  skipDefaultLibCheck: !everyTest,
};

/** The standard library is parsed once for all tests, since parsing takes most of the time. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Returns one line for each error: `script.ts(2,7): message`. `others`: options of another project. */
export function diagnose(files: Readonly<Record<string, string>>, others: ts.CompilerOptions = {}): string[] {
  const all = { ...options, ...others };
  const host = ts.createCompilerHost(all);
  const readLibrary = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    const text = files[name];
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    if (!libraries.has(name)) libraries.set(name, readLibrary(name, version));
    return libraries.get(name);
  };
  host.fileExists = (name) => name in files;
  const program = ts.createProgram(Object.keys(files), all, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const { line, character } = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? {
      line: 0,
      character: 0,
    };
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    return `${diagnostic.file?.fileName ?? ''}(${line + 1},${character + 1}): ${message}`;
  });
}
