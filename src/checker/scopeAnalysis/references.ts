// Finds the tools that a script names, by following `tools` through member accesses and constant variables. The
// approval of a run relies on this list, so a use that cannot be followed makes the script dynamic.
import type { AnyNode, Identifier, MemberExpression, Pattern, Program, VariableDeclarator } from 'acorn';
import { eachChild, staticKey } from '../syntaxTree.ts';
import type { PreparedScript, ToolReference } from '../checkedScript.ts';
import { findCallSites, type CallSite } from './callSites.ts';
import { isGlobal, type Binding, type Scopes } from './scopes.ts';

type FoundReference = Omit<ToolReference, 'position'> & { readonly offset: number };

interface References extends Pick<
  PreparedScript,
  'dynamic' | 'searches' | 'resultHandles' | 'readsAnyResult'
> {
  /** References in the order of the text. Offsets count in the program's text. */
  readonly tools: readonly FoundReference[];
}

/** The global of Code Mode that an expression stands for. */
type Tracked =
  | { readonly kind: 'global' | 'tools' | 'codemode' | 'search' | 'results' }
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'feature'; readonly server: string; readonly feature: 'resources' | 'prompts' }
  | { readonly kind: 'tool'; readonly server: string; readonly tool: string }
  | { readonly kind: 'result'; readonly handle: string };

/** Maximum number of references. Receiving more would block the host, so a script that has more is dynamic. */
const MOST_REFERENCES = 5_000;

/** Returns the references of a program. `text` is the program's code. */
export function findReferences(program: Program, scopes: Scopes, text: string): References {
  const finder = new ReferenceFinder(scopes, findCallSites(program, scopes, text));
  finder.visit(program);
  const { tools, dynamic, searches, resultHandles, readsAnyResult } = finder;
  tools.sort((a, b) => a.offset - b.offset);
  return {
    tools: tools.slice(0, MOST_REFERENCES),
    dynamic: dynamic || tools.length > MOST_REFERENCES,
    searches,
    resultHandles: [...resultHandles],
    readsAnyResult,
  };
}

class ReferenceFinder {
  readonly tools: FoundReference[] = [];
  readonly resultHandles = new Set<string>();
  dynamic = false;
  searches = false;
  readsAnyResult = false;
  readonly #scopes: Scopes;
  readonly #callOf: (callee: AnyNode) => CallSite | undefined;
  readonly #values = new Map<Binding | MemberExpression, Tracked | undefined>();

  constructor(scopes: Scopes, callOf: (callee: AnyNode) => CallSite | undefined) {
    this.#scopes = scopes;
    this.#callOf = callOf;
  }

  visit(node: AnyNode): void {
    const value = this.#valueOf(node);
    if (value) {
      this.#record(value, node);
    } else if (node.type === 'MemberExpression') {
      this.#visitMember(node);
    } else if (node.type === 'VariableDeclarator') {
      this.#visitDeclarator(node);
    } else {
      eachChild(node, (child) => this.#visitOrInspect(node, child));
    }
  }

  /** Visits a child. `typeof tools`, `"geo" in tools` and `Object.keys(tools)` read only names. */
  #visitOrInspect(parent: AnyNode, child: AnyNode): void {
    const value = this.#onlyLooksAt(parent, child) ? this.#valueOf(child) : undefined;
    // The names of results are those of the results that the script gets.
    if (value) this.#record(value, child, value.kind === 'results');
    else this.visit(child);
  }

  #onlyLooksAt(parent: AnyNode, child: AnyNode): boolean {
    switch (parent.type) {
      case 'UnaryExpression':
        return parent.operator === 'typeof';
      case 'BinaryExpression':
        return parent.operator === 'in' && parent.right === child;
      case 'CallExpression':
        return (
          child !== parent.callee &&
          parent.callee.type === 'MemberExpression' &&
          staticKey(parent.callee) === 'keys' &&
          isGlobal(parent.callee.object, 'Object', this.#scopes)
        );
      default:
        return false;
    }
  }

