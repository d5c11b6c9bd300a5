// The syntax that scripts may use, as a closed list, so that a newer parser cannot admit an unforeseen form.
import type { AnyNode, Program } from 'acorn';
import type { Finding } from './finding.ts';
import { walk } from './syntaxTree.ts';

/** Allowed node types of ESTree, with the names that acorn uses. */
const ALLOWED: ReadonlySet<string> = new Set(
  `
  Program EmptyStatement BlockStatement StaticBlock ExpressionStatement DebuggerStatement
  IfStatement SwitchStatement SwitchCase LabeledStatement BreakStatement ContinueStatement
  ReturnStatement ThrowStatement TryStatement CatchClause
  WhileStatement DoWhileStatement ForStatement ForInStatement ForOfStatement
  VariableDeclaration VariableDeclarator FunctionDeclaration FunctionExpression ArrowFunctionExpression
  ClassDeclaration ClassExpression ClassBody MethodDefinition PropertyDefinition PrivateIdentifier
  Identifier Literal TemplateLiteral TemplateElement TaggedTemplateExpression ThisExpression Super
  ArrayExpression ObjectExpression Property SpreadElement MemberExpression ChainExpression
  CallExpression NewExpression AwaitExpression YieldExpression MetaProperty
  UnaryExpression UpdateExpression BinaryExpression LogicalExpression ConditionalExpression
  SequenceExpression AssignmentExpression ParenthesizedExpression
  ArrayPattern ObjectPattern AssignmentPattern RestElement
  ExportDefaultDeclaration ExportNamedDeclaration ExportSpecifier
  `
    .trim()
    .split(/\s+/),
);

/** Matches parts of an import declaration, which is itself reported. */
const PART_OF_IMPORT = /^Import(?:Default|Namespace)?Specifier$|^ImportAttribute$/;

export const noModulesHint =
  'No modules: call `tools.<server>.<tool>(input)`; find tools with `await codemode.search("...")`. (`import type` works.)';

/** Returns a finding for each use of syntax that may not run, in no particular order. */
export function inspectSyntax(program: Program): Finding[] {
  const findings: Finding[] = [];
  walk(program, (node) => {
    const finding = refusalOf(node);
    if (finding) findings.push({ ...finding, code: 'forbidden_syntax', offset: node.start });
  });
  return findings;
}

function refusalOf(node: AnyNode): Pick<Finding, 'message' | 'hint'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
      return { message: '`import` is not available.', hint: noModulesHint };
    case 'MetaProperty':
      if (node.meta.name !== 'import') return undefined;
      return { message: '`import.meta` is not available.', hint: noModulesHint };
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      if (!node.source) return undefined;
      return { message: '`export ... from` is not available.', hint: noModulesHint };
    case 'VariableDeclaration':
      if (node.kind !== 'using' && node.kind !== 'await using') return undefined;
      return {
        message: `\`${node.kind}\` is not available.`,
        hint: 'Use `const` with `try { ... } finally { ... }`.',
      };
    default:
      if (PART_OF_IMPORT.test(node.type) || ALLOWED.has(node.type)) return undefined;
      return { message: `${node.type} syntax is not available.`, hint: 'Use plain functions and objects.' };
  }
}
