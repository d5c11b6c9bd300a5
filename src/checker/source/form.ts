// Finds the form of a script, and the small edits that turn the script into the body of one async function whose
// `return` is the result. The edits keep the lines. A script can have these forms:
//
//   statements                  The result is the value of a top-level `return`.
//   one expression              The result is its value; a function is called. Several statements that end with an
//                               expression return nothing.
//   one function                It is called, whatever its name; also if it is the value of the only constant.
//   `main`                      It is called if it is a top-level function that nothing else uses. Its only parameter
//                               is `codemode.args`.
//   ...; main() / (() => {})()  The result is that of a last statement that starts the script.
//   export default              The result is its value; a function is called, with `codemode.args` if it takes one
//                               parameter.
import type { AnyNode, Expression, ExpressionStatement, Pattern, Program } from 'acorn';
import type { Finding } from '../finding.ts';
import { isFunction } from '../syntaxTree.ts';
import type { TextEdit } from './offsetMap.ts';
import type { Scopes } from '../scopeAnalysis/scopes.ts';

interface ScriptForm {
  /** Edits of the program's text. */
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** True if nothing is left to run. */
  readonly empty: boolean;
  /** The statement whose value is the result, if the script returns nothing itself. */
  readonly result?: ExpressionStatement;
}

export function findForm(program: Program, text: string, scopes: Scopes): ScriptForm {
  const module = asScript(program, text);
  const statements = program.body
    .filter((node) => !isNothing(node))
    .map((node) => (node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node));
  const findings: Finding[] = [];
  /** Returns the text of a call's argument: the script's arguments for one parameter if `takesInput`, else empty. */
  const calling = (called: AnyNode | undefined, takesInput = false): string => {
    const value = called?.type === 'Identifier' ? scopes.bindingOf.get(called)?.origin?.value : called;
    const parameters = value && isFunction(value) ? value.params : [];
    const [parameter] = parameters;
    if (!parameter || parameter.type === 'RestElement') return '';
    if (takesInput && parameters.length === 1 && isInput(parameter)) return 'codemode.args';
    if (parameter.type !== 'AssignmentPattern') findings.push(unexpectedParameter(parameter));
    return '';
  };
  const done = (...edits: TextEdit[]): ScriptForm => ({
    edits: [...module.edits, ...edits],
    findings,
    empty: statements.length === 0,
  });

  if (module.result) {
    const { name, value } = module.result;
    const given = calling(value ?? scopes.topLevel.get(name)?.origin?.value, true);
    return done(append(text, `return typeof ${name} === "function" ? ${name}(${given}) : ${name};`));
  }
  const [only, another] =
    statements.length > 1 ? statements.filter((node) => !isDirective(node)) : statements;
  // Function declarations are hoisted, so one at the end is not the last statement that runs.
  const last = statements.findLast((node) => node.type !== 'FunctionDeclaration');
  if (only?.type === 'ExpressionStatement' && !another) {
    calling(only.expression);
    return { ...done(...returning(only, text)), result: only };
  }
  if (last?.type === 'ExpressionStatement' && startsScript(last.expression))
    return { ...done(...returning(last, text)), result: last };
  const called = (another ? undefined : functionIn(only)) ?? unusedMain(scopes);
  if (called === undefined) return done();
  const given = calling(scopes.topLevel.get(called)?.origin?.value, called === 'main');
  return done(append(text, `return ${called}(${given});`));
}

/** Turns exports into plain declarations. */
function asScript(program: Program, text: string) {
  const edits: TextEdit[] = [];
  /** The variable that holds the default export, and its value if the export itself contains it. */
  let result: { readonly name: string; readonly value?: AnyNode } | undefined;
  for (const node of program.body) {
    if (node.type === 'ExportNamedDeclaration') {
      // A semicolon replaces an export list, because the list also ended the statement before it.
      edits.push(
        node.declaration
          ? blank(text, node.start, node.declaration.start)
          : replacing(text, node.start, node.end, ';'),
      );
      const renamed = node.specifiers.find(
        ({ exported }) => exported.type === 'Identifier' && exported.name === 'default',
      );
      if (renamed?.local.type === 'Identifier') result = { name: renamed.local.name };
    } else if (node.type === 'ExportDefaultDeclaration') {
      const value = node.declaration;
      if ((value.type === 'FunctionDeclaration' || value.type === 'ClassDeclaration') && value.id) {
        edits.push(blank(text, node.start, value.start));
        result = { name: value.id.name, value };
        continue;
      }
      const name = unusedName(text);
      const keywords = node.start + lengthOfKeywords(text.slice(node.start, value.start));
      edits.push(replacing(text, node.start, keywords, `const ${name} =`));
      edits.push({ start: node.end, end: node.end, text: ';' });
      result = { name, value };
    }
  }
  return { edits, result };
}

