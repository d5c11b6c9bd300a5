// A declaration of just what a chat request carries of a tool, for comparing what both cost: the request's definition has a name, a
// description and an input schema, and nothing of what the tool answers.
import type { Declarations } from './declarations.ts';
import type { ToolShape } from './toolShape.ts';

/** Without title and output type. Never rejects. */
export async function inputDeclaration(tool: ToolShape, declarations: Declarations): Promise<string> {
  const { title: _title, ...untitled } = tool;
  return (await declarations.tool({ ...untitled, outputSchema: {} })).text;
}
