// Finds the places where a script can end without the runtime knowing the place: thrown values that are not errors,
// promises that never settle, and returned values carry none. Each list is complete, so a place is named only if no
// other is possible.
import type { AnyNode, CallExpression, Program } from 'acorn';
import type { ScriptLocations, SourcePosition } from '../checkedScript.ts';
import { type AnyFunction, isFunction, staticKey, walk } from '../syntaxTree.ts';
import { functionOf, isConstant, resolved, returnedValues } from './returnedValues.ts';
import { analyzeScopes, isGlobal, type Binding, type Scopes } from '../scopeAnalysis/scopes.ts';

/** `main` is the whole script as one function; `positionOf` returns undefined for code of no author. */
export function scriptLocations(
  program: Program,
  main: AnyFunction,
  positionOf: (node: AnyNode) => SourcePosition | undefined,
): ScriptLocations {
  const scopes = analyzeScopes(program);
  const places = new LocationFinder(scopes, positionOf);
  places.visit(program);
  // An async function awaits the value that it returns.
  for (const expression of returnedValues([main, ...places.asyncFunctions], scopes, positionOf).expressions)
    places.awaited(expression);
  const { waits, timers } = places;
  // A rejecting function that can be called from anywhere makes the list incomplete.
  const throws = places.rejecterEscapes ? [] : places.throws;
  return { returns: returnedValues([main], scopes, positionOf).values, throws, waits, timers };
}

/**
 * Methods of the language's objects whose results are not promises. The script may define methods with the same names.
 */
const GIVES_NO_PROMISE =
  /^(?:map|filter|slice|flat|flatMap|sort|reverse|concat|join|split|trim|toSorted|toFixed|toString|toISOString|keys|values|entries|stringify|includes)$/;

/** Expressions that give no promise. */
const VALUE = /^(?:Object|Array|Function|ArrowFunction|Class|Binary|Unary|Update|Await)Expression$/;

class LocationFinder {
  readonly throws: SourcePosition[] = [];
  readonly waits: SourcePosition[] = [];
  readonly timers: SourcePosition[] = [];
  readonly asyncFunctions: AnyFunction[] = [];
  /** True if the script stores or passes on the function that rejects a promise. */
  rejecterEscapes = false;
  readonly #scopes: Scopes;
  readonly #positionOf: (node: AnyNode) => SourcePosition | undefined;
  /** Variables that `catch` binds. A rethrown error keeps its place. */
  readonly #caught = new Set<Binding>();
  readonly #rejecters = new Set<Binding>();
  /** Uses of rejecting functions whose place is known. */
  readonly #placed = new Set<AnyNode>();
  /** Names of members that the script gives to its own objects and classes. */
  readonly #members = new Set<string>();

  constructor(scopes: Scopes, positionOf: (node: AnyNode) => SourcePosition | undefined) {
    this.#scopes = scopes;
    this.#positionOf = positionOf;
  }

  visit(program: Program): void {
    walk(program, (node) => this.#declare(node));
    walk(program, (node) => this.#visit(node));
  }

  /** Records a wait at `place` if `node` may never settle. `place` defaults to the node. */
  awaited(node: AnyNode, place = node): void {
    if (this.#mayNeverSettle(node)) this.#add(this.waits, place);
  }

  #declare(node: AnyNode): void {
    if (isFunction(node) && node.async) this.asyncFunctions.push(node);
    if (node.type === 'CatchClause') this.#bind(this.#caught, node.param);
    if (node.type === 'NewExpression') {
      // Any class may be a Promise under another name.
      const [executor] = node.arguments;
      this.#bind(this.#rejecters, executor && functionOf(executor, this.#scopes)?.params[1]);
    }
    for (const name of membersGiven(node)) this.#members.add(name);
    if (node.type !== 'ObjectPattern') return;
    for (const property of node.properties) {
      if (property.type === 'Property' && staticKey(property) === 'reject')
        this.#bind(this.#rejecters, property.value);
    }
  }

  #bind(bindings: Set<Binding>, node: AnyNode | null | undefined): void {
    const binding = node?.type === 'Identifier' ? this.#scopes.bindingOf.get(node) : undefined;
    if (binding) bindings.add(binding);
  }

  /** Returns the one of the bindings that the node uses; undefined if the node declares it. */
  #used(bindings: ReadonlySet<Binding>, node: AnyNode): Binding | undefined {
    const binding = node.type === 'Identifier' ? this.#scopes.bindingOf.get(node) : undefined;
    return binding && bindings.has(binding) && binding.references.some((use) => use === node)
      ? binding
      : undefined;
  }

