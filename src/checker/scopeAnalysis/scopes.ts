// Finds the declaration of each name in a script. The sandbox's engine silently reads an undeclared name as
// `undefined`, so the checker must report it; and a local variable called `tools` is not the global `tools`.
// eslint-scope resolves the names, and this module adds the values that constants hold.
import type { AnyNode, Identifier, Program, ThisExpression } from 'acorn';
import { analyze, type Scope, type Variable } from 'eslint-scope';
import { eachChild, isFunction, staticKey } from '../syntaxTree.ts';

/** The value of a variable: the property of `value` at `path`. For functions and classes, `value` is their own node. */
interface Origin {
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
  /** False for a name that several declarations share. */
  readonly isDeclaredOnce: boolean;
  readonly references: Identifier[];
}

/** One use of a name that the script does not declare. */
export interface FreeName {
  readonly node: Identifier;
  readonly scope: Scope;
  /** True if the use is an assignment. */
  readonly written: boolean;
  /** True for `typeof name`, which only asks whether the name exists. */
  readonly onlyTypeof: boolean;
}

export interface Scopes {
  readonly free: ReadonlyMap<AnyNode, FreeName>;
  /** The binding that an identifier declares or refers to. Free names and property names have none. */
  readonly bindingOf: ReadonlyMap<Identifier, Binding>;
  readonly topLevel: ReadonlyMap<string, Binding>;
  /** Nodes where `this` is the global object, which are outside every function with its own `this`. */
  readonly globalThisNodes: ReadonlySet<ThisExpression>;
}

/** Analyzes a program that `parseProgram` has parsed. */
export function analyzeScopes(program: Program): Scopes {
  const { scopes, globalScope } = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2024,
    sourceType: 'module',
    ignoreEval: true,
  });
  const bindingOf = new Map<Identifier, Binding>();
  const topLevel = new Map<string, Binding>();
  for (const { type, variables } of scopes) {
    for (const variable of variables) {
      const binding = bind(variable, bindingOf);
      if (type === 'module') topLevel.set(variable.name, binding);
    }
  }
  const [onlyTypeof, globalThisNodes] = [new Set<AnyNode>(), new Set<ThisExpression>()];
  const visit = (node: AnyNode, isGlobalThis: boolean): void => {
    if (node.type === 'ThisExpression' && isGlobalThis) globalThisNodes.add(node);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') onlyTypeof.add(node.argument);
    if (node.type === 'VariableDeclarator' && node.init)
      setOrigin(node.id, { value: node.init, path: [] }, bindingOf);
    if ('id' in node && node.type !== 'VariableDeclarator' && node.id)
      setOrigin(node.id, { value: node, path: [] }, bindingOf);
    eachChild(node, (child) => visit(child, isGlobalThis && !hasOwnThis(node, child)));
  };
  visit(program, true);
  const free = new Map<AnyNode, FreeName>();
  for (const reference of globalScope?.through ?? []) {
    const node = reference.identifier as Identifier;
    free.set(node, {
      node,
      scope: reference.from,
      written: reference.isWrite(),
      onlyTypeof: onlyTypeof.has(node),
    });
  }
  return { free, bindingOf, topLevel, globalThisNodes };
}

/** True if the node is the name of a global. A variable of the script may have the same name. */
export function isGlobal(node: AnyNode, name: string, { free }: Scopes): boolean {
  return node.type === 'Identifier' && node.name === name && free.has(node);
}

/** Adds the variable to `bindingOf`. A class declaration has two variables, one of them inside the class. */
function bind(
  { name, identifiers, defs, references }: Variable,
  bindingOf: Map<Identifier, Binding>,
): Binding {
  const [declared] = identifiers as Identifier[];
  const known = declared && bindingOf.get(declared);
  const binding = known ?? {
    name,
    origin: undefined,
    isDeclaredOnce: defs.length === 1,
    reassigned: false,
    references: [],
  };
  for (const node of identifiers as Identifier[]) bindingOf.set(node, binding);
  for (const reference of references) {
    if (reference.init) continue;
    const node = reference.identifier as Identifier;
    bindingOf.set(node, binding);
    binding.references.push(node);
    binding.reassigned ||= reference.isWrite();
  }
  return binding;
}

/** Sets the origin of the variables in a pattern whose value is `origin`. */
function setOrigin(pattern: AnyNode, origin: Origin, bindingOf: ReadonlyMap<Identifier, Binding>): void {
  const binding = pattern.type === 'Identifier' ? bindingOf.get(pattern) : undefined;
  if (binding?.isDeclaredOnce && !binding.reassigned) binding.origin = origin;
  if (pattern.type !== 'ObjectPattern') return;
  for (const property of pattern.properties) {
    const key = property.type === 'Property' ? staticKey(property) : undefined;
    if (property.type === 'Property' && key !== undefined)
      setOrigin(property.value, { ...origin, path: [...origin.path, key] }, bindingOf);
  }
}

/** True if `this` in a child of the node is not that of the code around the node. */
function hasOwnThis(node: AnyNode, child: AnyNode): boolean {
  if (node.type === 'PropertyDefinition') return node.value === child;
  return node.type === 'StaticBlock' || (isFunction(node) && node.type !== 'ArrowFunctionExpression');
}
