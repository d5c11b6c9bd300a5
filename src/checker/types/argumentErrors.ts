// Finds why a value cannot be an argument. TypeScript's assignability is too strict for a script that only has to run
// (a `string` is not assignable to "a" | "b", nor a Date to string). A value is therefore reported only if it could not
// fit (isAssignable.ts).
import * as ts from 'typescript';
import { isAssignable, isBare, isObjectType } from './isAssignable.ts';
import { nearestName } from './nearestName.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';
import { shapeText } from './shapeText.ts';
import { nameOf } from './typeSchema.ts';

interface ArgumentError {
  readonly node: ts.Node;
  /** One clause, such as: "`a` must be number, not "5"". Absent if a Promise is passed where its value is needed. */
  readonly clause?: string;
  /** The path of a property, if the error is that it is missing. */
  readonly missing?: string;
}

const DEEPEST = 8;
const MOST_VALUES = 20;
const F = ts.TypeFlags;

export class ArgumentErrors {
  readonly #types: ScriptTypes;
  readonly #checker: ts.TypeChecker;

  constructor(types: ScriptTypes) {
    this.#types = types;
    this.#checker = types.checker;
  }

  /** Returns the errors of an expression. `path` names the value in clauses; it is empty for the whole argument. */
  ofExpression(expression: ts.Expression, target: ts.Type, path: string): readonly ArgumentError[] {
    const value = unwrapped(expression);
    if (ts.isConditionalExpression(value))
      return [
        ...this.ofExpression(value.whenTrue, target, path),
        ...this.ofExpression(value.whenFalse, target, path),
      ];
    if (ts.isObjectLiteralExpression(value)) {
      const objects = this.#types
        .members(target)
        .filter((member) => isObjectType(member) && !this.#checker.isArrayLikeType(member));
      if (objects.length > 0) return this.#ofObjects(value, objects, path);
    }
    if (ts.isArrayLiteralExpression(value)) {
      const lists = this.#types.members(target).filter((member) => this.#checker.isArrayLikeType(member));
      if (lists.length > 0) return fewest(lists.map((list) => this.#ofList(value, list, path)));
    }
    if (ts.isSpreadElement(value)) return [];
    return this.#ofType(this.#types.typeOf(value), target, path, value, 0);
  }

  /**
   * Checks a literal against several possible object types. Uses the type that a property of the literal selects
   * (`kind: "close"`), or else the type with the fewest errors.
   */
  #ofObjects(
    literal: ts.ObjectLiteralExpression,
    forms: readonly ts.Type[],
    path: string,
  ): readonly ArgumentError[] {
    const [kind] = forms.length > 1 ? this.#kindsOf(literal, forms) : [];
    let said = forms;
    if (kind) {
      const { node, name, given, wanted } = kind;
      said = forms.filter((_, index) => this.#checker.isTypeAssignableTo(given, wanted[index] ?? given));
      if (said.length === 0) return [this.#must(node, wanted, join(path, name), this.#shown(given))];
    }
    const ofForms = said.map((form) => this.#ofObject(literal, form, said, path));
    const lacking = ofForms.flatMap(([error, ...others]) =>
      error && others.length === 0 ? [error.missing] : [],
    );
    const best = fewest(ofForms);
    if (best.length !== 1 || lacking.length < 2 || lacking.includes(undefined)) return best;
    const names = [...new Set(lacking)].map((name) => `\`${name}\``);
    return [{ node: literal, clause: `${names.join(' or ')} is missing` }];
  }

  /** Checks a list. Items that are missing at the end are not reported; the run checks them. */
  #ofList(literal: ts.ArrayLiteralExpression, list: ts.Type, path: string): readonly ArgumentError[] {
    if (list.isIntersection())
      return (
        list.types.map((part) => this.#ofList(literal, part, path)).find(({ length }) => length > 0) ?? []
      );
    const spread = literal.elements.findIndex(ts.isSpreadElement);
    return literal.elements.flatMap((element, index) => {
      // The position of an element after a spread is unknown.
      const item =
        spread >= 0 && index > spread ? list.getNumberIndexType() : itemAt(list, index, this.#checker);
      return item ? this.ofExpression(element, item, `${path}[${index}]`) : [];
    });
  }

  /** Returns the properties of the literal whose string values distinguish the types. */
  #kindsOf(literal: ts.ObjectLiteralExpression, forms: readonly ts.Type[]) {
    return literal.properties.flatMap((property) => {
      const node = valueOf(property);
      const given = node && this.#types.typeOf(node);
      const name = property.name && ts.isIdentifier(property.name) ? property.name.text : undefined;
      if (!node || name === undefined || !given?.isStringLiteral()) return [];
      const wanted = forms.flatMap((form) => {
        const member = this.#checker.getPropertyOfType(form, name);
        const type = member && this.#checker.getTypeOfSymbol(member);
        return type?.isStringLiteral() ? [type] : [];
      });
      return wanted.length === forms.length ? [{ name, given, wanted, node }] : [];
    });
  }

  /** Checks a literal against one of the types that it may have. It may also have properties of the others. */
  #ofObject(
    literal: ts.ObjectLiteralExpression,
    target: ts.Type,
    forms: readonly ts.Type[],
    path: string,
  ): readonly ArgumentError[] {
    const errors: ArgumentError[] = [];
    const given = new Set<string>();
    let mayHaveMore = false;
    for (const property of literal.properties) {
      const { name: node } = property;
      const name = node && nameOf(node);
      if (name === undefined) {
        mayHaveMore = true;
        continue;
      }
      const known = propertyIn(target, name);
      const value = valueOf(property);
      if (value && isUndefined(value)) continue;
      given.add(name);
      const type = known ? this.#checker.getTypeOfSymbol(known) : openType(target);
      if (!type && forms.some((form) => propertyIn(form, name))) continue;
      if (!type) errors.push({ node: property, clause: this.#unknown(join(path, name), name, target) });
      else if (value && known && isNull(value) && !admitsNull(known))
        errors.push(this.#must(value, this.#types.members(type), join(path, name), 'null'));
      else if (value && !isNull(value)) errors.push(...this.ofExpression(value, type, join(path, name)));
    }
    const missing = mayHaveMore ? [] : requiredOf(target).filter(({ name }) => !given.has(name));
    return [...errors, ...missing.map(({ name }) => missingError(literal, join(path, name)))];
  }

  #ofType(
    source: ts.Type,
    target: ts.Type,
    path: string,
    node: ts.Node,
    depth: number,
  ): readonly ArgumentError[] {
    if (depth > DEEPEST || isAssignable(source, target, this.#types, depth)) return [];
    if (this.#types.isPromise(source)) return [{ node }];
    const [only, ...others] = this.#types.members(target).filter(isObjectType);
    const isObject = only && others.length === 0 && !this.#checker.isArrayLikeType(only);
    if (isObject && isPlainObject(source, this.#types)) {
      const missing = requiredOf(only).filter(({ name }) => !this.#checker.getPropertyOfType(source, name));
      if (missing.length > 0) return missing.map(({ name }) => missingError(node, join(path, name)));
      const parts = only.getProperties().flatMap((property) => {
        const own = this.#checker.getPropertyOfType(source, property.name);
        if (!own) return [];
        const [from, to] = [this.#checker.getTypeOfSymbol(own), this.#checker.getTypeOfSymbol(property)];
        return this.#ofType(from, to, join(path, property.name), node, depth + 1);
      });
      if (parts.length > 0) return parts;
    }
    return [this.#must(node, this.#types.members(target), path, this.#shown(source))];
  }

  #unknown(path: string, name: string, target: ts.Type): string {
    const known = target.getProperties().map((property) => property.name);
    const near = nearestName(name, known);
    if (known.length === 0) return `\`${path}\` is not an argument (it takes none)`;
    const takes = `takes ${known.slice(0, MOST_VALUES).join(', ')}`;
    return `\`${path}\` is not an argument (${near === undefined ? `it ${takes}` : `did you mean \`${near}\`? It ${takes}`})`;
  }

  #must(node: ts.Node, members: readonly ts.Type[], path: string, shown: string): ArgumentError {
    const name = path === '' ? 'the argument' : `\`${path}\``;
    // No value fits the schema `false`, or follows the end of a tuple.
    if (members.every((member) => member.flags & F.Never))
      return { node, clause: `${name} must be left out` };
    const literals = members.flatMap((member) =>
      member.isStringLiteral() || member.isNumberLiteral() ? [JSON.stringify(member.value)] : [],
    );
    const isEnum = literals.length === members.length;
    const wanted = isEnum
      ? `${literals.length > 1 ? 'one of ' : ''}${listed(literals)}`
      : members.map((member) => this.#types.text(member)).join(' | ');
    const near = isEnum && shown.startsWith('"') ? nearestName(shown, literals) : undefined;
    const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
    return { node, clause: `${name} must be ${wanted}, not ${shown}${guess}` };
  }

  #shown(source: ts.Type): string {
    if (source.getCallSignatures().length > 0) return 'a function';
    return shapeText(source, this.#types);
  }
}

export function missingError(node: ts.Node, missing: string): ArgumentError {
  return { node, clause: `\`${missing}\` is missing`, missing };
}

/** Returns the errors of the type that fits best. */
function fewest(ofForms: readonly (readonly ArgumentError[])[]): readonly ArgumentError[] {
  return ofForms.reduce((best, errors) => (errors.length < best.length ? errors : best));
}

/** Returns the type at an index of a list; `never` after the end of a tuple. */
function itemAt(list: ts.Type, index: number, checker: ts.TypeChecker): ts.Type | undefined {
  if (!checker.isTupleType(list)) return list.getNumberIndexType();
  const { target } = list as ts.TupleTypeReference; // `isTupleType` has checked this
  if (index >= target.fixedLength && (target.combinedFlags & ts.ElementFlags.Variable) === 0)
    return checker.getNeverType();
  return checker.getTypeArguments(list as ts.TupleTypeReference)[Math.min(index, target.fixedLength)];
}

/** TypeScript's own lookup would find `constructor` and similar members in every object. */
function propertyIn(type: ts.Type, name: string): ts.Symbol | undefined {
  return type.getProperties().find((listed) => listed.name === name);
}

function valueOf(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

export function isNull(expression: ts.Expression): boolean {
  return unwrapped(expression).kind === ts.SyntaxKind.NullKeyword;
}

export function isUndefined(expression: ts.Expression): boolean {
  const value = unwrapped(expression);
  return ts.isIdentifier(value) && value.text === 'undefined';
}

/** True if the declaration of the property admits `null`. A type name, which is not looked up, may include `null`. */
function admitsNull(property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration;
  if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type) return true;
  const mayBeNull = (type: ts.TypeNode): boolean => {
    if (ts.isParenthesizedTypeNode(type)) return mayBeNull(type.type);
    if (ts.isUnionTypeNode(type)) return type.types.some(mayBeNull);
    if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword;
    const { StringKeyword, NumberKeyword, BooleanKeyword, ArrayType, TypeLiteral } = ts.SyntaxKind;
    return ![StringKeyword, NumberKeyword, BooleanKeyword, ArrayType, TypeLiteral].includes(type.kind);
  };
  return mayBeNull(declaration.type);
}

export function requiredOf(type: ts.Type): readonly ts.Symbol[] {
  return type.getProperties().filter((property) => !(property.flags & ts.SymbolFlags.Optional));
}

/** Returns the type of the properties that an object does not list; undefined if there are none. */
function openType(type: ts.Type): ts.Type | undefined {
  const others = type.getStringIndexType();
  return others && !(others.flags & F.Never) ? others : undefined;
}

function isPlainObject(type: ts.Type, types: ScriptTypes): boolean {
  return (
    isObjectType(type) &&
    types.libraryName(type) === undefined &&
    type.getCallSignatures().length === 0 &&
    !isBare(type)
  );
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, MOST_VALUES).join(', ');
  return values.length > MOST_VALUES ? `${shown} … (${values.length} in all)` : shown;
}