  /** Visits a member whose own value is not tracked, although its object may be. */
  #visitMember(node: MemberExpression): void {
    const object = this.#valueOf(node.object);
    if (object) this.#record(object, node.object, staticKey(node) === undefined);
    else this.visit(node.object);
    if (node.computed) this.visit(node.property);
  }

  #visitDeclarator({ id, init }: VariableDeclarator): void {
    const value = init ? this.#valueOf(init) : undefined;
    if (init && value) this.#follow(id, value, init);
    else {
      this.visit(id);
      if (init) this.visit(init);
    }
  }

  /** Assigns `value`, which the code names at `place`, to a variable or to the variables of a pattern. */
  #follow(pattern: Pattern, value: Tracked, place: AnyNode): void {
    if (pattern.type === 'Identifier') {
      this.#record(value, place, this.#scopes.bindingOf.get(pattern)?.origin === undefined);
      return;
    }
    if (pattern.type !== 'ObjectPattern') {
      this.#record(value, place);
      this.visit(pattern);
      return;
    }
    for (const property of pattern.properties) {
      const key = property.type === 'Property' ? staticKey(property) : undefined;
      if (property.type !== 'Property' || key === undefined) {
        this.#record(value, place);
        this.visit(property);
        continue;
      }
      const inner = memberOf(value, key);
      if (inner) this.#follow(property.value, inner, property.key);
      else this.visit(property.value);
    }
  }

  #valueOf(node: AnyNode): Tracked | undefined {
    switch (node.type) {
      case 'Identifier':
        return this.#valueOfName(node);
      case 'ThisExpression':
        return this.#scopes.globalThisNodes.has(node) ? { kind: 'global' } : undefined;
      case 'ChainExpression':
        return this.#valueOf(node.expression);
      case 'MemberExpression':
        return this.#remembered(node, () => {
          const key = staticKey(node);
          const object = key === undefined ? undefined : this.#valueOf(node.object);
          return object && key !== undefined ? memberOf(object, key) : undefined;
        });
      default:
        return undefined;
    }
  }

  #valueOfName(node: Identifier): Tracked | undefined {
    if (this.#scopes.free.has(node)) {
      if (node.name === 'globalThis') return { kind: 'global' };
      return memberOf({ kind: 'global' }, node.name);
    }
    const binding = this.#scopes.bindingOf.get(node);
    const origin = binding?.origin;
    if (!binding || !origin) return undefined;
    return this.#remembered(binding, () => {
      let value = this.#valueOf(origin.value);
      for (const key of origin.path) value &&= memberOf(value, key);
      return value;
    });
  }

  /** Returns the value of `key`, computed once. A variable that is defined by itself has no value. */
  #remembered(key: Binding | MemberExpression, work: () => Tracked | undefined): Tracked | undefined {
    if (this.#values.has(key)) return this.#values.get(key);
    this.#values.set(key, undefined);
    const value = work();
    this.#values.set(key, value);
    return value;
  }

  /** Records a use. `escapes` is false if the finder sees each property that the script reads, so only these count. */
  #record(value: Tracked, node: AnyNode, escapes = true): void {
    const offset = node.start;
    const hasTools = value.kind === 'global' || value.kind === 'tools' || value.kind === 'server';
    const hasSearch = value.kind === 'global' || value.kind === 'codemode';
    this.dynamic ||= escapes && hasTools;
    this.searches ||= value.kind === 'search' || (escapes && hasSearch);
    this.readsAnyResult ||= escapes && (hasSearch || value.kind === 'results');
    if (value.kind === 'result') this.resultHandles.add(value.handle);
    if (value.kind === 'server') this.tools.push({ server: value.server, offset });
    if (value.kind === 'feature') this.tools.push({ server: value.server, feature: value.feature, offset });
    if (value.kind === 'tool') {
      // `tool.bind(…)` and `tool.call(…)` are no calls with the tool's arguments.
      const calls = this.#isMethod(node) ? {} : (this.#callOf(node) ?? (!escapes && { times: 0 }));
      this.tools.push({ server: value.server, tool: value.tool, offset, ...calls });
    }
  }

  /** True for a member of a tool other than `raw`. */
  #isMethod(node: AnyNode): boolean {
    return (
      node.type === 'MemberExpression' &&
      staticKey(node) !== 'raw' &&
      this.#valueOf(node.object)?.kind === 'tool'
    );
  }
}

function memberOf(value: Tracked, key: string): Tracked | undefined {
  switch (value.kind) {
    case 'global':
      if (key === 'globalThis') return value;
      return key === 'tools' || key === 'codemode' ? { kind: key } : undefined;
    case 'tools':
      return { kind: 'server', server: key };
    case 'server':
      if (key === '$resources') return { kind: 'feature', server: value.server, feature: 'resources' };
      if (key === '$prompts') return { kind: 'feature', server: value.server, feature: 'prompts' };
      return { kind: 'tool', server: value.server, tool: key };
    case 'codemode':
      if (key === 'results') return { kind: 'results' };
      return key === 'search' || key === 'describe' ? { kind: 'search' } : undefined;
    case 'results':
      return { kind: 'result', handle: key };
    case 'feature':
    case 'tool':
    case 'search':
    case 'result':
      return value;
  }
}
