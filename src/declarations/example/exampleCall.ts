// One call of a tool as a script writes it, with the arguments that it cannot do without.
import { jsonLiteral } from '../../base/jsonLiteral.ts';
import { visibleText } from '../../base/text/visibleText.ts';
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

const LONGEST = 1_500;

/**
 * undefined when no example was found, or only one that is too long to be of help. Runs the schema's expressions, which may take for
 * ever: only a thread that a clock ends may call it.
 */
export function exampleCall({ path, inputSchema }: Pick<ToolShape, 'path' | 'inputSchema'>): ExampleCall | undefined {
  const { value: input, saysMore } = exampleValue({ type: 'object', ...inputSchema });
  if (!isObject(input)) return undefined;
  const argument = Object.keys(input).length === 0 ? '' : jsonLiteral(input);
  const text = `await ${path}(${argument});`;
  return text.length > LONGEST ? undefined : { input, text: visibleText(text), saysMore };
}
