// Removes TypeScript errors that are no errors in scripts: `return` outside a function, because the code of a script
// runs as the body of one, and unknown names whose declarations are not generated yet.
import type * as ts from 'typescript';
import type { ScriptPlaces } from './scriptPlaces.ts';

/** Code of "A 'return' statement can only be used within a function body." */
const RETURN_OUTSIDE = 1108;
/** Codes of "Cannot find name", with and without a suggestion. */
const UNKNOWN_NAMES = [2304, 2552];
const declaredNames = ['tools', 'codemode', 'ToolError'];

/** Wraps a language service so that scripts are checked as they run. */
export function withScriptChecks(
  service: ts.LanguageService & Partial<RegionChecks>,
  typescript: typeof ts,
  places: Pick<ScriptPlaces, 'isScript' | 'isDeclarations'>,
): ts.LanguageService {
  const checked =
    <D extends ts.Diagnostic>(diagnosticsOf: (fileName: string) => D[]) =>
    (fileName: string): D[] => {
      if (!places.isScript(fileName)) return diagnosticsOf(fileName);
      const program = service.getProgram();
      const file = program?.getSourceFile(fileName);
      const found = file
        ? asThrown(returnsOutside(file, typescript), typescript, () => diagnosticsOf(fileName))
        : diagnosticsOf(fileName);
      const isDeclared =
        program?.getSourceFiles().some((one) => places.isDeclarations(one.fileName)) === true;
      return found.filter(
        (error) => error.code !== RETURN_OUTSIDE && (isDeclared || !file || !isOfDeclarations(error, file)),
      );
    };
  const inRegions = service.getRegionSemanticDiagnostics;
  const regions: Partial<RegionChecks> = inRegions
    ? {
        getRegionSemanticDiagnostics: (name, ...ranges) =>
          places.isScript(name) ? undefined : inRegions(name, ...ranges),
      }
    : {};
  return {
    ...service,
    ...regions,
    getSemanticDiagnostics: checked((name) => service.getSemanticDiagnostics(name)),
    getSuggestionDiagnostics: checked((name) => service.getSuggestionDiagnostics(name)),
  };
}

/**
 * Checks the visible part of a long file first, in TypeScript 5.6 and later. With the result undefined, the part is
 * checked with the whole file. The method is in no public type.
 */
interface RegionChecks {
  getRegionSemanticDiagnostics(fileName: string, ...ranges: unknown[]): object | undefined;
}

function isOfDeclarations({ code, start = 0, length = 0 }: ts.Diagnostic, file: ts.SourceFile): boolean {
  return UNKNOWN_NAMES.includes(code) && declaredNames.includes(file.text.slice(start, start + length));
}

/** Returns the return statements that have a value and are in no function. */
function returnsOutside(file: ts.SourceFile, typescript: typeof ts): ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isReturnStatement(node)) {
      if (node.expression) found.push(node);
    } else if (holdsStatements(node, typescript)) typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(file, visit);
  return found;
}

/**
 * True if the node may contain statements of the script. Expressions contain none outside functions, and a generated
 * expression can be nested too deeply for recursion.
 */
function holdsStatements(node: ts.Node, typescript: typeof ts): boolean {
  if (typescript.isFunctionLike(node) || typescript.isClassLike(node)) return false;
  return (
    typescript.isStatement(node) ||
    typescript.isBlock(node) ||
    typescript.isCaseBlock(node) ||
    typescript.isCaseOrDefaultClause(node) ||
    typescript.isCatchClause(node)
  );
}

/**
 * Runs a check with the return statements marked as throw statements. TypeScript does not check the value of a `return`
 * outside a function, but it checks the value of a `throw`, which also ends the control flow.
 */
function asThrown<R>(statements: readonly ts.ReturnStatement[], { SyntaxKind }: typeof ts, check: () => R) {
  const setKind = (kind: ts.SyntaxKind) =>
    statements.forEach((statement) => Object.assign(statement, { kind }));
  setKind(SyntaxKind.ThrowStatement);
  try {
    return check();
  } finally {
    setKind(SyntaxKind.ReturnStatement);
  }
}
