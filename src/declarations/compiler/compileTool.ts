// Compiles one tool's schemas to all texts, with no time limit of its own: `threadedCompiler` has one.
import type { LearnedOutput, ToolShape } from '../toolShape.ts';
import { charactersOf, toolText, untypedText, type ToolText } from '../toolText.ts';
import { compileSchema } from '../types/compileSchema.ts';

/** Maximum length of all texts of one tool, in characters. The longest of 291 real tools has 23,143. */
const MOST_CHARACTERS = 200_000;

/** Never rejects. */
export async function compileTool(shape: ToolShape, learned?: LearnedOutput): Promise<ToolText> {
  const text = await toolText(shape, compileSchema, learned);
  return charactersOf(text) > MOST_CHARACTERS ? untypedText(shape, 'its type is too long') : text;
}
