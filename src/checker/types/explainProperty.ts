// Explains the use of a property that does not exist: of a tool's result, of a list instead of its item, of a Promise
// that is not awaited, or of a tool instead of its result. Types that the script itself declares are not checked.
import * as ts from 'typescript';
import { plainName } from '../../base/jsonLiteral.ts';
import { hasProperty, isIntended, type PropertyAccess } from './intendedProperty.ts';
import { missingAwait, type LocalFinding } from './missingAwait.ts';
import { nearestProperty } from './nearestName.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';
import { listProperties, memberList } from './shapeText.ts';

/**
 * Types of the library whose values have no other properties than the declared ones, with the words for such a value.
 */
export const KNOWN_LIBRARY: ReadonlyMap<string, string> = new Map([
  ['Array', 'an array'],
  ['String', 'a string'],
  ['Number', 'a number'],
  ['Boolean', 'a boolean'],
  ['Map', 'a Map'],
  ['Set', 'a Set'],
  ['Date', 'a Date'],
]);

const RAW = 'Omit `.raw` to get the value. ';

/** Explains a missing property. `node` is the name of the property. */
export function explainProperty(node: ts.Node, types: ScriptTypes): LocalFinding | undefined {
  const access = accessOf(node, types);
  if (!access || isIntended(access, node, types)) return undefined;
  const { receiver, type, name } = access;
  if (types.isPromise(type)) {
    const use = ts.isPropertyAccessExpression(node.parent) ? `.${name}` : '';
    return missingAwait(receiver ?? node, types, use);
  }
  const told = types.isTool(type)
    ? ofTool(access, types)
    : types.isOurs(type) || type.isUnion()
      ? ofObject(access, types)
      : ofLibrary(access, types);
  if (!told) return undefined;
  const { near, ...rest } = told;
  return { code: 'type_error', node, ...rest, fix: near === undefined ? undefined : nameFix(node, near) };
}

/** `near` is the name that was probably meant. */
type Told = Pick<LocalFinding, 'message' | 'hint' | 'tool' | 'field'> & {
  readonly near?: string | undefined;
};

/** Returns a fix for the name. In a destructuring pattern, the variable keeps its name. */
function nameFix(node: ts.Node, near: string): LocalFinding['fix'] {
  if (!ts.isIdentifier(node) || !plainName.test(near)) return undefined;
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

/**
 * Explains a property that no member of a union has. A property of only some members is undefined in the others, which
 * the script may intend.
 */
function ofObject({ name, receiver, type }: PropertyAccess, types: ScriptTypes): Told | undefined {
  const members = types.members(type);
  const lacksIt = (member: ts.Type) =>
    (types.isOurs(member) || KNOWN_LIBRARY.has(types.libraryName(member) ?? '')) &&
    !member.getStringIndexType() &&
    !hasProperty(member, name, types);
  if (!members.every(lacksIt)) return undefined;
  const first = members.find((member) => types.isOurs(member));
  // `tools` and `tools.<server>` declare only the named tools, so others may exist.
  if (!first || ['Tools', 'UnknownTools'].includes(types.ourInterface(first) ?? '')) return undefined;
  const near = nearestProperty(
    name,
    members.flatMap((member) => member.getProperties()),
  );
  const tool = types.toolDeclaring(first);
  const guess = near === undefined ? listGuess(name, first, receiver, types) : `Did you mean \`${near}\`? `;
  return {
    message: `${subject(receiver, types)} has no property \`${name}\`.`,
    hint: `${guess}${types.ourInterface(first) === 'CallToolResult' ? RAW : ''}It has ${memberList(type, types)}.`,
    ...(tool && { field: { name, tool, ...(near !== undefined && { near }) } }),
    near,
  };
}

/** Returns a hint for an object with one list, because scripts often take the page of a list for the list itself. */
function listGuess(
  name: string,
  type: ts.Type,
  receiver: ts.Expression | undefined,
  types: ScriptTypes,
): string {
  const [list, ...others] = listProperties(type, types);
  if (!list || others.length > 0 || !receiver || !(name in Array.prototype)) return '';
  return `Did you mean \`${list.name}.${name}\`? `;
}

function ofLibrary({ name, receiver, type }: PropertyAccess, types: ScriptTypes): Told | undefined {
  const kind = types.libraryName(type) ?? '';
  const called = KNOWN_LIBRARY.get(kind);
  if (called === undefined) return undefined;
  const message = `${subject(receiver, types)} is ${called} without \`${name}\`.`;
  const item = kind === 'Array' ? type.getNumberIndexType() : undefined;
  const list = receiver ? types.code(receiver) : 'value';
  if (item && hasProperty(item, name, types))
    return {
      message,
      hint: `Its items have it: \`${list}[0].${name}\`, or \`${list}.map((item) => item.${name})\`.`,
    };
  const near = nearestProperty(name, types.checker.getApparentType(type).getProperties());
  if (near !== undefined) return { message, hint: `Did you mean \`${near}\`?`, near };
  if (item && types.isOurs(item)) return { message, hint: `Its items have ${memberList(item, types)}.` };
  if (kind !== 'String') return { message, hint: `Its type is \`${types.text(type)}\`.` };
  if (receiver && isPlainField(receiver)) return { message, hint: `Use \`${list}\` itself.` };
  const lines = name in Array.prototype ? `For lines: \`${list}.split("\\n")\`. ` : '';
  return { message, hint: `${lines}For JSON: \`JSON.parse(${list})\`.` };
}

/** Names of fields whose text may be a document, as the whole answer of a tool may be. */
const DOCUMENTS = /^(?:text|contents?|body|data|json|results?|output|stdout|payload|raw|value)$/i;

/** True for a field of an answer whose text is not a document, such as `order.author`. */
function isPlainField(receiver: ts.Expression): boolean {
  const plain = unwrapped(receiver);
  return ts.isPropertyAccessExpression(plain) && !DOCUMENTS.test(plain.name.text);
}

function subject(receiver: ts.Expression | undefined, types: ScriptTypes): string {
  if (!receiver) return 'This value';
  const plain = unwrapped(receiver);
  return ts.isAwaitExpression(plain)
    ? `The result of \`${types.code(unwrapped(plain.expression))}\``
    : `\`${types.code(plain)}\``;
}
