// A property that is not there: of a tool's result, of a list taken for its item, of a Promise that is not awaited, of
// a tool taken for its result. What the script itself declares is its author's business.
import * as ts from 'typescript';
import type { LocalFinding } from './localFinding.ts';
import { hasProperty, isIntended, type PropertyAccess } from './intendedProperty.ts';
import { missingAwait } from './missingAwait.ts';
import { nearestName } from './nearestName.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';
import type { ToolName } from './typeCheck.ts';
import { listProperties, memberList } from './shapeText.ts';

/** Types of the library whose properties are all that their values have, and what a value of them is called. */
const KNOWN_LIBRARY: ReadonlyMap<string, string> = new Map([
  ['Array', 'an array'],
  ['String', 'a string'],
  ['Number', 'a number'],
  ['Boolean', 'a boolean'],
  ['Map', 'a Map'],
  ['Set', 'a Set'],
  ['Date', 'a Date'],
]);

const RAW = 'Omit `.raw` to get the value. ';

/** `node` is the name of the property. */
export function explainProperty(node: ts.Node, types: ScriptTypes): LocalFinding | undefined {
  const access = accessOf(node, types);
  if (!access || isIntended(access, node, types)) return undefined;
  const { receiver, type, name } = access;
  if (types.isPromise(type)) return missingAwait(receiver ?? node, types, ts.isPropertyAccessExpression(node.parent) ? `.${name}` : '');
  const told = types.isTool(type)
    ? ofTool(access, types)
    : types.isOurs(type) || type.isUnion()
      ? ofObject(access, types)
      : ofLibrary(access, types);
  if (!told) return undefined;
  const { near, ...rest } = told;
  return { code: 'type_error', node, ...rest, fix: near === undefined ? undefined : nameFix(node, near) };
}

/** `near`: the name that was probably meant. */
type Told = Pick<LocalFinding, 'message' | 'hint' | 'tool' | 'field'> & { readonly near?: string | undefined };

/** What is taken out of an object keeps the name that the script has for it. */
function nameFix(node: ts.Node, near: string): LocalFinding['fix'] {
  if (!ts.isIdentifier(node) || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(near)) return undefined;
  const { parent, text } = node;
  const isShort = ts.isBindingElement(parent) && parent.propertyName === undefined;
  return { replaces: text, by: isShort ? `${near}: ${text}` : near };
}

function accessOf(node: ts.Node, types: ScriptTypes): PropertyAccess | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return { name: parent.name.text, receiver: parent.expression, type: types.typeOf(parent.expression) };
  if (!ts.isBindingElement(parent) || !ts.isIdentifier(node)) return undefined;
  const declaration = parent.parent.parent;
  const receiver = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return { name: node.text, receiver, type: types.typeOf(parent.parent) };
}

function ofTool({ name, receiver }: PropertyAccess, types: ScriptTypes): Told | undefined {
  const tool = receiver && types.toolOf(receiver);
  if (!tool) return undefined;
  return {
    message: `\`${types.code(receiver)}\` is a tool, without \`${name}\`: call it first.`,
    hint: `Write \`(await ${types.code(receiver)}({ … })).${name}\` if its result has it.`,
    tool,
  };
}

/** A property that only some members of a union have is undefined in the others, which may be just what is asked. */
function ofObject({ name, receiver, type }: PropertyAccess, types: ScriptTypes): Told | undefined {
  const members = types.members(type);
  if (!members.every((member) => isKnown(member, types) && !member.getStringIndexType() && !hasProperty(member, name, types)))
    return undefined;
  const first = members.find((member) => types.isOurs(member));
  if (!first || isNamespaceOfTools(first, types)) return undefined;
  const near = nearestName(
    name,
    members.flatMap((member) => member.getProperties()).map((property) => property.name),
  );
  const guess = near === undefined ? listGuess(name, first, receiver, types) : `Did you mean \`${near}\`? `;
  return {
    message: `${subject(receiver, types)} has no property \`${name}\`.`,
    hint: `${guess}${types.ourInterface(first) === 'CallToolResult' ? RAW : ''}It has ${memberList(type, types)}.`,
    ...fieldOf(name, near, types.toolDeclaring(first)),
    near,
  };
}

function fieldOf(name: string, near: string | undefined, tool: ToolName | undefined): Pick<LocalFinding, 'field'> {
  return tool ? { field: { name, tool, ...(near !== undefined && { near }) } } : {};
}

/** A page of a list is often taken for the list itself. */
function listGuess(name: string, type: ts.Type, receiver: ts.Expression | undefined, types: ScriptTypes): string {
  const [list, ...others] = listProperties(type, types);
  if (!list || others.length > 0 || !receiver || !(name in Array.prototype)) return '';
  return `Did you mean \`${list.name}.${name}\`? `;
}

function isKnown(type: ts.Type, types: ScriptTypes): boolean {
  return types.isOurs(type) || KNOWN_LIBRARY.has(types.libraryName(type) ?? '');
}

/** `tools` and `tools.<server>`: only named tools are declared, so there may be others. */
function isNamespaceOfTools(type: ts.Type, types: ScriptTypes): boolean {
  const name = types.ourInterface(type);
  return name === 'Tools' || name === 'UnknownTools';
}

function ofLibrary({ name, receiver, type }: PropertyAccess, types: ScriptTypes): Told | undefined {
  const kind = types.libraryName(type) ?? '';
  const called = KNOWN_LIBRARY.get(kind);
  if (called === undefined) return undefined;
  const message = `${subject(receiver, types)} is ${called} without \`${name}\`.`;
  const item = kind === 'Array' ? type.getNumberIndexType() : undefined;
  const list = receiver ? types.code(receiver) : 'value';
  if (item && hasProperty(item, name, types))
    return { message, hint: `Its items have it: \`${list}[0].${name}\`, or \`${list}.map((item) => item.${name})\`.` };
  const near = nearestName(
    name,
    types.checker
      .getApparentType(type)
      .getProperties()
      .map((property) => property.name),
  );
  if (near !== undefined) return { message, hint: `Did you mean \`${near}\`?`, near };
  if (item && types.isOurs(item)) return { message, hint: `Its items have ${memberList(item, types)}.` };
  if (kind !== 'String') return { message, hint: `Its type is \`${types.text(type)}\`.` };
  if (receiver && isPlainField(receiver)) return { message, hint: `Use \`${list}\` itself.` };
  const lines = name in Array.prototype ? `For lines: \`${list}.split("\\n")\`. ` : '';
  return { message, hint: `${lines}For JSON: \`JSON.parse(${list})\`.` };
}

/** Fields whose text may be a document of its own, as the whole answer of a tool may be. */
const DOCUMENTS = /^(?:text|contents?|body|data|json|results?|output|stdout|payload|raw|value)$/i;

/** A field of an answer that is text and no document: `order.author`. */
function isPlainField(receiver: ts.Expression): boolean {
  const plain = unwrapped(receiver);
  return ts.isPropertyAccessExpression(plain) && !DOCUMENTS.test(plain.name.text);
}

function subject(receiver: ts.Expression | undefined, types: ScriptTypes): string {
  if (!receiver) return 'This value';
  const plain = unwrapped(receiver);
  return ts.isAwaitExpression(plain) ? `The result of \`${types.code(unwrapped(plain.expression))}\`` : `\`${types.code(plain)}\``;
}
