// Finds the declaration of each name in a script. The sandbox's engine silently reads an undeclared name as
// `undefined`, so the checker must report it; and a local variable called `tools` is not the global `tools`.
import type {
  AnyNode,
  Expression,
  Identifier,
  Pattern,
  Program,
  ThisExpression,
  VariableDeclaration,
} from 'acorn';
import { type AnyFunction, eachChild, staticKey } from '../syntaxTree.ts';

type Class = Extract<AnyNode, { type: 'ClassDeclaration' | 'ClassExpression' }>;

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

/** One use of a name. */
export interface Reference {
  readonly node: Identifier;
  readonly scope: Scope;
  /** True if the use is an assignment. */
  readonly written: boolean;
  /** True for `typeof name`, which only asks whether the name exists. */
  readonly onlyTypeof: boolean;
}

export interface Scopes {
  /** Uses of names that the script does not declare, by their nodes. */
  readonly free: ReadonlyMap<AnyNode, Reference>;
  /** The binding that an identifier declares or refers to. Free names and property names have none. */
  readonly bindingOf: ReadonlyMap<Identifier, Binding>;
  readonly topLevel: ReadonlyMap<string, Binding>;
  /** Nodes where `this` is the global object, which are outside every function with its own `this`. */
  readonly globalThisNodes: ReadonlySet<ThisExpression>;
}

export function analyzeScopes(program: Program): Scopes {
  const walker = new ScopeWalker();
  walker.visitAll(program.body);
  return walker.resolve();
}

/** True if the node is the name of a global. A variable of the script may have the same name. */
export function isGlobal(node: AnyNode, name: string, { free }: Scopes): boolean {
  return node.type === 'Identifier' && node.name === name && free.has(node);
}

class ScopeWalker {
  readonly #top: Scope = { parent: undefined, names: new Map(), isFunction: true, ownThis: false };
  #scope = this.#top;
  readonly #references: Reference[] = [];
  readonly #bindingOf = new Map<Identifier, Binding>();
  readonly #globalThisNodes = new Set<ThisExpression>();
  readonly #evaluate = (node: AnyNode) => this.#visit(node);

  visitAll(nodes: Iterable<AnyNode | null | undefined>): void {
    for (const node of nodes) if (node) this.#visit(node);
  }

  /** Looks up every reference after all declarations are known, because functions and `var` are hoisted. */
  resolve(): Scopes {
    const free = new Map<AnyNode, Reference>();
    for (const reference of this.#references) {
      const { node, scope, written } = reference;
      const binding = lookUp(scope, node.name);
      if (binding) {
        this.#bindingOf.set(node, binding);
        binding.references.push(node);
        if (written) {
          binding.origin = undefined;
          binding.reassigned = true;
        }
      } else if (node.name !== 'arguments' || !hasOwnThis(scope)) {
        free.set(node, reference);
      }
    }
    return {
      free,
      bindingOf: this.#bindingOf,
      topLevel: this.#top.names,
      globalThisNodes: this.#globalThisNodes,
    };
  }

