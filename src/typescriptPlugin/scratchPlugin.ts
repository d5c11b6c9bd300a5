// What VS Code's TypeScript (tsserver, to version 6) loads, so that `return` outside of a function is no error in scratch scripts, whose
// code runs as the body of a function. See docs/decisions/0041-scratch-errors.md.
import type * as ts from 'typescript';

/** "A 'return' statement can only be used within a function body." */
const RETURN_OUTSIDE = 1108;
const script = /[\\/]\.code-mode[\\/](?:scripts[\\/])?[^\\/]+\.ts$/;

export default function scratchPlugin({ typescript }: { readonly typescript: typeof ts }): ts.server.PluginModule {
  return { create: ({ languageService }) => withReturns(languageService, typescript) };
}

/** The same service, but for scratch scripts. */
export function withReturns(service: ts.LanguageService, typescript: typeof ts): ts.LanguageService {
  const checked =
    <D extends ts.Diagnostic>(diagnosticsOf: (fileName: string) => D[]) =>
    (fileName: string): D[] => {
      if (!script.test(fileName) || fileName.endsWith('.d.ts')) return diagnosticsOf(fileName);
      const file = service.getProgram()?.getSourceFile(fileName);
      const found = file ? asThrown(returnsOutside(file, typescript), typescript, () => diagnosticsOf(fileName)) : diagnosticsOf(fileName);
      return found.filter(({ code }) => code !== RETURN_OUTSIDE);
    };
  return {
    ...service,
    getSemanticDiagnostics: checked((name) => service.getSemanticDiagnostics(name)),
    getSuggestionDiagnostics: checked((name) => service.getSuggestionDiagnostics(name)),
  };
}

/** With a value, and in no function. */
function returnsOutside(
  file: ts.SourceFile,
  { isFunctionLike, isClassLike, isReturnStatement, forEachChild }: typeof ts,
): ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (isReturnStatement(node)) {
      if (node.expression) found.push(node);
    } else if (!isFunctionLike(node) && !isClassLike(node)) forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** TypeScript does not look at what such a statement returns. It does where the statement throws it, which ends the flow as well. */
function asThrown<R>(statements: readonly ts.ReturnStatement[], { SyntaxKind }: typeof ts, check: () => R): R {
  const setKind = (kind: ts.SyntaxKind) => statements.forEach((statement) => Object.assign(statement, { kind }));
  setKind(SyntaxKind.ThrowStatement);
  try {
    return check();
  } finally {
    setKind(SyntaxKind.ReturnStatement);
  }
}
