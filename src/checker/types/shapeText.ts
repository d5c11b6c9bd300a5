// Writes types for hints, in a short form that shows their content. A short declaration is quoted as it is, because the
// types of the check do not contain `null`.
import * as ts from 'typescript';
import { listed } from '../../base/text/counted.ts';
import type { ScriptTypes } from './scriptTypes.ts';

const MOST_MEMBERS = 12;
const LONGEST_MEMBER = 70;
const MOST_NAMES = 6;

/** Returns members such as `entities: { name, observations }[]`, each in backticks, those of a union together. */
export function memberList(type: ts.Type, types: ScriptTypes): string {
  const texts = new Map<string, Set<string>>();
  for (const property of types.members(type).flatMap((member) => member.getProperties())) {
    const name = property.flags & ts.SymbolFlags.Optional ? `${property.name}?` : property.name;
    const known = texts.get(name) ?? new Set();
    texts.set(name, known.add(propertyText(property, types)));
  }
  const members = [...texts].map(([name, found]) => `\`${name}: ${[...found].join(' | ')}\``);
  return listed(members, MOST_MEMBERS) || 'no properties';
}

/** Returns the properties that are lists. */
export function listProperties(type: ts.Type, types: ScriptTypes): readonly ts.Symbol[] {
  return type
    .getProperties()
    .filter((property) => types.checker.isArrayLikeType(types.checker.getTypeOfSymbol(property)));
}

/** Returns a type in a few words, such as `{ id, title, … }[]` for a long one. */
export function shapeText(type: ts.Type, types: ScriptTypes): string {
  const whole = types.text(type);
  if (whole.length <= LONGEST_MEMBER) return whole;
  const item = types.checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined;
  if (item) return item.isUnion() ? `(${shapeText(item, types)})[]` : `${shapeText(item, types)}[]`;
  // TypeScript names symbol properties internally, with a number that differs from check to check.
  const names = type.getProperties().flatMap(({ name }) => (name.startsWith('__@') ? [] : [name]));
  if (names.length === 0 || type.isUnion()) return types.text(type, LONGEST_MEMBER);
  return `{ ${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''} }`;
}

function propertyText(property: ts.Symbol, types: ScriptTypes): string {
  const declaration = property.valueDeclaration;
  const declared =
    declaration && ts.isPropertySignature(declaration) && declaration.type
      ? withoutComments(declaration.type)
      : '';
  const isPlain = declared.length <= LONGEST_MEMBER && /^[\w\s{}[\]:;|"?()]+$/.test(declared);
  return isPlain ? declared : shapeText(types.checker.getTypeOfSymbol(property), types);
}

function withoutComments(type: ts.TypeNode): string {
  return type
    .getText()
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