  #visit(node: AnyNode): void {
    switch (node.type) {
      case 'Identifier':
        this.#refer(node);
        return;
      case 'ThisExpression':
        if (!hasOwnThis(this.#scope)) this.#globalThisNodes.add(node);
        return;
      case 'VariableDeclaration':
        this.#declareVariables(node);
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#visitFunction(node);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#visitClass(node);
        return;
      case 'CatchClause':
        this.#within({}, () => {
          if (node.param) this.#declarePattern(node.param, undefined, this.#scope);
          this.visitAll(node.body.body);
        });
        return;
      case 'StaticBlock':
        this.#within({ isFunction: true, ownThis: true }, () => this.visitAll(node.body));
        return;
      case 'BlockStatement':
      case 'ForStatement':
      case 'SwitchStatement':
        this.#within({}, () => eachChild(node, (child) => this.#visit(child)));
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#within({}, () => {
          if (node.left.type === 'VariableDeclaration') this.#declareVariables(node.left);
          else this.#assign(node.left);
          this.visitAll([node.right, node.body]);
        });
        return;
      default:
        this.#visitPlain(node);
    }
  }

  /** Visits nodes that open no scope and declare nothing, but contain identifiers that are not references. */
  #visitPlain(node: AnyNode): void {
    switch (node.type) {
      case 'MemberExpression':
        this.#visit(node.object);
        if (node.computed) this.#visit(node.property);
        return;
      case 'Property':
      case 'MethodDefinition':
        if (node.computed) this.#visit(node.key);
        this.#visit(node.value);
        return;
      case 'PropertyDefinition':
        if (node.computed) this.#visit(node.key);
        if (node.value) this.#within({ isFunction: true, ownThis: true }, () => this.visitAll([node.value]));
        return;
      case 'AssignmentExpression':
        this.#assign(node.left);
        this.#visit(node.right);
        return;
      case 'UpdateExpression':
        this.#assign(node.argument);
        return;
      case 'UnaryExpression':
        if (node.operator === 'typeof' && node.argument.type === 'Identifier')
          this.#refer(node.argument, { onlyTypeof: true });
        else this.#visit(node.argument);
        return;
      case 'LabeledStatement':
        this.#visit(node.body);
        return;
      case 'ExportNamedDeclaration':
        // An export with a source is an import, which another phase refuses.
        if (!node.source) eachChild(node, (child) => this.#visit(child));
        return;
      case 'ExportSpecifier':
        if (node.local.type === 'Identifier') this.#refer(node.local);
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return;
      case 'ImportDeclaration':
        // Another phase refuses imports. Their names are declared here, so that they are not also reported as
        // undeclared.
        for (const { local } of node.specifiers) this.#declare(local, undefined, this.#scope);
        return;
      default:
        eachChild(node, (child) => this.#visit(child));
    }
  }

  #visitFunction(node: AnyFunction): void {
    if (node.type === 'FunctionDeclaration') this.#declareItself(node);
    this.#within({}, () => {
      if (node.type === 'FunctionExpression') this.#declareItself(node);
      this.#within({ isFunction: true, ownThis: node.type !== 'ArrowFunctionExpression' }, () => {
        for (const parameter of node.params) this.#declarePattern(parameter, undefined, this.#scope);
        if (node.body.type === 'BlockStatement') this.visitAll(node.body.body);
        else this.#visit(node.body);
      });
    });
  }

  #visitClass(node: Class): void {
    if (node.type === 'ClassDeclaration') this.#declareItself(node);
    this.#within({}, () => {
      if (node.type === 'ClassExpression') this.#declareItself(node);
      this.visitAll([node.superClass, ...node.body.body]);
    });
  }

  #declareItself(node: AnyFunction | Class): void {
    if (node.id) this.#declare(node.id, itself(node), this.#scope);
  }

  #declareVariables(node: VariableDeclaration): void {
    const scope = node.kind === 'var' ? functionScope(this.#scope) : this.#scope;
    for (const { id, init } of node.declarations) {
      if (init) this.#visit(init);
      this.#declarePattern(id, init ? itself(init) : undefined, scope);
    }
  }

  #declarePattern(pattern: Pattern, origin: Origin | undefined, scope: Scope): void {
    if (pattern.type === 'Identifier') this.#declare(pattern, origin, scope);
    else {
      const declare = (target: Pattern, key?: string) => {
        const inner = origin && key !== undefined ? { ...origin, path: [...origin.path, key] } : undefined;
        this.#declarePattern(target, inner, scope);
      };
      eachTarget(pattern, declare, this.#evaluate);
    }
  }

  #assign(target: Pattern | Expression): void {
    if (target.type === 'Identifier') this.#refer(target, { written: true });
    else if (
      target.type === 'ObjectPattern' ||
      target.type === 'ArrayPattern' ||
      target.type === 'AssignmentPattern'
    ) {
      eachTarget(target, (inner) => this.#assign(inner), this.#evaluate);
    } else this.#visit(target);
  }

  #declare(node: Identifier, origin: Origin | undefined, scope: Scope): void {
    const known = scope.names.get(node.name);
    if (known) known.origin = undefined;
    const binding = known ?? { name: node.name, origin, reassigned: false, references: [] };
    scope.names.set(node.name, binding);
    this.#bindingOf.set(node, binding);
  }

  #refer(node: Identifier, { written = false, onlyTypeof = false } = {}): void {
    this.#references.push({ node, scope: this.#scope, written, onlyTypeof });
  }

  #within(own: Partial<Pick<Scope, 'isFunction' | 'ownThis'>>, work: () => void): void {
    const outer = this.#scope;
    this.#scope = { parent: outer, names: new Map(), isFunction: false, ownThis: false, ...own };
    work();
    this.#scope = outer;
  }
}

/** Returns the origin of a variable that holds the value itself. */
function itself(value: AnyNode): Origin {
  return { value, path: [] };
}

function lookUp(scope: Scope, name: string): Binding | undefined {
  return scope.names.get(name) ?? (scope.parent && lookUp(scope.parent, name));
}

function functionScope(scope: Scope): Scope {
  return scope.isFunction || !scope.parent ? scope : functionScope(scope.parent);
}

/** True inside a function or class body that has its own `this` and `arguments`. */
function hasOwnThis({ ownThis, parent }: Scope): boolean {
  return ownThis || (parent !== undefined && hasOwnThis(parent));
}

/**
 * Takes a destructuring pattern of a declaration or assignment apart. `use` is called with each pattern directly inside
 * `pattern` and with the property that it takes, if known. `evaluate` is called with the computed keys and default
 * values. All calls are in source order.
 */
function eachTarget(
  pattern: Pattern,
  use: (target: Pattern, key?: string) => void,
  evaluate: (node: AnyNode) => void,
): void {
  switch (pattern.type) {
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          use(property.argument);
          continue;
        }
        if (property.computed) evaluate(property.key);
        use(property.value, staticKey(property));
      }
      return;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) use(element);
      return;
    case 'AssignmentPattern':
      use(pattern.left);
      evaluate(pattern.right);
      return;
    case 'RestElement':
      use(pattern.argument);
      return;
    default:
      evaluate(pattern);
  }
}
