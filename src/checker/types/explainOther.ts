// Explains code that throws when it runs: a call of what is not a function, and iteration over what is not a list.
import * as ts from 'typescript';
import { KNOWN_LIBRARY } from './explainProperty.ts';
import { missingAwait, type LocalFinding } from './missingAwait.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';
import { listProperties, memberList } from './shapeText.ts';

export function explainCallee(node: ts.Node, types: ScriptTypes): LocalFinding | undefined {
  const call = ts.findAncestor(node, (at) => {
    if (ts.isStatement(at)) return 'quit';
    return ts.isCallExpression(at) || ts.isNewExpression(at) || ts.isTaggedTemplateExpression(at);
  });
  if (!call || !(ts.isCallExpression(call) || ts.isNewExpression(call))) return undefined;
  const { expression } = call;
  const type = types.typeOf(expression);
  const told = { code: 'type_error', node: expression } as const;
  const callee = types.code(expression);
  if (ts.isCallExpression(call) && type.getConstructSignatures().length > 0)
    return { ...told, message: `\`${callee}\` is a class.`, hint: `Write \`new ${callee}(…)\`.` };
  if (ts.isNewExpression(call) && types.isTool(type)) {
    const tool = types.toolOf(expression);
    return { ...told, message: `\`${callee}\` is a tool: omit \`new\`.`, ...(tool && { tool }) };
  }
  if (types.members(type).some((member) => member.getCallSignatures().length > 0)) return undefined;
  if (types.ourInterface(type) === 'Tools') {
    const server = types.serverOf(type);
    return {
      ...told,
      message: `\`${callee}\` is a server, not a tool.`,
      ...(server !== undefined && { server }),
    };
  }
  if (types.isPromise(type)) return missingAwait(expression, types, '(…)');
  // Plain values are never functions, whatever an annotation says.
  if (!types.isPlain(type) && !types.isOurs(type)) return undefined;
  const what =
    KNOWN_LIBRARY.get(types.libraryName(type) ?? '') ?? `an object with ${memberList(type, types)}`;
  return { ...told, message: `\`${callee}\` is ${what}, not a function.`, hint: 'Do not call it.' };
}

/** Explains iteration over `node`, which is not a list. */
export function explainIteration(node: ts.Node, types: ScriptTypes): LocalFinding | undefined {
  const value =
    ts.isBindingName(node) && ts.isVariableDeclaration(node.parent) ? node.parent.initializer : node;
  if (!value || !ts.isExpression(value)) return undefined;
  const type = types.typeOf(value);
  if (types.isPromise(type)) return missingAwait(value, types);
  // Any member of a union may be a list.
  if (type.isUnion() || !types.isOurs(type)) return undefined;
  const name = types.code(unwrapped(value));
  const [list, ...others] = listProperties(type, types);
  const guess = list && others.length === 0 ? `Did you mean its \`${list.name}\`? ` : '';
  const hint = `${guess}It has ${memberList(type, types)}.`;
  return { code: 'type_error', node: value, message: `\`${name}\` is an object, not a list.`, hint };
}
