// Writes a JSON value as a literal for a script: names without quotes where possible, on one line if it fits. JSON text
// is not such a literal, because the name `__proto__` would set the prototype.
import { stringifyExact } from './exactJson.ts';

const longestLine = 120;

/** Writes a value that `JSON.parse` could return. `indent` is the indentation of all lines but the first. */
export function jsonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => jsonLiteral(item, inner));
    return enclosed('[', items, ']', indent);
  }
  if (typeof value !== 'object' || value === null) return stringifyExact(value);
  const members = Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${jsonLiteral(item, inner)}`);
  return enclosed('{', members, '}', indent);
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent.length <= longestLine && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function nameOf(name: string): string {
  // Without the brackets, the name would set the prototype.
  return name === '__proto__' ? '["__proto__"]' : propertyName(name);
}

/** Matches a name that needs no quotes as the name of a property. */
export const plainName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Writes the name of a property for a type, with quotes where they are needed. */
export function propertyName(name: string): string {
  return plainName.test(name) ? name : JSON.stringify(name);
}
