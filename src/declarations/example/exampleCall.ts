// Writes an example call of a tool, with the required arguments.
import { jsonLiteral } from '../../base/jsonLiteral.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { exampleValue } from './exampleValue.ts';
import { isSchemaObject, type SchemaObject } from '../schema/jsonSchema.ts';
import type { ToolShape } from '../toolShape.ts';

interface ExampleCall {
  /** The argument. It must be validated before the call is shown. */
  readonly input: SchemaObject;
  /** The call, such as `await tools.geo.getCity({ name: "Oslo" });`. */
  readonly text: string;
  /** True if the example shows more than the types do. */
  readonly saysMore: boolean;
}

const LONGEST = 1_500;

/**
 * Returns undefined if no example was found, or only one that is too long to help. Runs the schema's regular
 * expressions, which may never end, so that only a thread with a time limit may call this function.
 */
export function exampleCall({
  path,
  inputSchema,
}: Pick<ToolShape, 'path' | 'inputSchema'>): ExampleCall | undefined {
  const { value: input, saysMore } = exampleValue({ type: 'object', ...inputSchema });
  if (!isSchemaObject(input)) return undefined;
  const argument = Object.keys(input).length === 0 ? '' : jsonLiteral(input);
  const text = `await ${path}(${argument});`;
  return text.length > LONGEST ? undefined : { input, text: visibleText(text), saysMore };
}
