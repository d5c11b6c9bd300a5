// Parses JavaScript in strict mode, as the sandbox does, with `await` and `return` allowed outside functions.
import { type AnyNode, type Comment, parse, type Program, type Token } from 'acorn';

export interface ParsedProgram {
  readonly program: Program;
  readonly comments: readonly Comment[];
}

export type Parsed =
  | ({ readonly ok: true } & ParsedProgram)
  /** `message` is the message of acorn, without its place; `offset` counts in the text that was given. */
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** Parses a text. `tokens`, if given, receives all tokens, or those before the failure. */
export function parseProgram(text: string, tokens?: Token[]): Parsed {
  const comments: Comment[] = [];
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      onComment: comments,
      ...(tokens && { onToken: tokens }),
    });
    return { ok: true, program, comments };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
    return { ok: false, offset, message: error.message.replace(/ \(\d+:\d+\)$/, '') };
  }
}

/** Calls `visit` for every direct child node, whichever property holds it, so that no node is missed. */
export function eachChild(node: AnyNode, visit: (child: AnyNode) => void): void {
  for (const key in node) {
    const value: unknown = Reflect.get(node, key);
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const element of value) if (isNode(element)) visit(element);
    } else if (isNode(value)) {
      visit(value);
    }
  }
}

/** Calls `visit` for the node and all nodes below it, each with the node directly above. */
export function walk(
  node: AnyNode,
  visit: (node: AnyNode, parent?: AnyNode) => void,
  parent?: AnyNode,
): void {
  visit(node, parent);
  eachChild(node, (child) => walk(child, visit, node));
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value
  );
}

export type AnyFunction = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

export function isFunction(node: AnyNode | undefined): node is AnyFunction {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  );
}

type Keyed = { readonly computed: boolean } & ({ readonly key: AnyNode } | { readonly property: AnyNode });

/** Returns the name in a member expression, property or class member; undefined if the code does not show it. */
export function staticKey(node: Keyed): string | undefined {
  const name = 'key' in node ? node.key : node.property;
  if (!node.computed && name.type === 'Identifier') return name.name;
  if (name.type === 'Literal' && typeof name.value === 'string') return name.value;
  if (name.type === 'TemplateLiteral' && name.expressions.length === 0)
    return name.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
