// What a destructuring pattern takes a value apart into. Declarations and assignments are both written with patterns.
import type { AnyNode, Pattern } from 'acorn';
import { staticKey } from '../syntaxTree.ts';

/**
 * `use` gets the patterns directly inside of `pattern`, each with the property that it takes if that is known; `evaluate`
 * the computed keys and default values between them, all in the order of the source.
 */
export function eachTarget(pattern: Pattern, use: (target: Pattern, key?: string) => void, evaluate: (node: AnyNode) => void): void {
  switch (pattern.type) {
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          use(property.argument);
          continue;
        }
        if (property.computed) evaluate(property.key);
        use(property.value, staticKey(property.key, property.computed));
      }
      return;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) use(element);
      return;
    case 'AssignmentPattern':
      use(pattern.left);
      evaluate(pattern.right);
      return;
    case 'RestElement':
      use(pattern.argument);
      return;
    default:
      evaluate(pattern);
  }
}
