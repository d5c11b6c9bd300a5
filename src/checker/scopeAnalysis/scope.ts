// One scope of a script and the variables declared in it: the plain data on which the analysis of names rests.
import type { AnyNode, Identifier } from 'acorn';

/** What a variable holds: a property of a property ... of `value`, which for functions and classes is their own node. */
export interface Origin {
  readonly value: AnyNode;
  readonly path: readonly string[];
}

/** One variable: a name in the scope that declares it. */
export interface Binding {
  readonly name: string;
  /** Absent where the value is unknown: parameters, loop variables, patterns with defaults, whatever is assigned again. */
  origin: Origin | undefined;
  /** Something is assigned to it after its declaration. */
  reassigned: boolean;
  readonly references: Identifier[];
}

export interface Scope {
  readonly parent: Scope | undefined;
  readonly names: Map<string, Binding>;
  /** Where `var` declares. */
  readonly isFunction: boolean;
  /** Has `this` and `arguments` of its own. */
  readonly ownThis: boolean;
}

/** The value itself, no property of it. */
export function itself(value: AnyNode): Origin {
  return { value, path: [] };
}

export function propertyOf(origin: Origin | undefined, key: string | undefined): Origin | undefined {
  return origin && key !== undefined ? { value: origin.value, path: [...origin.path, key] } : undefined;
}

export function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const binding = current.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

export function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

/** Inside of a function or a class body that has `this` and `arguments` of its own. */
export function hasOwnThis(scope: Scope): boolean {
  for (let current: Scope | undefined = scope; current; current = current.parent) if (current.ownThis) return true;
  return false;
}

/** Innermost first. */
export function visibleNames(scope: Scope): string[] {
  const names: string[] = [];
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    for (const name of current.names.keys()) names.push(name);
  }
  return names;
}
