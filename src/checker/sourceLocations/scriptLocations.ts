// Where a script can end without the runtime knowing the place: values that are thrown carry none, nor does a promise that
// never settles, nor what was returned. Each list is complete, so that a place is named only when no other is possible.
import type { AnyNode, CallExpression, Identifier, Program } from 'acorn';
import type { ScriptLocations, SourcePosition } from '../checkedScript.ts';
import { type AnyFunction, isFunction, staticKey, walk } from '../syntaxTree.ts';
import { functionOf, isConstant, resolved, returnedValues } from './returnedValues.ts';
import type { Binding } from '../scopeAnalysis/scope.ts';
import { analyzeScopes, type Scopes } from '../scopeAnalysis/scopes.ts';

/** `main` is the whole script as one function; `positionOf` gives undefined for what the author did not write. */
export function scriptLocations(
  program: Program,
  main: AnyFunction,
  positionOf: (node: AnyNode) => SourcePosition | undefined,
): ScriptLocations {
  const scopes = analyzeScopes(program);
  const places = new LocationFinder(scopes, positionOf);
  places.visit(program);
  // What an async function returns is awaited in its place.
  for (const expression of returnedValues([main, ...places.asyncFunctions], scopes, positionOf).expressions) places.awaited(expression);
  const { waits, timers } = places;
  // What can be called from anywhere leaves no list that is complete.
  const throws = places.rejecterEscapes ? [] : places.throws;
  return { returns: returnedValues([main], scopes, positionOf).values, throws, waits, timers };
}

/** Methods whose results are no promises, whatever object of the language they belong to; the script may have others. */
const GIVES_NO_PROMISE =
  /^(?:map|filter|slice|flat|flatMap|sort|reverse|concat|join|split|trim|toSorted|toFixed|toString|toISOString|keys|values|entries|stringify|includes)$/;

class LocationFinder {
  readonly throws: SourcePosition[] = [];
  readonly waits: SourcePosition[] = [];
  readonly timers: SourcePosition[] = [];
  readonly asyncFunctions: AnyFunction[] = [];
  /** What rejects a promise is kept, or given away inside of the script. */
  rejecterEscapes = false;
  readonly #scopes: Scopes;
  readonly #positionOf: (node: AnyNode) => SourcePosition | undefined;
  /** What `catch` binds: thrown again, it is no news. */
  readonly #caught = new Set<Binding>();
  readonly #rejecters = new Set<Binding>();
  /** Uses of these whose place is known. */
  readonly #placed = new Set<AnyNode>();
  /** Names of what the script gives to objects and classes of its own. */
  readonly #members = new Set<string>();

  constructor(scopes: Scopes, positionOf: (node: AnyNode) => SourcePosition | undefined) {
    this.#scopes = scopes;
    this.#positionOf = positionOf;
  }

  visit(program: Program): void {
    walk(program, (node) => this.#declare(node));
    walk(program, (node) => this.#visit(node));
  }

  /** `place` is the node itself unless told. */
  awaited(node: AnyNode, place = node): void {
    if (this.#mayNeverSettle(node)) this.#add(this.waits, place);
  }

  #declare(node: AnyNode): void {
    if (isFunction(node) && node.async) this.asyncFunctions.push(node);
    if (node.type === 'CatchClause') this.#bind(this.#caught, node.param);
    if (node.type === 'NewExpression') {
      // Whatever the class is called, it may be Promise.
      const [executor] = node.arguments;
      this.#bind(this.#rejecters, executor && functionOf(executor, this.#scopes)?.params[1]);
    }
    for (const name of membersGiven(node)) this.#members.add(name);
    if (node.type !== 'ObjectPattern') return;
    for (const property of node.properties) {
      if (property.type === 'Property' && staticKey(property.key, property.computed) === 'reject')
        this.#bind(this.#rejecters, property.value);
    }
  }

  #bind(bindings: Set<Binding>, node: AnyNode | null | undefined): void {
    const binding = node?.type === 'Identifier' ? this.#scopes.bindingOf.get(node) : undefined;
    if (binding) bindings.add(binding);
  }

  /** The one of these that is used here, not declared. */
  #used(bindings: ReadonlySet<Binding>, node: AnyNode): Binding | undefined {
    const binding = node.type === 'Identifier' ? this.#scopes.bindingOf.get(node) : undefined;
    return binding && bindings.has(binding) && binding.references.some((use) => use === node) ? binding : undefined;
  }

