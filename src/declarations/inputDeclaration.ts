// Declares only the parts of a tool that a chat request contains, for comparing the costs of both. The definition in a
// request has a name, a description and an input schema, and no output.
import type { Declarations } from './declarations.ts';
import type { ToolShape } from './toolShape.ts';

/** Returns the declaration without title and output type. Never rejects. */
export async function inputDeclaration(tool: ToolShape, declarations: Declarations): Promise<string> {
  const { title: _title, ...untitled } = tool;
  return (await declarations.tool({ ...untitled, outputSchema: {} })).text;
}
