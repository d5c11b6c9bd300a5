// The declaration of one tool for a model: whole where there is room; else with what is cut named, and how to see it.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import type { InputValidator } from '../input/inputValidator.ts';

export interface DescribeOptions {
  /** Whether nothing may be cut, however long it is. */
  readonly whole?: boolean;
  /** In characters: only what is longer is cut. 4,000 unless told. */
  readonly room?: number;
}

const DEFAULT_ROOM = 4_000;

/** With an example of a call, where that says more than the types. */
export async function describeTool(
  tool: CatalogTool,
  declarations: Declarations,
  validator: InputValidator,
  { whole = false, room = DEFAULT_ROOM }: DescribeOptions,
): Promise<string> {
  const { text, isCut, whole: all } = await declarations.tool(tool);
  const example = await validator.example(tool);
  const shown = whole || (isCut && all.length <= room) ? all : text;
  return example === undefined ? shown : `${shown}\n// For example:\n${example}`;
}
