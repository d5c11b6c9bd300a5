// Creates JSON Schemas for the types that a script declares, from their text alone, so that the work is linear in the
// size of the file. A type that is not understood allows any value. A recursive type is followed a few steps.
import * as ts from 'typescript';
import type { SignatureSchema } from '../scriptSignature.ts';

/** Maximum number of type nodes that are read for one script. */
const MOST_NODES = 3_000;
const DEEPEST = 12;
/**
 * Maximum number of characters of names, literals and descriptions in the schemas of one script. A type that is used
 * several times is written out each time.
 */
const MOST_CHARACTERS = 100_000;
const anything: SignatureSchema = {};

type NamedType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

export class TypeSchemas {
  readonly #named = new Map<string, NamedType>();
  #nodes = 0;
  #characters = 0;

  constructor(file: ts.SourceFile) {
    for (const statement of file.statements) {
      if (
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isEnumDeclaration(statement)
      )
        if (!this.#named.has(statement.name.text)) this.#named.set(statement.name.text, statement);
    }
  }

  of(type: ts.TypeNode | undefined, depth = 0): SignatureSchema {
    if (!type || depth > DEEPEST || ++this.#nodes > MOST_NODES) return anything;
    const keyword = keywords[type.kind];
    if (keyword) return keyword;
    if (ts.isParenthesizedTypeNode(type)) return this.of(type.type, depth);
    if (ts.isTypeOperatorNode(type))
      return type.operator === ts.SyntaxKind.ReadonlyKeyword ? this.of(type.type, depth) : anything;
    if (ts.isLiteralTypeNode(type))
      return this.#fits(type.literal.end - type.literal.pos) ? literal(type.literal) : anything;
    if (ts.isTemplateLiteralTypeNode(type)) return { type: 'string' };
    if (ts.isArrayTypeNode(type)) return { type: 'array', items: this.of(type.elementType, depth + 1) };
    if (ts.isTupleTypeNode(type))
      return {
        type: 'array',
        items: anyOf(
          type.elements.map((each) => this.of(ts.isNamedTupleMember(each) ? each.type : each, depth + 1)),
        ),
      };
    if (ts.isUnionTypeNode(type)) {
      const given = type.types.filter((each) => !isNothing(each));
      return anyOf(given.map((each) => this.of(each, depth + 1)));
    }
    if (ts.isIntersectionTypeNode(type)) return merged(type.types.map((each) => this.of(each, depth + 1)));
    if (ts.isTypeLiteralNode(type)) return this.#object(type.members, depth);
    return ts.isTypeReferenceNode(type) ? this.#reference(type, depth) : anything;
  }

  /** Returns the schema of a result. The schema of `Promise<X>` is that of `X`. */
  ofResult(type: ts.TypeNode): SignatureSchema | undefined {
    const awaited =
      ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Promise'
        ? type.typeArguments?.[0]
        : type;
    if (!awaited || isNothing(awaited)) return undefined;
    const schema = this.of(awaited);
    return Object.keys(schema).length > 0 ? schema : undefined;
  }

  /** True if a text of this many characters fits within the limit. The text then counts. */
  #fits(characters: number): boolean {
    if (this.#characters + characters > MOST_CHARACTERS) return false;
    this.#characters += characters;
    return true;
  }

  #object(members: readonly ts.TypeElement[], depth: number): SignatureSchema {
    const properties = new Map<string, SignatureSchema>();
    const required: string[] = [];
    let others: SignatureSchema | false = false;
    for (const member of members) {
      // Members that are not read may exist, so the object is open.
      if (++this.#nodes > MOST_NODES || !this.#fits(member.name ? member.name.end - member.name.pos : 0))
        return objectSchema(properties, required, true);
      if (ts.isIndexSignatureDeclaration(member)) others = this.of(member.type, depth + 1);
      const name = member.name && nameOf(member.name);
      if (!ts.isPropertySignature(member) || name === undefined) continue;
      const description = jsDocText(docsOf(member).at(-1)?.comment);
      const isSaid = description !== '' && this.#fits(description.length);
      properties.set(name, { ...this.of(member.type, depth + 1), ...(isSaid && { description }) });
      if (!member.questionToken) required.push(name);
    }
    return objectSchema(properties, required, others);
  }

  #reference({ typeName, typeArguments: given }: ts.TypeReferenceNode, depth: number): SignatureSchema {
    if (!ts.isIdentifier(typeName)) return anything;
    const [first, second] = given ?? [];
    const named = this.#named.get(typeName.text);
    if (named) return this.#ofNamed(named, depth + 1);
    switch (typeName.text) {
      case 'Array':
      case 'ReadonlyArray':
        return { type: 'array', items: this.of(first, depth + 1) };
      case 'Record':
        return { type: 'object', additionalProperties: this.of(second, depth + 1) };
      case 'Partial': {
        const { required: _required, ...partial } = this.of(first, depth + 1);
        return partial;
      }
      case 'Readonly':
      case 'Required':
      case 'NonNullable':
        return this.of(first, depth + 1);
      case 'Date':
        return { type: 'string' };
      default:
        return anything;
    }
  }

  #ofNamed(named: NamedType, depth: number): SignatureSchema {
    if (named.kind === ts.SyntaxKind.EnumDeclaration || named.typeParameters) return anything;
    if (ts.isTypeAliasDeclaration(named)) return this.of(named.type, depth);
    if (++this.#nodes > MOST_NODES || depth > DEEPEST) return anything;
    const inherited = (named.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .map(({ expression }) => expression);
    const bases = inherited.map((base) => (ts.isIdentifier(base) ? this.#named.get(base.text) : undefined));
    return merged([
      ...bases.map((base) => (base ? this.#ofNamed(base, depth + 1) : anything)),
      this.#object(named.members, depth),
    ]);
  }
}

/** Returns the doc comments before a node, in order. */
export function docsOf(node: ts.Node): readonly ts.JSDoc[] {
  return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
}

/** Returns the text of a doc comment or a tag, on one line. */
export function jsDocText(comment: ts.JSDoc['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\s*-\s+/, '')
    .trim();
}

export function objectSchema(
  properties: ReadonlyMap<string, SignatureSchema>,
  required: readonly string[],
  others: SignatureSchema | boolean = false,
): SignatureSchema {
  return {
    type: 'object',
    // Entries are used so that `__proto__` is a name like any other.
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    additionalProperties: others,
  };
}

const keywords: Readonly<Partial<Record<ts.SyntaxKind, SignatureSchema>>> = {
  [ts.SyntaxKind.StringKeyword]: { type: 'string' },
  [ts.SyntaxKind.NumberKeyword]: { type: 'number' },
  [ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
  [ts.SyntaxKind.ObjectKeyword]: { type: 'object' },
};

function literal(node: ts.LiteralTypeNode['literal']): SignatureSchema {
  if (node.kind === ts.SyntaxKind.NullKeyword) return { type: 'null' };
  const value = literalValue(node);
  return value === undefined ? anything : { type: typeof value, enum: [value] };
}

/** Returns the value of a literal; undefined for any other code. */
export function literalValue(node: ts.Node): string | number | boolean | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  const isMinus = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  return isMinus && ts.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined;
}

/** Combines schemas. Literals of one type become one list. */
function anyOf(schemas: readonly SignatureSchema[]): SignatureSchema {
  const [first] = schemas;
  if (!first || schemas.some((schema) => Object.keys(schema).length === 0)) return anything;
  if (schemas.length === 1) return first;
  const lists = schemas.map((schema) =>
    'enum' in schema && schema['type'] === first['type'] ? (schema['enum'] as unknown[]) : undefined,
  );
  if (lists.every((list) => list !== undefined))
    return { type: first['type'], enum: [...new Set(lists.flat())] };
  return { anyOf: schemas };
}

/** Combines object schemas that a value must satisfy together. For other schemas the result is any object. */
function merged(schemas: readonly SignatureSchema[]): SignatureSchema {
  const [only] = schemas;
  if (only && schemas.length === 1) return only;
  if (schemas.some((schema) => schema['type'] !== 'object' || typeof schema['properties'] !== 'object'))
    return { type: 'object' };
  const properties = schemas.flatMap((schema) =>
    Object.entries(schema['properties'] as Record<string, SignatureSchema>),
  );
  const required = schemas.flatMap((schema) => (schema['required'] as string[] | undefined) ?? []);
  const isOpen = schemas.some((schema) => schema['additionalProperties'] !== false);
  return objectSchema(new Map(properties), required, isOpen);
}

function isNothing({ kind }: ts.TypeNode): boolean {
  return kind === ts.SyntaxKind.UndefinedKeyword || kind === ts.SyntaxKind.VoidKeyword;
}

/** Returns the name of a property; undefined if it is computed. */
export function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}
