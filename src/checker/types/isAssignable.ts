// Checks whether a value of one type could be passed as another type once it is JSON. The check accepts more than
// TypeScript's assignability: imprecise types pass, and only definite errors remain.
import * as ts from 'typescript';
import type { ScriptTypes } from './scriptTypes.ts';

const DEEPEST = 8;
const F = ts.TypeFlags;

/** True if some value of the source type, as JSON, could be a value of the target type. */
export function isAssignable(source: ts.Type, target: ts.Type, types: ScriptTypes, depth = 0): boolean {
  if (depth > DEEPEST || types.checker.isTypeAssignableTo(source, target)) return true;
  if (
    source.flags &
    (F.Any |
      F.Unknown |
      F.TypeParameter |
      F.Never |
      F.NonPrimitive |
      F.Undefined |
      F.Null |
      F.Conditional |
      F.IndexedAccess)
  )
    return true;
  if (source.isUnion()) return source.types.some((member) => isAssignable(member, target, types, depth + 1));
  return types.members(target).some((member) => couldBe(source, member, types, depth));
}

function couldBe(source: ts.Type, target: ts.Type, types: ScriptTypes, depth: number): boolean {
  if (target.flags & (F.Any | F.Unknown | F.TypeParameter)) return true;
  if (source.isStringLiteral() || source.isNumberLiteral())
    return (target.isStringLiteral() || target.isNumberLiteral()) && target.value === source.value;
  // A variable of the wider type may hold one of the literals.
  if (source.flags & F.StringLike) return (target.flags & F.StringLike) !== 0;
  // A bigint is sent as an integer.
  if (source.flags & (F.NumberLike | F.BigIntLike)) return (target.flags & F.NumberLike) !== 0;
  if (source.flags & F.BooleanLike) return (target.flags & F.BooleanLike) !== 0;
  if (!isObjectType(source)) return false;
  // `toJSON` may give any value.
  if (types.checker.getPropertyOfType(source, 'toJSON')) return true;
  const library = types.libraryName(source);
  if (library === 'Array') {
    if (target.isIntersection()) return target.types.every((part) => couldBe(source, part, types, depth));
    const [from, to] = [
      source.getNumberIndexType(),
      types.checker.isArrayLikeType(target) ? target.getNumberIndexType() : undefined,
    ];
    return from !== undefined && to !== undefined && isAssignable(from, to, types, depth + 1);
  }
  // Many library objects have a JSON form of another type: Map, Set, RegExp.
  if (library !== undefined) return library !== 'Promise' && source.getCallSignatures().length === 0;
  if (source.getCallSignatures().length > 0 || !isObjectType(target) || types.checker.isArrayLikeType(target))
    return false;
  return target.getProperties().every((property) => {
    const own = types.checker.getPropertyOfType(source, property.name);
    if (!own)
      return (
        (property.flags & ts.SymbolFlags.Optional) !== 0 ||
        source.getStringIndexType() !== undefined ||
        isBare(source)
      );
    return isAssignable(
      types.checker.getTypeOfSymbol(own),
      types.checker.getTypeOfSymbol(property),
      types,
      depth + 1,
    );
  });
}

export function isObjectType(type: ts.Type): boolean {
  return (type.flags & (F.Object | F.Intersection)) !== 0;
}

/** True for `{}`, which does not describe its content. */
export function isBare(type: ts.Type): boolean {
  return type.getProperties().length === 0;
}
