// Explains a call of a tool or of `codemode` with an argument that would be refused or ignored. All errors of one call
// form one finding. Its hint is the tool's signature, so the message need not name the tool.
import * as ts from 'typescript';
import { missingAwait, type LocalFinding } from './missingAwait.ts';
import { ArgumentErrors, isNull, isUndefined, missingError, requiredOf } from './argumentErrors.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';

const MOST_CLAUSES = 4;

/** Returns the call of a tool or `codemode` around the node; undefined if another function or call is closer. */
export function ourCallAround(node: ts.Node, types: ScriptTypes): ts.CallExpression | undefined {
  for (let at = node; !ts.isStatement(at); at = at.parent) {
    if (at !== node && ts.isFunctionLike(at)) return undefined;
    if (ts.isCallExpression(at)) return types.isOurCall(at) ? at : undefined;
  }
  return undefined;
}

/** True if an argument contains `null` or `undefined`, which TypeScript accepts everywhere with these options. */
export function hasNullArgument(call: ts.CallExpression): boolean {
  const visit = (node: ts.Node): boolean => {
    if (!ts.isExpression(node) && !ts.isPropertyAssignment(node)) return false;
    if (ts.isExpression(node) && (isNull(node) || isUndefined(node))) return true;
    const goesOn =
      ts.isObjectLiteralExpression(node) ||
      ts.isArrayLiteralExpression(node) ||
      ts.isPropertyAssignment(node);
    return goesOn && (ts.forEachChild(node, visit) ?? false);
  };
  return call.arguments.some(visit);
}

export function explainCall(call: ts.CallExpression, types: ScriptTypes): readonly LocalFinding[] {
  const signature = types.checker.getResolvedSignature(call);
  // The callee may be one of several tools, or the number of arguments is unknown.
  if (!signature || types.typeOf(call.expression).isUnion() || call.arguments.some(ts.isSpreadElement))
    return [];
  const tool = types.toolOf(call.expression);
  const callee = types.code(call.expression);
  const isTool = types.isTool(types.typeOf(call.expression)) || tool !== undefined;
  const finding = (node: ts.Node, message: string): LocalFinding => ({
    code: 'type_error',
    node,
    message,
    cause: call.arguments,
    ...(tool ? { tool } : { hint: signatureHint(callee, signature, types) }),
  });

  const [first, second] = call.arguments;
  if (isTool && first && !second && isReadAsObject(first, signature, call, types)) return [];
  if (isTool && first && (second || isPositional(first, types))) {
    const given = types.typeOf(unwrapped(first));
    const shown = types.checker.isArrayLikeType(given) ? 'an array' : types.text(given);
    return [finding(first, `Pass one object${second ? '' : `, not ${shown}`}.`)];
  }

  const errors = signature.parameters.flatMap((parameter, index) => {
    const target = types.checker.getTypeOfSymbolAtLocation(parameter, call);
    const given = call.arguments[index];
    if (given && !isUndefined(given))
      return new ArgumentErrors(types).ofExpression(given, target, isTool ? '' : parameter.name);
    if (isOptional(parameter)) return [];
    return isTool ? missingAll(target, call) : [missingError(call, parameter.name)];
  });
  const promises = errors.filter(({ clause }) => clause === undefined);
  const found = promises.map(({ node }) => missingAwait(node, types));
  const wrong = errors.filter(({ clause }) => clause !== undefined);
  const [earliest] = wrong.map(({ node }) => node).sort((a, b) => a.getStart() - b.getStart());
  if (!earliest) return found;
  const clauses = [...new Set(wrong.map(({ clause }) => clause))].slice(0, MOST_CLAUSES);
  return [...found, finding(earliest, `${tool ? '' : `${callee}: `}${clauses.join('; ')}.`)];
}

function isPositional(argument: ts.Expression, types: ScriptTypes): boolean {
  return types.members(types.typeOf(unwrapped(argument))).every((member) => types.isPlain(member));
}

/** True for what the run reads as the object: JSON text, or its only required argument (engine/input/readInput.ts). */
function isReadAsObject(
  argument: ts.Expression,
  signature: ts.Signature,
  call: ts.CallExpression,
  types: ScriptTypes,
): boolean {
  const [parameter] = signature.parameters;
  if (!parameter || !isPositional(argument, types)) return false;
  const given = types.typeOf(unwrapped(argument));
  if (types.members(given).some((member) => isObjectText(member))) return true;
  const input = types.checker.getTypeOfSymbolAtLocation(parameter, call);
  const [only, ...others] = requiredOf(input);
  if (!only || others.length > 0) return false;
  const target = types.checker.getTypeOfSymbolAtLocation(only, call);
  return new ArgumentErrors(types).ofExpression(argument, target, only.name).length === 0;
}

/** True for a string of unknown value, and for one that begins like an object. */
function isObjectText(type: ts.Type): boolean {
  return type.isStringLiteral()
    ? type.value.trimStart().startsWith('{')
    : (type.flags & ts.TypeFlags.String) !== 0;
}

function isOptional(parameter: ts.Symbol): boolean {
  const declaration = parameter.valueDeclaration;
  return declaration !== undefined && ts.isParameter(declaration) && declaration.questionToken !== undefined;
}

function missingAll(input: ts.Type, call: ts.CallExpression) {
  const names = requiredOf(input).map(({ name }) => name);
  return (names.length > 0 ? names : ['input']).map((name) => missingError(call, name));
}

function signatureHint(callee: string, signature: ts.Signature, types: ScriptTypes): string {
  return `Signature: \`${callee}${types.checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation)}\`.`;
}
