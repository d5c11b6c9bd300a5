// The data of the analysis of names: the scopes of a script and the variables declared in them.
import type { AnyNode, Identifier } from 'acorn';

/** The value of a variable: the property of `value` at `path`. For functions and classes, `value` is their own node. */
export interface Origin {
  readonly value: AnyNode;
  readonly path: readonly string[];
}

/** One variable: a name in the scope that declares it. */
export interface Binding {
  readonly name: string;
  /** Undefined for parameters, loop variables, patterns with defaults, and variables that are assigned again. */
  origin: Origin | undefined;
  /** True if the script assigns a value after the declaration. */
  reassigned: boolean;
  readonly references: Identifier[];
}

export interface Scope {
  readonly parent: Scope | undefined;
  readonly names: Map<string, Binding>;
  /** True if `var` declares variables in this scope. */
  readonly isFunction: boolean;
  /** True if the scope has its own `this` and `arguments`. */
  readonly ownThis: boolean;
}

/** Returns the origin of a variable that holds the value itself. */
export function itself(value: AnyNode): Origin {
  return { value, path: [] };
}

export function propertyOf(origin: Origin | undefined, key: string | undefined): Origin | undefined {
  return origin && key !== undefined ? { value: origin.value, path: [...origin.path, key] } : undefined;
}

export function lookUp(scope: Scope, name: string): Binding | undefined {
  return scope.names.get(name) ?? (scope.parent && lookUp(scope.parent, name));
}

export function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

/** True inside a function or class body that has its own `this` and `arguments`. */
export function hasOwnThis(scope: Scope): boolean {
  for (let current: Scope | undefined = scope; current; current = current.parent)
    if (current.ownThis) return true;
  return false;
}

/** Returns the names that are visible in the scope, innermost first. */
export function visibleNames(scope: Scope): string[] {
  const names: string[] = [];
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    for (const name of current.names.keys()) names.push(name);
  }
  return names;
}
