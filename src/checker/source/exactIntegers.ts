// Keeps large integers exact. JavaScript rounds an integer literal beyond 2^53, so `{ id: 725653563933458433 }` would
// name something else. Such a literal becomes a bigint, like large integers in answers of tools. In arithmetic, where a
// bigint would throw, the literal stays a number.
import type { AnyNode, Program } from 'acorn';
import { walk } from '../syntaxTree.ts';
import type { TextEdit } from './offsetMap.ts';

const arithmetic: ReadonlySet<string> = new Set('+ - * / % ** & | ^ << >> >>>'.split(' '));

/** Returns edits of the program's text. */
export function exactIntegers(program: Program): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  walk(program, (node, parent) => {
    if (parent && isRounded(node) && takesBigInt(parent, node))
      edits.push({ start: node.end, end: node.end, text: 'n' });
  });
  return edits;
}

function isRounded(node: AnyNode): boolean {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return false;
  return !Number.isSafeInteger(node.value) && /^\d[\d_]*$/.test(node.raw ?? '');
}

function takesBigInt(parent: AnyNode, node: AnyNode): boolean {
  switch (parent.type) {
    case 'BinaryExpression':
      return !arithmetic.has(parent.operator);
    case 'AssignmentExpression':
      return /^(?:=|&&=|\|\|=|\?\?=)$/.test(parent.operator);
    case 'UnaryExpression':
      return parent.operator === '-';
    case 'MemberExpression':
    case 'NewExpression':
      return false;
    case 'Property':
      // In `{ 9007199254740993: "a" }`, the number is a name.
      return parent.value === node;
    case 'CallExpression': {
      const called = parent.callee.type === 'MemberExpression' ? parent.callee.object : undefined;
      return called?.type !== 'Identifier' || called.name !== 'Math';
    }
    default:
      return true;
  }
}
