// Finds the values that a script can return, from its code, because the runtime knows the returned value but not the
// `return` statement. Calls of the script's own functions are followed, so that `return main()` counts as the returns
// of `main`.
import type { AnyNode, CallExpression, Expression, ReturnStatement, SpreadElement } from 'acorn';
import type { ReturnedValue, SourcePosition } from '../checkedScript.ts';
import { type AnyFunction, eachChild, isFunction, staticKey } from '../syntaxTree.ts';
import type { Scopes } from '../scopeAnalysis/scopes.ts';

/** Maximum number of parts of returned literals that are listed. Many more would block the host that receives them. */
const MOST_PARTS = 10_000;

/** Returns the value of the constant that the node names, or the node itself. */
export function resolved(node: AnyNode, scopes: Scopes): AnyNode {
  const seen = new Set<AnyNode>();
  let current = node;
  while (current.type === 'Identifier' && !seen.has(current)) {
    seen.add(current);
    const origin = scopes.bindingOf.get(current)?.origin;
    if (origin?.path.length === 0) current = origin.value;
  }
  return current;
}

/** Returns the function that the node is, or that the constant named by the node holds. */
export function functionOf(node: AnyNode, scopes: Scopes): AnyFunction | undefined {
  const value = resolved(node, scopes);
  return isFunction(value) ? value : undefined;
}

/** Returns the values that any of the functions returns. `positionOf` returns undefined for code of no author. */
export function returnedValues(
  functions: readonly AnyFunction[],
  scopes: Scopes,
  positionOf: (node: AnyNode) => SourcePosition | undefined,
): Pick<ReturnFinder, 'values' | 'expressions'> {
  const finder = new ReturnFinder(scopes, positionOf);
  for (const each of functions) finder.visitFunction(each);
  return finder;
}

class ReturnFinder {
  readonly values: ReturnedValue[] = [];
  /** The expressions of `values`, except those that the code already awaits. */
  readonly expressions: Expression[] = [];
  readonly #scopes: Scopes;
  readonly #positionOf: (node: AnyNode) => SourcePosition | undefined;
  readonly #visited = new Set<AnyFunction>();
  #partsLeft = MOST_PARTS;

  constructor(scopes: Scopes, positionOf: (node: AnyNode) => SourcePosition | undefined) {
    this.#scopes = scopes;
    this.#positionOf = positionOf;
  }

  visitFunction(node: AnyFunction): void {
    if (this.#visited.has(node)) return;
    this.#visited.add(node);
    if (node.body.type !== 'BlockStatement') this.#visit(node.body);
    else for (const { argument } of returnStatements(node.body)) if (argument) this.#visit(argument);
  }

  #visit(node: Expression, awaited = false): void {
    switch (node.type) {
      case 'AwaitExpression':
        this.#visit(node.argument, true);
        return;
      case 'ConditionalExpression':
        this.#visit(node.consequent, awaited);
        this.#visit(node.alternate, awaited);
        return;
      case 'LogicalExpression':
        this.#visit(node.left, awaited);
        this.#visit(node.right, awaited);
        return;
      case 'CallExpression':
        if (!this.#visitCall(node)) this.#visitLeaf(node, awaited);
        return;
      default:
        if (!isConstant(node)) this.#visitLeaf(node, awaited);
    }
  }

  #visitLeaf(node: Expression, awaited: boolean): void {
    const position = this.#positionOf(node);
    if (!position) {
      this.#visitExported(node);
      return;
    }
    if (!awaited) this.expressions.push(node);
    this.values.push(this.#valueAt(node, position));
  }

  /** Visits a call of which all results are known, such as `main().catch((error) => ...)`. Returns false for others. */
  #visitCall({ callee, arguments: [handler] }: CallExpression): boolean {
    const called = functionOf(callee, this.#scopes);
    if (called) {
      if (!called.generator) this.visitFunction(called);
      return !called.generator;
    }
    if (callee.type !== 'MemberExpression' || staticKey(callee) !== 'catch') return false;
    const before =
      callee.object.type === 'CallExpression' ? functionOf(callee.object.callee, this.#scopes) : undefined;
    const otherwise = handler && functionOf(handler, this.#scopes);
    if (!before?.async || before.generator || !otherwise) return false;
    this.visitFunction(before);
    this.visitFunction(otherwise);
    return true;
  }

  /** Visits `typeof $main === "function" ? $main() : $main`, where `$main` holds the value of `export default`. */
  #visitExported(node: Expression): void {
    const name = node.type === 'CallExpression' ? node.callee : node;
    const value = name.type === 'Identifier' ? this.#scopes.bindingOf.get(name)?.origin?.value : undefined;
    const position = value && this.#positionOf(value);
    if (!value || !position || functionOf(value, this.#scopes)) return;
    const stands = value.type === 'ObjectExpression' || value.type === 'ArrayExpression' || isConstant(value);
    if (node.type === 'CallExpression' && stands) return;
    this.expressions.push(value as Expression); // a default export is an expression
    this.values.push(this.#valueAt(value, position));
  }

  #valueAt(node: AnyNode, position: SourcePosition): ReturnedValue {
    const parts =
      node.type === 'ObjectExpression'
        ? fieldsOf(node)
        : node.type === 'ArrayExpression'
          ? itemsOf(node.elements)
          : undefined;
    if (!parts || parts.length > this.#partsLeft) return { position };
    this.#partsLeft -= parts.length;
    return {
      position,
      parts: parts.flatMap(([key, part, place]) =>
        isConstant(part) ? [] : [[key, this.#valueAt(part, this.#positionOf(place) ?? position)]],
      ),
    };
  }
}

type Parts = readonly (readonly [key: string | number, value: Expression, place: AnyNode])[];

/** Returns the fields of an object literal; undefined if the code does not show all keys or the values' JSON form. */
function fieldsOf(node: Extract<Expression, { type: 'ObjectExpression' }>): Parts | undefined {
  const fields = new Map<string, Parts[number]>();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') return undefined;
    const key = property.key.type === 'Literal' ? String(property.key.value) : staticKey(property);
    if (key === undefined || key === 'toJSON' || key === '__proto__') return undefined;
    const isMethod = property.method || property.kind !== 'init';
    fields.set(key, [key, property.value, isMethod ? property.key : property.value]);
  }
  return [...fields.values()];
}

function itemsOf(elements: readonly (Expression | SpreadElement | null)[]): Parts | undefined {
  if (elements.some((element) => element?.type === 'SpreadElement')) return undefined;
  return elements.flatMap((element, index) =>
    element && element.type !== 'SpreadElement' ? [[index, element, element] as const] : [],
  );
}

/** True for a value that always has a JSON form and is not a promise. */
export function isConstant(node: AnyNode): boolean {
  return node.type === 'TemplateLiteral' || node.type === 'Literal';
}

/** Returns the return statements of a function's own body, in order. */
function returnStatements(node: AnyNode, found: ReturnStatement[] = []): readonly ReturnStatement[] {
  if (node.type === 'ReturnStatement') found.push(node);
  else if (!isFunction(node) && node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') {
    eachChild(node, (child) => void returnStatements(child, found));
  }
  return found;
}
