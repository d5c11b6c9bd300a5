// One call of a tool as a script writes it, with the arguments that it cannot do without.
import { visibleText } from '../../text/visibleText.ts';
import { exampleValue } from './exampleValue.ts';
import { isObject, type SchemaObject } from '../schema/jsonSchema.ts';
import type { ToolShape } from '../toolShape.ts';

interface ExampleCall {
  /** The argument, to be validated before the call is shown. */
  readonly input: SchemaObject;
  /** `await tools.geo.getCity({ name: "Oslo" });` */
  readonly text: string;
  /** Whether it shows what the types alone do not. */
  readonly saysMore: boolean;
}

const LONGEST_LINE = 120;
const LONGEST = 1_500;

/**
 * undefined when no example was found, or only one that is too long to be of help. Runs the schema's expressions, which may take for
 * ever: only a thread that a clock ends may call it.
 */
export function exampleCall({ path, inputSchema }: Pick<ToolShape, 'path' | 'inputSchema'>): ExampleCall | undefined {
  const { value: input, saysMore } = exampleValue({ type: 'object', ...inputSchema });
  if (!isObject(input)) return undefined;
  const argument = Object.keys(input).length === 0 ? '' : written(input, '');
  const text = `await ${path}(${argument});`;
  return text.length > LONGEST ? undefined : { input, text: visibleText(text), saysMore };
}

/** A JavaScript literal, on one line if it fits. */
function written(value: unknown, indent: string): string {
  if (Array.isArray(value))
    return enclosed(
      '[',
      value.map((item) => written(item, `${indent}  `)),
      ']',
      indent,
    );
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, item]) => `${keyOf(name)}: ${written(item, `${indent}  `)}`);
  return enclosed('{', members, '}', indent);
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent.length <= LONGEST_LINE && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function keyOf(name: string): string {
  if (name === '__proto__') return '["__proto__"]'; // without the brackets it would set the prototype
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
