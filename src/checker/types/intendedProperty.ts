// Recognises missing properties that are no mistake: the script adds the property, tests whether it exists, or tries
// several names of which one is right.
import * as ts from 'typescript';
import { nearestProperty } from './nearestName.ts';
import type { ScriptTypes } from './scriptTypes.ts';

const K = ts.SyntaxKind;
const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  K.EqualsEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsToken,
  K.ExclamationEqualsEqualsToken,
]);

export interface PropertyAccess {
  readonly name: string;
  /** The object of the property; undefined in a pattern without its own initializer. */
  readonly receiver: ts.Expression | undefined;
  readonly type: ts.Type;
}

export function isIntended(access: PropertyAccess, node: ts.Node, types: ScriptTypes): boolean {
  return (
    isAdded(access, types) ||
    isTriedOut(access, node, types) ||
    isAskedAbout(access, types) ||
    isGuarded(access, node, types)
  );
}

export function hasProperty(type: ts.Type, name: string, types: ScriptTypes): boolean {
  return types.checker.getPropertyOfType(types.checker.getApparentType(type), name) !== undefined;
}

function isAdded({ name }: PropertyAccess, types: ScriptTypes): boolean {
  return someNode(
    types.file,
    (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= K.FirstAssignment &&
      node.operatorToken.kind <= K.LastAssignment &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === name,
  );
}

/**
 * True for one of several alternatives, as in `r.items ?? r.issues`, `r.items?.length || r.issues.length` or
 * `Array.isArray(r) ? r : r.issues`.
 */
function isTriedOut({ receiver, type }: PropertyAccess, node: ts.Node, types: ScriptTypes): boolean {
  if (!receiver) return false;
  const text = receiver.getText(types.file);
  let top: ts.Node = node.parent;
  let isChoice = false;
  while (isValueOf(top.parent, top) || isAlternative(top.parent)) {
    top = top.parent;
    isChoice ||= isAlternative(top);
  }
  const isRight = (other: ts.Node): boolean =>
    isPropertyOf(other, text) && hasProperty(type, other.name.text, types);
  return (
    isChoice &&
    operandsOf(top).some((operand) => operand.getText(types.file) === text || someNode(operand, isRight))
  );
}

/** True for a test as in `if (r.error) throw new Error(r.error)`. A name like an existing one counts as a mistake. */
function isAskedAbout({ name, receiver, type }: PropertyAccess, types: ScriptTypes): boolean {
  if (!receiver || nearestProperty(name, type.getProperties()) !== undefined) return false;
  const text = receiver.getText(types.file);
  return someNode(
    types.file,
    (node) => isPropertyOf(node, text) && node.name.text === name && isCondition(node),
  );
}

/** True within a branch such as `if (r.isError) return r.message`, which handles answers of another kind. */
function isGuarded({ receiver, type }: PropertyAccess, node: ts.Node, types: ScriptTypes): boolean {
  if (!receiver) return false;
  const text = receiver.getText(types.file);
  const isMissing = (other: ts.Node): boolean =>
    isPropertyOf(other, text) && isCondition(other) && !hasProperty(type, other.name.text, types);
  for (let at = node; !ts.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) && parent.thenStatement === at && someNode(parent.expression, isMissing))
      return true;
    if (ts.isConditionalExpression(parent) && parent.whenTrue === at && someNode(parent.condition, isMissing))
      return true;
  }
  return false;
}

/** True for a property of the object that the code writes as `text`. */
function isPropertyOf(node: ts.Node, text: string): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.expression.getText() === text;
}

/** True if the code only tests whether the node has a value. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isCondition(parent);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === K.ExclamationToken;
  if (ts.isTypeOfExpression(parent)) return true;
  if (ts.isIfStatement(parent)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'Array.isArray';
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  if (kind === K.AmpersandAmpersandToken) return parent.left === node || isCondition(parent);
  if (kind === K.BarBarToken) return isCondition(parent);
  const other = parent.left === node ? parent.right : parent.left;
  return EQUALITIES.has(kind) && /^(?:null|undefined)$/.test(other.getText());
}

/** True if `parent` is based on the value of `node`: a property of it, a call, or parentheses. */
function isValueOf(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
    return true;
  const goesOn =
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent);
  return goesOn && parent.expression === node;
}

function isAlternative(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return true;
  return (
    ts.isBinaryExpression(node) && [K.QuestionQuestionToken, K.BarBarToken].includes(node.operatorToken.kind)
  );
}

function operandsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isParenthesizedExpression(node)) return operandsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...operandsOf(node.whenTrue), ...operandsOf(node.whenFalse)];
  return ts.isBinaryExpression(node) && isAlternative(node)
    ? [...operandsOf(node.left), ...operandsOf(node.right)]
    : [node];
}

function someNode(root: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(root) || (ts.forEachChild(root, (child) => someNode(child, test) || undefined) ?? false);
}
