// The three kinds of nodes that are functions with a body of their own.
import type { AnyNode } from 'acorn';

export type AnyFunction = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>;

export function isFunction(node: AnyNode | undefined): node is AnyFunction {
  return node?.type === 'FunctionDeclaration' || node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression';
}