  /**
   * True if the thrown value has a place: it is an error or a caught value, and the script does not overwrite stacks.
   */
  #knowsItsPlace(thrown: AnyNode): boolean {
    if (this.#members.has('stack')) return false;
    if (this.#used(this.#caught, thrown)?.reassigned === false) return true;
    return thrown.type === 'NewExpression' && this.#isErrorClass(thrown.callee);
  }

  #visit(node: AnyNode): void {
    switch (node.type) {
      case 'ThrowStatement':
        if (!this.#knowsItsPlace(node.argument)) this.#add(this.throws, node);
        return;
      case 'Identifier':
        if (!this.#placed.has(node) && this.#used(this.#rejecters, node)) this.rejecterEscapes = true;
        return;
      case 'MemberExpression':
        if (/^(?:reject|abort|throw)$/.test(staticKey(node) ?? '')) this.#add(this.throws, node.property);
        return;
      case 'AwaitExpression':
        this.awaited(node.argument, node);
        return;
      case 'ForOfStatement':
        if (node.await) this.#add(this.waits, node);
        return;
      case 'CallExpression':
        if (this.#startsTimer(node.callee)) this.#add(this.timers, node);
        this.#placeRejecters(node);
    }
  }

  /** Records `no(1)` and `setTimeout(no, 1)`. Only a function of the script could call `no` at another line. */
  #placeRejecters({ callee, arguments: given }: CallExpression): void {
    for (const part of functionOf(callee, this.#scopes) ? [callee] : [callee, ...given]) {
      if (!this.#used(this.#rejecters, part)) continue;
      this.#placed.add(part);
      this.#add(this.throws, part);
    }
  }

  /**
   * True if the node may never settle although no call is pending. Calls of tools settle; calls of the script's own
   * async functions depend on the waits inside them, which are recorded separately.
   */
  #mayNeverSettle(node: AnyNode): boolean {
    // If the script defines `then` methods, any `await` may wait for such an object.
    if (this.#members.has('then')) return true;
    if (isConstant(node) || VALUE.test(node.type)) return false;
    if (node.type === 'Identifier') {
      const value = resolved(node, this.#scopes);
      return value.type === 'Identifier' || this.#mayNeverSettle(value);
    }
    if (node.type !== 'CallExpression') return true;
    const { callee } = node;
    const method = callee.type === 'MemberExpression' ? staticKey(callee) : undefined;
    if (method !== undefined && GIVES_NO_PROMISE.test(method) && !this.#members.has(method)) return false;
    if (this.#isOurs(callee) || functionOf(callee, this.#scopes)?.async) return false;
    if (callee.type !== 'MemberExpression' || !this.#isFree(callee.object, 'Promise')) return true;
    const all = /^all(?:Settled)?$/.test(method ?? '') ? node.arguments[0] : undefined;
    return all === undefined || this.#someMayNeverSettle(all);
  }

  /** True if an element of a list may never settle, as in `[a(), b()]` or `list.map(async () => ...)`. */
  #someMayNeverSettle(list: AnyNode): boolean {
    if (list.type === 'ArrayExpression')
      return list.elements.some((element) => element !== null && this.#mayNeverSettle(element));
    if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return true;
    const [each] = list.arguments;
    const work = staticKey(list.callee) === 'map' && each ? functionOf(each, this.#scopes) : undefined;
    return !work || (!work.async && (work.body.type === 'BlockStatement' || this.#mayNeverSettle(work.body)));
  }

  #startsTimer(callee: AnyNode): boolean {
    if (callee.type === 'MemberExpression')
      return this.#isFree(callee.object, 'AbortSignal') && staticKey(callee) === 'timeout';
    return this.#isFree(callee, 'setTimeout') || this.#isFree(callee, 'setInterval');
  }

  /** True for a member of `tools` or `codemode` that the code calls directly. */
  #isOurs(callee: AnyNode): boolean {
    let object = callee;
    while (object.type === 'MemberExpression') object = object.object;
    return object !== callee && (this.#isFree(object, 'tools') || this.#isFree(object, 'codemode'));
  }

  /** True for a class such as `TypeError`, and for a class of the script that extends an error class. */
  #isErrorClass(node: AnyNode, seen = new Set<AnyNode>()): boolean {
    if (node.type === 'Identifier' && this.#scopes.free.has(node)) return node.name.endsWith('Error');
    const made = resolved(node, this.#scopes);
    if (seen.has(made) || (made.type !== 'ClassDeclaration' && made.type !== 'ClassExpression')) return false;
    return made.superClass ? this.#isErrorClass(made.superClass, seen.add(made)) : false;
  }

  #isFree(node: AnyNode, name: string): boolean {
    return isGlobal(node, name, this.#scopes);
  }

  #add(list: SourcePosition[], node: AnyNode): void {
    const position = this.#positionOf(node);
    if (position) list.push(position);
  }
}

/** Returns the names in `{ then: ... }`, in `then() {}` of a class, and in `object.then = ...`. */
function membersGiven(node: AnyNode): string[] {
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((member) => (member.type === 'Property' ? keyOf(member) : []));
  if (node.type === 'ClassBody')
    return node.body.flatMap((member) => (member.type === 'StaticBlock' ? [] : keyOf(member)));
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
  return keyOf(node.left);
}

/** Returns the static name of a key; empty if the code does not show it. */
function keyOf(node: Parameters<typeof staticKey>[0]): string[] {
  return [staticKey(node)].filter((name) => name !== undefined);
}
