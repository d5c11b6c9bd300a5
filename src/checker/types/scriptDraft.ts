// Creates the draft for saving a script that ran: the literals that can become arguments, and the arguments that the
// script does not declare yet. Literals may differ in another run if they are in the arguments of tool calls, or are
// constants; the search for them uses only the text of the script.
import * as ts from 'typescript';
import { argumentReads } from '../scopeAnalysis/argumentReads.ts';
import type { ScriptDraft, ScriptLiteral, SignatureSchema } from '../scriptSignature.ts';
import { readsAsExpression } from '../source/readSource.ts';
import { ParsedScript } from './parsedScript.ts';
import { literalValue, TypeSchemas } from './typeSchema.ts';

const mostLiterals = 30;
/** Maximum length of a literal in the text of the script, in characters. */
const longestLiteral = 2_000;

export function scriptDraft(code: string): ScriptDraft {
  const reads = argumentReads(code);
  const text = new ParsedScript(code);
  const { file, main, ownDoc } = text;
  // Without a doc comment of its own, the script gets one at its beginning.
  const { fields } = ownDoc ? text : new ParsedScript(`/** */${code}`);
  const said = new Set(fields.map(([name]) => name));
  const isTyped = main?.parameters[0]?.type !== undefined;
  // Tags would make a list of arguments complete that is open now.
  const isOpen = reads.isWhole && said.size === 0;
  return {
    reads,
    ...(isTyped || isOpen
      ? { literals: [], unsaid: [] }
      : {
          literals: scriptLiterals(code, [...said, ...reads.names.map(({ name }) => name)]),
          unsaid: reads.names.filter(({ name }) => !said.has(name)),
        }),
    ...(ownDoc && { docComment: [ownDoc.pos, ownDoc.end] as const }),
    cast: argumentCast(file),
  };
}

/** Returns the schema of the first type to which the script casts `codemode.args`. */
function argumentCast(file: ts.SourceFile): SignatureSchema {
  let type: ts.TypeNode | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && isArguments(node.expression)) type ??= node.type;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new TypeSchemas(file).of(type);
}

function isArguments(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return false;
  return node.expression.text === 'codemode' && node.name.text === 'args';
}

/** Returns the literals in order, the same value under the same name once. No argument may have a name in `taken`. */
function scriptLiterals(code: string, taken: readonly string[]): readonly ScriptLiteral[] {
  // Without parentheses, a single object would be a block with labels, and a function would lack a name.
  const [before, after] = readsAsExpression(code) ? ['(', '\n)'] : ['', ''];
  const file = ts.createSourceFile(
    '/script.ts',
    before + code.replace(/^#!/, '//') + after,
    ts.ScriptTarget.ES2024,
    true,
  );
  type Found = Pick<ScriptLiteral, 'name' | 'value'> & { readonly spans: (readonly [number, number])[] };
  const found = new Map<string, Found>();
  const add = (name: string, node: ts.Expression) => {
    const value = literalValue(node);
    const text = node.getText(file);
    if (value === undefined || text.length > longestLiteral || !/^[A-Za-z_]\w*$/.test(name)) return;
    const key = JSON.stringify([name, value]);
    const known = found.get(key);
    const span = [node.getStart(file) - before.length, node.getEnd() - before.length] as const;
    if (known) known.spans.push(span);
    else if (found.size < mostLiterals) found.set(key, { name, value, spans: [span] });
  };
  const inArguments = (node: ts.Expression): void => {
    if (!ts.isObjectLiteralExpression(node)) return;
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property)) continue;
      const { name, initializer } = property;
      if (ts.isIdentifier(name) || ts.isStringLiteral(name)) add(name.text, initializer);
      inArguments(initializer);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isToolCall(node.expression)) node.arguments.forEach(inArguments);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isConstant(node))
      add(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const names = new Set(taken);
  return [...found.values()].map(({ name, value, spans }) => {
    const type = typeof value as ScriptLiteral['type']; // the type of `value` has only these
    return { name: unused(name, names), type, value, spans };
  });
}

/** True for `tools.server.tool`, also with `.raw` or brackets. */
function isToolCall(callee: ts.Expression): boolean {
  let at = callee;
  for (
    let depth = 0;
    depth < 4 && (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at));
    depth++
  )
    at = at.expression;
  return at !== callee && ts.isIdentifier(at) && at.text === 'tools';
}

function isConstant({ parent }: ts.VariableDeclaration): boolean {
  return ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;
}

function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let count = 2; names.has(free); count++) free = `${name}${count}`;
  names.add(free);
  return free;
}