/** Returns the length of `export default`, including comments between the words. A parenthesis may follow directly. */
function lengthOfKeywords(text: string): number {
  return (
    text.replace(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length)).indexOf('default') +
    'default'.length
  );
}

/**
 * Returns edits that wrap an expression statement in `return ( ... )`. A function is also called. `void` is removed,
 * because its result could not be awaited.
 */
function returning(statement: ExpressionStatement, text: string): TextEdit[] {
  const { start, end, expression } = statement;
  const beforeSemicolon = text.endsWith(';', end) ? end - 1 : end;
  const isVoid = expression.type === 'UnaryExpression' && expression.operator === 'void';
  return [
    { start, end: start, text: 'return (' },
    ...(isVoid ? [blank(text, expression.start, expression.start + 'void'.length)] : []),
    { start: beforeSemicolon, end: beforeSemicolon, text: isFunction(expression) ? ')()' : ')' },
  ];
}

/** True if the expression calls `main` or a function written in place, also awaited or followed by `.catch(...)`. */
function startsScript(expression: Expression): boolean {
  if (
    expression.type === 'AwaitExpression' ||
    (expression.type === 'UnaryExpression' && expression.operator === 'void')
  ) {
    return startsScript(expression.argument);
  }
  if (expression.type !== 'CallExpression') return false;
  const { callee } = expression;
  if (callee.type === 'MemberExpression' && callee.object.type !== 'Super')
    return startsScript(callee.object);
  return callee.type === 'Identifier' ? callee.name === 'main' : isFunction(callee);
}

/** Returns `main`, unless code outside `main` uses it: a script that calls its `main` must not have it called twice. */
function unusedMain(scopes: Scopes): string | undefined {
  const main = scopes.topLevel.get('main');
  const value = main?.origin?.value;
  if (!main || !value || main.origin?.path.length !== 0 || !isFunction(value)) return undefined;
  return main.references.every((use) => use.start >= value.start && use.end <= value.end)
    ? main.name
    : undefined;
}

/** Returns the name of the function that the statement declares. */
function functionIn(statement: AnyNode | undefined): string | undefined {
  if (statement?.type === 'FunctionDeclaration') return statement.id?.name;
  const [constant, another] = statement?.type === 'VariableDeclaration' ? statement.declarations : [];
  if (!constant?.init || another || constant.id.type !== 'Identifier') return undefined;
  return isFunction(constant.init) ? constant.id.name : undefined;
}

function isDirective(node: AnyNode): boolean {
  return node.type === 'ExpressionStatement' && node.directive !== undefined;
}

function isNothing(node: AnyNode): boolean {
  return (
    node.type === 'EmptyStatement' ||
    (node.type === 'ExportNamedDeclaration' && !node.declaration && node.specifiers.length === 0)
  );
}

/** True if the parameter can take the arguments: it is not named like a global, and a default value is an object. */
function isInput(parameter: Pattern): boolean {
  const isGlobal = (name: string) => name === 'tools' || name === 'codemode';
  if (parameter.type === 'AssignmentPattern')
    return parameter.right.type === 'ObjectExpression' && isInput(parameter.left);
  if (parameter.type === 'Identifier') return !isGlobal(parameter.name);
  if (parameter.type !== 'ObjectPattern') return false;
  return !parameter.properties.some(
    (property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && isGlobal(property.key.name),
  );
}

function unexpectedParameter(parameter: AnyNode): Finding {
  return {
    code: 'forbidden_syntax',
    message: "The script's function must take no parameters.",
    offset: parameter.start,
    hint: 'Use the globals `tools`, `codemode` and `codemode.args` (the input). `main` may take the input as its one parameter.',
  };
}

function unusedName(text: string): string {
  let name = '$main';
  for (let count = 1; text.includes(name); count++) name = `$main${count}`;
  return name;
}

function blank(text: string, start: number, end: number): TextEdit {
  return { start, end, text: text.slice(start, end).replace(/[^\n]/g, ' ') };
}

function replacing(text: string, start: number, end: number, by: string): TextEdit {
  return { start, end, text: by + text.slice(start, end).replace(/[^\n]/g, '') };
}

/** Appends a statement on a line of its own, because the last line may end with a comment. */
function append(text: string, statement: string): TextEdit {
  return { start: text.length, end: text.length, text: `\n${statement}` };
}
