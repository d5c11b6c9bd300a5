// Finds errors of a script from the types of the tools that it names. False alarms are worse than missed errors: an
// error still shows when the script runs, but refusing a correct script costs a turn and the author's trust.
import * as ts from 'typescript';
import { TextLines } from '../../base/text/textLines.ts';
import { explainCall, hasNullArgument, ourCallAround } from './explainCall.ts';
import { explainCallee, explainIteration } from './explainOther.ts';
import { explainProperty } from './explainProperty.ts';
import type { LocalFinding } from './missingAwait.ts';
import { promiseMistakes } from './promiseMistakes.ts';
import { ScriptTypes } from './scriptTypes.ts';
import type { ScriptProgram, TypedScript } from './scriptProgram.ts';
import type { TypeCheckRequest, TypeFinding } from './typeCheck.ts';

const MOST_FINDINGS = 5;

export function checkTypes(scripts: ScriptProgram, request: TypeCheckRequest): readonly TypeFinding[] {
  const script = scripts.script(request);
  if (!script) return [];
  const types = new ScriptTypes(script);
  const found = [
    ...fromDiagnostics(script, types),
    ...fromCalls(types),
    ...promiseMistakes(types, resultOf(script, request)),
  ];
  return scripts.wantsWhole(script) ? checkTypes(scripts, request) : reported(found, request.source, script);
}

/** Returns the statement whose value is the result of a script without `return`. */
function resultOf({ statements, file, shift }: TypedScript, { result }: TypeCheckRequest) {
  if (result === undefined) return undefined;
  const offset = result + shift;
  return statements.find((statement) => statement.getStart(file) <= offset && offset < statement.end);
}

function fromDiagnostics({ program, file }: TypedScript, types: ScriptTypes): readonly LocalFinding[] {
  return program.getSemanticDiagnostics(file).flatMap(({ code, start }) => {
    const explain = blockingDiagnostics.get(code);
    return (explain && start !== undefined ? explain(nodeAt(file, start), types) : undefined) ?? [];
  });
}

/** Finds errors that TypeScript does not report with the options that are used here. */
function fromCalls(types: ScriptTypes): readonly LocalFinding[] {
  const found: LocalFinding[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && hasNullArgument(node) && types.isOurCall(node))
      found.push(...explainCall(node, types));
    if (ts.isNewExpression(node) && types.isTool(types.typeOf(node.expression))) {
      const wrong = explainCallee(node.expression, types);
      if (wrong) found.push(wrong);
    }
    ts.forEachChild(node, visit);
  };
  visit(types.file);
  return found;
}

/** Returns the findings in source order, each cause and each message once. */
function reported(
  found: readonly LocalFinding[],
  source: string,
  { file, shift }: TypedScript,
): readonly TypeFinding[] {
  const lines = new TextLines(source);
  const seen = new Set<unknown>();
  const findings: TypeFinding[] = [];
  const inOrder = found
    .map((finding) => ({ finding, offset: finding.node.getStart(file) }))
    .sort((a, b) => a.offset - b.offset);
  for (const { finding, offset } of inOrder) {
    const { node: _node, cause = finding.message, fix, ...rest } = finding;
    if (seen.has(cause) || seen.has(finding.message) || findings.length === MOST_FINDINGS) continue;
    seen.add(cause).add(finding.message);
    const position = lines.positionAt(Math.max(0, offset - shift));
    findings.push({ ...rest, position, ...(fix && { fix: { ...fix, position } }) });
  }
  return findings;
}

/** Returns the innermost node that contains `offset`. */
function nodeAt(file: ts.SourceFile, offset: number): ts.Node {
  const inner = (node: ts.Node): ts.Node => {
    const child = ts.forEachChild(node, (at) =>
      at.getStart(file) <= offset && offset < at.getEnd() ? at : undefined,
    );
    return child ? inner(child) : node;
  };
  return inner(file);
}

/** Returns the largest expression that begins where `node` does, because a diagnostic gives only its start. */
function outermostAt(node: ts.Node): ts.Node {
  let at = node;
  while (
    ts.isExpression(at.parent) &&
    !ts.isBinaryExpression(at.parent) &&
    at.parent.getStart() === at.getStart()
  )
    at = at.parent;
  return at;
}

type Explainer = (node: ts.Node, types: ScriptTypes) => LocalFinding | readonly LocalFinding[] | undefined;

const call: Explainer = (node, types) => {
  const found = ourCallAround(node, types);
  return found && explainCall(found, types);
};
const iteration: Explainer = (node, types) => explainIteration(outermostAt(node), types);
const constant: Explainer = (node, types) => {
  const name = types.code(node);
  const message = `\`${name}\` is constant.`;
  return { code: 'type_error', node, message, hint: `Declare it with \`let ${name}\`.` };
};
const tooEarly: Explainer = (node, types) => {
  const message = `\`${types.code(node)}\` is used before it is declared.`;
  return { code: 'type_error', node, message, hint: 'Declare it earlier.' };
};

/** The explanation of each diagnostic for which a script does not run. */
export const blockingDiagnostics: ReadonlyMap<number, Explainer> = new Map<number, Explainer>([
  // The script reads undefined, and then the next step fails or the result silently lacks a part.
  [2339, explainProperty], // Property does not exist on type
  [2551, explainProperty], // ... Did you mean
  [2550, explainProperty], // ... Do you need to change your target library
  [2568, explainProperty], // ... Did you mean to ... (may not exist on type)
  [2576, explainProperty], // ... Did you mean to access the static member
  // The server would refuse the argument, or ignore a part of it. Only calls of tools and of `codemode` count.
  [2322, call], // Type is not assignable to type
  [2345, call], // Argument is not assignable to parameter
  [2353, call], // Object literal may only specify known properties
  [2554, call], // Expected n arguments
  [2555, call], // Expected at least n arguments
  [2559, call], // Type has no properties in common with type
  [2560, call], // ... Did you mean to call it
  [2561, call], // Object literal may only specify known properties, but ... Did you mean
  [2739, call], // Type is missing the following properties
  [2740, call], // Type is missing the following properties, and n more
  [2741, call], // Property is missing in type
  [2769, call], // No overload matches this call
  [2820, call], // Type is not assignable to type. Did you mean
  // The script throws.
  [2348, explainCallee], // Value is not callable. Did you mean to include 'new'
  [2349, explainCallee], // This expression is not callable
  [2351, explainCallee], // This expression is not constructable
  [6234, explainCallee], // ... because it is a 'get' accessor
  [2461, iteration], // Type is not an array type
  [2488, iteration], // Type must have a '[Symbol.iterator]()'
  [2495, iteration], // Type is not an array type or a string type
  [2504, iteration], // Type must have a '[Symbol.asyncIterator]()'
  [2548, iteration], // Type is not an array type or does not have a '[Symbol.iterator]()'
  [2549, iteration], // ... or a string type
  [2588, constant], // Cannot assign because it is a constant
  [2448, tooEarly], // Block-scoped variable used before its declaration
  [2449, tooEarly], // Class used before its declaration
]);
