// Finds mistakes with Promises that TypeScript accepts: a call that is not awaited, which the end of the script would
// cancel, and a Promise used as its value. `void f()` is accepted, because it says that no wait is intended.
import * as ts from 'typescript';
import { awaitFix, missingAwait, type LocalFinding } from './missingAwait.ts';
import { type ScriptTypes, unwrapped } from './scriptTypes.ts';

/** Functions that display or decompose their argument. */
const TAKES_A_VALUE =
  /^(?:console\.\w+|JSON\.(?:stringify|parse)|String|Number|Boolean|parseInt|parseFloat|Array\.isArray|Object\.(?:keys|values|entries))$/;
/** Array methods that read the result of a callback, which `forEach` ignores. */
const READS_ANSWER = new Set('filter some every find findIndex findLast findLastIndex sort'.split(' '));

/** `result` is the statement whose value is the result of a script without `return`. */
export function promiseMistakes(
  types: ScriptTypes,
  result: ts.Statement | undefined,
): readonly LocalFinding[] {
  const findings: LocalFinding[] = [];
  const used = namesUsed(types);
  const add = (finding: LocalFinding | undefined): void => {
    if (finding) findings.push(finding);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && node !== result) add(dropped(node, types));
    else if (ts.isVariableDeclaration(node)) add(neverUsed(node, used, types));
    else if (ts.isCallExpression(node)) add(asyncCallback(node, types));
    if (
      ts.isExpression(node) &&
      (isReadAsValue(node, types) || isAskedForTruth(node, types)) &&
      types.isPromise(types.typeOf(node))
    )
      add(missingAwait(node, types));
    ts.forEachChild(node, visit);
  };
  visit(types.file);
  for (const part of returned(types.statements, result)) {
    const type = types.typeOf(part);
    if (types.isPromise(type) && !isWhole(part)) add(missingAwait(part, types));
    else if (types.isListOfPromises(type)) add(returnedList(part, types));
  }
  return findings;
}

/** Finds a call, possibly with chained calls, whose Promise is not used. */
function dropped(statement: ts.ExpressionStatement, types: ScriptTypes): LocalFinding | undefined {
  const { expression } = statement;
  const call = firstCall(unwrapped(expression));
  if (!call || isInExecutor(statement) || isHandedOn(call, types)) return undefined;
  const before = types.statements.at(-1) === statement ? 'return ' : '';
  return unawaited(expression, call, types, (code) => `\`${code}\` is not awaited.`, before);
}

/** Creates the finding for an expression, begun by `call`, whose Promise or list of Promises is not awaited. */
function unawaited(
  node: ts.Expression,
  call: ts.CallExpression,
  types: ScriptTypes,
  message: (code: string) => string,
  before: string,
): LocalFinding | undefined {
  const type = types.typeOf(node);
  const isList = types.isListOfPromises(type);
  if (!isList && !types.isPromise(type)) return undefined;
  const code = types.callCode(call);
  return {
    code: 'missing_await',
    node,
    message: message(code),
    hint: `Write \`${before}await ${isList ? `Promise.all(${code})` : code}\`.`,
    cause: node.parent,
    fix: isList ? undefined : awaitFix(node, types),
  };
}

/** True inside `new Promise((resolve, reject) => …)`: code that awaits it also waits for the work of its function. */
function isInExecutor(node: ts.Node): boolean {
  const isPromise = ({ expression }: ts.NewExpression) =>
    ts.isIdentifier(expression) && expression.text === 'Promise';
  return ts.findAncestor(node, (at) => ts.isNewExpression(at) && isPromise(at)) !== undefined;
}

/** True if the call passes a Promise to a function of the author, which may keep it. */
function isHandedOn(call: ts.CallExpression, types: ScriptTypes): boolean {
  return !types.isOurCall(call) && call.arguments.some((argument) => types.isPromise(types.typeOf(argument)));
}

/** Returns the call that starts the work: `f()` in `f().then(g).catch(h)`. */
function firstCall(expression: ts.Expression): ts.CallExpression | undefined {
  if (!ts.isCallExpression(expression)) return undefined;
  const { expression: callee } = expression;
  const isChained =
    ts.isPropertyAccessExpression(callee) && ['then', 'catch', 'finally'].includes(callee.name.text);
  if (!isChained) return expression;
  const before = unwrapped(callee.expression);
  return ts.isCallExpression(before) ? firstCall(before) : undefined;
}

function neverUsed(
  { name, initializer }: ts.VariableDeclaration,
  used: ReadonlySet<ts.Symbol>,
  types: ScriptTypes,
): LocalFinding | undefined {
  if (!ts.isIdentifier(name) || !initializer) return undefined;
  const symbol = types.checker.getSymbolAtLocation(name);
  const call = firstCall(unwrapped(initializer));
  if (!symbol || used.has(symbol) || !call) return undefined;
  const message = (code: string) => `\`${name.text}\` is never awaited (\`${code}\`).`;
  return unawaited(initializer, call, types, message, `const ${name.text} = `);
}

