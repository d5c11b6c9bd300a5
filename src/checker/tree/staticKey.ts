// The name of a property where the code itself spells it: `a.b`, `a["b"]`, `a[`b`]`, `{ b: c }`, `{ "b": c }`.
import type { AnyNode } from 'acorn';

export function staticKey(property: AnyNode, computed: boolean): string | undefined {
  if (!computed && property.type === 'Identifier') return property.name;
  if (property.type === 'Literal' && typeof property.value === 'string') return property.value;
  if (property.type === 'TemplateLiteral' && property.expressions.length === 0) return property.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
