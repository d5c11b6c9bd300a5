// Parses JavaScript in strict mode, as the sandbox does, with `await` and `return` allowed outside functions.
import { type AnyNode, type Comment, parse, type Program, type Token } from 'acorn';

export interface ParsedProgram {
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** A parser's error. `message` is without its place; `offset` counts in the text that was given. */
export interface SyntaxFailure {
  readonly ok: false;
  readonly offset: number;
  readonly message: string;
}

export type Parsed = ({ readonly ok: true } & ParsedProgram) | SyntaxFailure;

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
      ranges: true, // eslint-scope reads them
      ...(tokens && { onToken: tokens }),
    });
    return { ok: true, program, comments };
  } catch (error) {
    if (error instanceof SyntaxError) return syntaxFailure(error);
    throw error;
  }
}

/** Reads the error that acorn or sucrase throws. */
export function syntaxFailure(error: Error): SyntaxFailure {
  const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const message = error.message.replace(/^Error transforming script\.ts: | \(\d+:\d+\)$/g, '');
  return { ok: false, offset, message };
}

/** Calls `visit` for every direct child node, whichever property holds it, so that no node is missed. */
export function eachChild(node: AnyNode, visit: (child: AnyNode) => void): void {
  for (const key in node) {
    const value: unknown = Reflect.get(node, key);
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
