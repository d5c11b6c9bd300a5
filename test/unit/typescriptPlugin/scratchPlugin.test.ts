// With TypeScript's own service, which is what the server asks for errors.
import assert from 'node:assert/strict';
import * as ts from 'typescript';
import { withReturns } from '../../../src/typescriptPlugin/scratchPlugin.ts';

const script = '/project/.code-mode/script1.ts';
const declarations = 'declare const tools: { geo: { sum(input: { a: number }): Promise<{ total: number }> } };';

describe('the plugin of TypeScript for scratch scripts', () => {
  it('has nothing against return and await outside of a function', () => {
    assert.deepEqual(errors('const { total } = await tools.geo.sum({ a: 1 });\nif (total > 1) return;\nreturn { total };'), []);
  });

  it('finds what is wrong in what is returned', () => {
    assert.deepEqual(errors('return tools.geo.sum({ a: "one" });'), [{ code: 2322, start: 23 }]);
    assert.deepEqual(errors('return [1].map((n) => n.lenght);'), [{ code: 2339, start: 24 }]);
  });

  it('finds it when the suggestions were asked for first', () => {
    const service = serviceOf('return tools.geo.sum({ a: "one" });', script);
    service.getSuggestionDiagnostics(script);
    assert.deepEqual(
      service.getSemanticDiagnostics(script).map(({ code }) => code),
      [2322],
    );
  });

  it('holds for saved scripts', () => {
    assert.deepEqual(errors('return 1;', 'C:\\work\\.code-mode\\scripts\\report.ts'.replaceAll('\\', '/')), []);
  });

  it('leaves other files and other errors alone', () => {
    assert.deepEqual(errors('return 1;', '/project/src/other.ts'), [{ code: 1108, start: 0 }]);
    assert.deepEqual(errors('class A { static { return 1; } }'), [{ code: 18041, start: 19 }]);
    assert.deepEqual(errors('return missing;'), [{ code: 2304, start: 7 }]);
  });

  it('leaves the tree as it is', () => {
    const service = serviceOf('return 1;', script);
    service.getSemanticDiagnostics(script);
    const [statement] = service.getProgram()?.getSourceFile(script)?.statements ?? [];
    assert.equal(statement?.kind, ts.SyntaxKind.ReturnStatement);
  });
});

function errors(code: string, name = script): readonly { readonly code: number; readonly start: number | undefined }[] {
  return serviceOf(code, name)
    .getSemanticDiagnostics(name)
    .map(({ code: number, start }) => ({ code: number, start }));
}

function serviceOf(code: string, name: string): ts.LanguageService {
  const files = new Map([
    [name, code],
    ['/project/.code-mode/tools.d.ts', declarations],
  ]);
  const options: ts.CompilerOptions = {
    ...{ target: ts.ScriptTarget.ES2024, lib: ['lib.es2024.d.ts'], types: [], module: ts.ModuleKind.ESNext },
    ...{ moduleDetection: ts.ModuleDetectionKind.Force, strict: true },
  };
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = files.get(file) ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/project',
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (file) => files.has(file) || ts.sys.fileExists(file),
    readFile: (file) => files.get(file) ?? ts.sys.readFile(file),
  };
  return withReturns(ts.createLanguageService(host), ts);
}
