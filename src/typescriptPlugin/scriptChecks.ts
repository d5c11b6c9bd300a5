// What TypeScript has against scripts and what is no error in them: `return` outside of a function, since their code runs as the body of one,
// and the names of what is not declared yet.
import type * as ts from 'typescript';
import type { ScriptPlaces } from './scriptPlaces.ts';

/** "A 'return' statement can only be used within a function body." */
const RETURN_OUTSIDE = 1108;
/** "Cannot find name", with and without another that is meant. */
const UNKNOWN_NAMES = [2304, 2552];
const declaredNames = ['tools', 'codemode', 'ToolError'];

/** The same service, but for scripts. */
export function withScriptChecks(
  service: ts.LanguageService,
  typescript: typeof ts,
  places: Pick<ScriptPlaces, 'isScript' | 'isDeclarations'>,
): ts.LanguageService {
  const checked =
    <D extends ts.Diagnostic>(diagnosticsOf: (fileName: string) => D[]) =>
    (fileName: string): D[] => {
      if (!places.isScript(fileName)) return diagnosticsOf(fileName);
      const program = service.getProgram();
      const file = program?.getSourceFile(fileName);
      const found = file ? asThrown(returnsOutside(file, typescript), typescript, () => diagnosticsOf(fileName)) : diagnosticsOf(fileName);
      const isDeclared = program?.getSourceFiles().some((one) => places.isDeclarations(one.fileName)) === true;
      return found.filter((error) => error.code !== RETURN_OUTSIDE && (isDeclared || !file || !isOfDeclarations(error, file)));
    };
  return {
    ...service,
    getSemanticDiagnostics: checked((name) => service.getSemanticDiagnostics(name)),
    getSuggestionDiagnostics: checked((name) => service.getSuggestionDiagnostics(name)),
  };
}

function isOfDeclarations({ code, start = 0, length = 0 }: ts.Diagnostic, file: ts.SourceFile): boolean {
  return UNKNOWN_NAMES.includes(code) && declaredNames.includes(file.text.slice(start, start + length));
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