  /** What was caught, unless something else was put in its place. */
  #isCaught(node: AnyNode): boolean {
    return this.#used(this.#caught, node)?.reassigned === false;
  }

  /** An error does, and what was caught has had its place, unless the script writes over stacks. */
  #knowsItsPlace(thrown: AnyNode): boolean {
    return !this.#members.has('stack') && (this.#isError(thrown) || this.#isCaught(thrown));
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
        if (/^(?:reject|abort|throw)$/.test(staticKey(node.property, node.computed) ?? '')) this.#add(this.throws, node.property);
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

  /** `no(1)`, and `setTimeout(no, 1)`: nothing that is not the script's own calls it at another line of the script. */
  #placeRejecters({ callee, arguments: given }: CallExpression): void {
    for (const part of functionOf(callee, this.#scopes) ? [callee] : [callee, ...given]) {
      if (!this.#used(this.#rejecters, part)) continue;
      this.#placed.add(part);
      this.#add(this.throws, part);
    }
  }

  /** Calls of tools do while any is under way; of the script's own functions, it is what these wait for that counts. */
  #mayNeverSettle(node: AnyNode): boolean {
    // Where the script makes objects that are awaited like promises, any `await` may be of one.
    if (this.#members.has('then')) return true;
    if (isConstant(node) || /^(?:Object|Array|Function|ArrowFunction|Class|Binary|Unary|Update)Expression$/.test(node.type)) return false;
    if (node.type === 'AwaitExpression') return false;
    if (node.type === 'Identifier') {
      const value = resolved(node, this.#scopes);
      return value.type === 'Identifier' || this.#mayNeverSettle(value);
    }
    if (node.type !== 'CallExpression') return true;
    const { callee } = node;
    if (this.#givesNoPromise(callee)) return false;
    if (this.#isOurs(callee) || functionOf(callee, this.#scopes)?.async) return false;
    const all = this.#isPromiseAll(node) ? node.arguments[0] : undefined;
    return all === undefined || this.#someMayNeverSettle(all);
  }

  #givesNoPromise(callee: AnyNode): boolean {
    const method = callee.type === 'MemberExpression' ? staticKey(callee.property, callee.computed) : undefined;
    return method !== undefined && GIVES_NO_PROMISE.test(method) && !this.#members.has(method);
  }

  /** Of the elements of a list: `[a(), b()]`, `list.map(async () => ...)`. */
  #someMayNeverSettle(list: AnyNode): boolean {
    if (list.type === 'ArrayExpression') return list.elements.some((element) => element !== null && this.#mayNeverSettle(element));
    if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return true;
    const [each] = list.arguments;
    const work = staticKey(list.callee.property, list.callee.computed) === 'map' && each ? functionOf(each, this.#scopes) : undefined;
    return !work || (!work.async && (work.body.type === 'BlockStatement' || this.#mayNeverSettle(work.body)));
  }

  #startsTimer(callee: AnyNode): boolean {
    if (callee.type === 'MemberExpression')
      return this.#isFree(callee.object, 'AbortSignal') && staticKey(callee.property, callee.computed) === 'timeout';
    return this.#isFree(callee, 'setTimeout') || this.#isFree(callee, 'setInterval');
  }

  #isPromiseAll({ callee }: CallExpression): boolean {
    if (callee.type !== 'MemberExpression' || !this.#isFree(callee.object, 'Promise')) return false;
    return /^all(?:Settled)?$/.test(staticKey(callee.property, callee.computed) ?? '');
  }

  /** A member of `tools` or `codemode`, called where it stands. */
  #isOurs(callee: AnyNode): boolean {
    let object = callee;
    while (object.type === 'MemberExpression') object = object.object;
    return object !== callee && (this.#isFree(object, 'tools') || this.#isFree(object, 'codemode'));
  }

  /** `new TypeError(...)`, or a new one of a class of the script that extends one. */
  #isError(node: AnyNode): boolean {
    return node.type === 'NewExpression' && this.#isErrorClass(node.callee);
  }

  #isErrorClass(node: AnyNode, seen = new Set<AnyNode>()): boolean {
    if (this.#isFreeName(node)) return node.name.endsWith('Error');
    const made = resolved(node, this.#scopes);
    if (seen.has(made) || (made.type !== 'ClassDeclaration' && made.type !== 'ClassExpression')) return false;
    return made.superClass !== null && made.superClass !== undefined && this.#isErrorClass(made.superClass, seen.add(made));
  }

  #isFree(node: AnyNode, name: string): boolean {
    return this.#isFreeName(node) && node.name === name;
  }

  #isFreeName(node: AnyNode): node is Identifier {
    return node.type === 'Identifier' && this.#scopes.freeNodes.has(node);
  }

  #add(list: SourcePosition[], node: AnyNode): void {
    const position = this.#positionOf(node);
    if (position) list.push(position);
  }
}

/** Of `{ then: ... }`, of `then() {}` in a class, and of `object.then = ...`. */
function membersGiven(node: AnyNode): string[] {
  if (node.type === 'ObjectExpression') return node.properties.flatMap((member) => (member.type === 'Property' ? keyOf(member) : []));
  if (node.type === 'ClassBody') return node.body.flatMap((member) => (member.type === 'StaticBlock' ? [] : keyOf(member)));
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
  return keyOf({ key: node.left.property, computed: node.left.computed });
}

/** None where the code does not spell it. */
function keyOf({ key, computed }: { readonly key: AnyNode; readonly computed: boolean }): string[] {
  return [staticKey(key, computed)].filter((name) => name !== undefined);
}
