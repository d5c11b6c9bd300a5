// The statement whose value is the script's result without a `return` (form.ts decides so when it makes the body):
// what it gives is awaited.
import ts from 'typescript';

export function resultOf(body: readonly ts.Statement[]): ts.Statement | undefined {
  const statements = body.filter((statement) => !ts.isEmptyStatement(statement) && !isOnlyType(statement));
  const [only] = statements;
  if (only && statements.length === 1 && ts.isExpressionStatement(only)) return only;
  const last = statements.findLast((statement) => !ts.isFunctionDeclaration(statement));
  return last && ts.isExpressionStatement(last) && startsScript(last.expression) ? last : undefined;
}

/** A call of `main` or of a function written in place, be it awaited, or followed by `.catch(...)`. */
function startsScript(expression: ts.Expression): boolean {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) || ts.isParenthesizedExpression(expression))
    return startsScript(expression.expression);
  if (!ts.isCallExpression(expression)) return false;
  let callee: ts.Expression = expression.expression;
  while (ts.isParenthesizedExpression(callee)) callee = callee.expression;
  if (ts.isPropertyAccessExpression(callee)) return startsScript(callee.expression);
  return ts.isIdentifier(callee) ? callee.text === 'main' : ts.isArrowFunction(callee) || ts.isFunctionExpression(callee);
}

function isOnlyType(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isImportDeclaration(statement);
}