function namesUsed(types: ScriptTypes): ReadonlySet<ts.Symbol> {
  const used = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !(ts.isVariableDeclaration(node.parent) && node.parent.name === node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? types.checker.getShorthandAssignmentValueSymbol(node.parent)
        : types.checker.getSymbolAtLocation(node);
      if (symbol) used.add(symbol);
    }
    ts.forEachChild(node, visit);
  };
  visit(types.file);
  return used;
}

function asyncCallback(call: ts.CallExpression, types: ScriptTypes): LocalFinding | undefined {
  const [callback] = call.arguments;
  const { expression: callee } = call;
  if (!callback || !ts.isPropertyAccessExpression(callee) || isInExecutor(call)) return undefined;
  const method = callee.name.text;
  if (method !== 'forEach' && !READS_ANSWER.has(method)) return undefined;
  const holder = types.libraryName(types.typeOf(callee.expression));
  const work = unwrapped(callback);
  const isAsync =
    ts.isFunctionLike(work) && (ts.getCombinedModifierFlags(work) & ts.ModifierFlags.Async) !== 0;
  // The type of an untyped list is unknown, but an async function was written for it.
  if (holder !== 'Array' && !(isAsync && types.typeOf(callee.expression).flags & ts.TypeFlags.Any))
    return undefined;
  const answers = types
    .typeOf(callback)
    .getCallSignatures()
    .map((signature) => signature.getReturnType());
  if (answers.length === 0 || !answers.every((answer) => types.isPromise(answer))) return undefined;
  const list = types.code(callee.expression);
  const found = { code: 'missing_await', node: callback, cause: call } as const;
  if (method === 'forEach') {
    return {
      ...found,
      message: '`forEach` does not await its calls.',
      hint: `Write \`for (const item of ${list}) { await … }\`, or \`await Promise.all(${list}.map(async (item) => …))\`.`,
    };
  }
  return {
    ...found,
    message: `\`${method}\` awaits nothing: it takes the Promise for the answer.`,
    hint: `First \`const answers = await Promise.all(${list}.map(async (item) => …))\`, then \`answers[index]\` in \`${method}\`.`,
  };
}

/** True where a Promise is useless, although TypeScript allows it. */
function isReadAsValue(node: ts.Expression, types: ScriptTypes): boolean {
  const { parent } = node;
  if (ts.isTemplateSpan(parent) || ts.isSpreadAssignment(parent)) return true;
  if (ts.isElementAccessExpression(parent) || ts.isForInStatement(parent)) return parent.expression === node;
  if (ts.isBinaryExpression(parent)) return OPERATORS.has(parent.operatorToken.kind);
  if (!ts.isCallExpression(parent)) return false;
  return parent.expression !== node && TAKES_A_VALUE.test(parent.expression.getText(types.file));
}

/** True if a condition tests the Promise of a call, which always exists, unlike one that is looked up in a cache. */
function isAskedForTruth(node: ts.Expression, types: ScriptTypes): boolean {
  const { parent } = node;
  const isAsked =
    ts.isPrefixUnaryExpression(parent) ||
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (!isAsked) return false;
  const origin = types.origin(node);
  return ts.isCallExpression(origin) && types.isOurCall(origin);
}

const K = ts.SyntaxKind;
const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  K.PlusToken,
  K.MinusToken,
  K.AsteriskToken,
  K.SlashToken,
  K.PercentToken,
  K.AsteriskAsteriskToken,
  K.LessThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanToken,
  K.GreaterThanEqualsToken,
  K.InKeyword,
  K.PlusEqualsToken,
  K.MinusEqualsToken,
]);

/** Returns the returned values, and the members of returned literals, all of which must be JSON. */
function returned(
  statements: readonly ts.Statement[],
  result: ts.Statement | undefined,
): readonly ts.Expression[] {
  const parts: ts.Expression[] = [];
  const take = (expression: ts.Expression): void => {
    const value = unwrapped(expression);
    parts.push(value);
    if (ts.isArrayLiteralExpression(value)) value.elements.forEach(take);
    else if (ts.isObjectLiteralExpression(value)) {
      for (const property of value.properties) {
        if (ts.isPropertyAssignment(property)) take(property.initializer);
        else if (ts.isShorthandPropertyAssignment(property)) take(property.name);
      }
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) take(node.expression);
    ts.forEachChild(node, visit);
  };
  statements.forEach(visit);
  if (result && ts.isExpressionStatement(result)) take(result.expression);
  return parts;
}

/** True for the whole result, which the sandbox awaits. Parts of the result are not awaited. */
function isWhole(part: ts.Expression): boolean {
  let at: ts.Node = part;
  while (ts.isParenthesizedExpression(at.parent)) at = at.parent;
  return ts.isReturnStatement(at.parent) || ts.isExpressionStatement(at.parent);
}

function returnedList(part: ts.Expression, types: ScriptTypes): LocalFinding {
  const origin = types.origin(part);
  const code = ts.isCallExpression(origin) ? types.callCode(origin) : types.code(origin);
  const hint = ts.isIdentifier(part)
    ? `Return \`await Promise.all(${part.text})\`.`
    : `Write \`await Promise.all(${code})\`.`;
  return {
    code: 'missing_await',
    node: part,
    message: `\`${types.code(part)}\` is a list of unawaited Promises.`,
    hint,
    cause: origin,
  };
}
