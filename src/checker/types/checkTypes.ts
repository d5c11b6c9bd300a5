// Finds what would fail or mislead when a script runs, from the types of the tools that it names. False alarms are worse
// than misses: a run is its own check, but a refused script that was right costs a turn and the author's trust.
import ts from 'typescript';
import { TextLines } from '../source/textLines.ts';
import { blockingDiagnostics, type Explainer } from './blockingDiagnostics.ts';
import { explainCall, hasNullArgument, ourCallAround } from './explainCall.ts';
import { explainCallee, explainConstant, explainIteration, explainTooEarly } from './explainOther.ts';
import { explainProperty } from './explainProperty.ts';
import type { LocalFinding } from './localFinding.ts';
import { promiseMistakes } from './promiseMistakes.ts';
import { ScriptTypes } from './scriptTypes.ts';
import type { ScriptProgram, TypedScript } from './scriptProgram.ts';
import type { TypeCheckRequest, TypeFinding } from './typeCheck.ts';

const MOST_FINDINGS = 5;

export function checkTypes(scripts: ScriptProgram, request: TypeCheckRequest): readonly TypeFinding[] {
  const script = scripts.script(request);
  if (!script) return [];
  const types = new ScriptTypes(script);
  const found = [...fromDiagnostics(script, types), ...fromCalls(types), ...promiseMistakes(types)];
  return told(found, request.source, script);
}

function fromDiagnostics({ program, file }: TypedScript, types: ScriptTypes): readonly LocalFinding[] {
  return program.getSemanticDiagnostics(file).flatMap(({ code, start }) => {
    const explainer = blockingDiagnostics.get(code);
    const node = start === undefined ? undefined : nodeAt(file, start);
    return explainer && node ? explain(explainer, node, types) : [];
  });
}

function explain(explainer: Explainer, node: ts.Node, types: ScriptTypes): readonly LocalFinding[] {
  switch (explainer) {
    case 'property':
      return listOf(explainProperty(node, types));
    case 'call': {
      const call = ourCallAround(node, types);
      return call ? explainCall(call, types) : [];
    }
    case 'callee':
      return listOf(explainCallee(node, types));
    case 'iteration':
      return listOf(explainIteration(outermostAt(node), types));
    case 'constant':
      return [explainConstant(node, types)];
    case 'tooEarly':
      return [explainTooEarly(node, types)];
  }
}

/** What TypeScript, as it is set up here, has nothing against. */
function fromCalls(types: ScriptTypes): readonly LocalFinding[] {
  const found: LocalFinding[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && hasNullArgument(node) && types.isOurCall(node)) found.push(...explainCall(node, types));
    if (ts.isNewExpression(node) && types.isTool(types.typeOf(node.expression)))
      found.push(...listOf(explainCallee(node.expression, types)));
    ts.forEachChild(node, visit);
  };
  visit(types.file);
  return found;
}

/** In source order, each cause and each message once. */
function told(found: readonly LocalFinding[], source: string, { file, shift }: TypedScript): readonly TypeFinding[] {
  const lines = new TextLines(source);
  const seen = new Set<unknown>();
  const findings: TypeFinding[] = [];
  const inOrder = found.map((finding) => ({ finding, offset: finding.node.getStart(file) })).sort((a, b) => a.offset - b.offset);
  for (const { finding, offset } of inOrder) {
    const { node: _node, cause = finding.message, ...rest } = finding;
    if (seen.has(cause) || seen.has(finding.message) || findings.length === MOST_FINDINGS) continue;
    seen.add(cause).add(finding.message);
    findings.push({ ...rest, position: lines.positionAt(Math.max(0, offset - shift)) });
  }
  return findings;
}

/** The innermost node that begins at or spans `offset`. */
function nodeAt(file: ts.SourceFile, offset: number): ts.Node {
  const inner = (node: ts.Node): ts.Node => {
    const child = ts.forEachChild(node, (at) => (at.getStart(file) <= offset && offset < at.getEnd() ? at : undefined));
    return child ? inner(child) : node;
  };
  return inner(file);
}

/** The largest expression that begins where `node` does: a diagnostic gives only the place. */
function outermostAt(node: ts.Node): ts.Node {
  let at = node;
  while (ts.isExpression(at.parent) && !ts.isBinaryExpression(at.parent) && at.parent.getStart() === at.getStart()) at = at.parent;
  return at;
}

function listOf<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}
