// Compiles one tool's schemas to all texts. The compiler's time has no bound, so that in the product this runs in a thread under a clock
// (`threadedCompiler`).
import type { LearnedOutput } from '../learnedOutput.ts';
import type { ToolShape } from '../toolShape.ts';
import { charactersOf, toolText, untypedText, type ToolText } from '../toolText.ts';
import { compileSchema } from '../types/compileSchema.ts';

/** Of all texts of one tool; the longest of 291 real ones has 23,143. */
const MOST_CHARACTERS = 200_000;

/** Never rejects. */
export async function compileTool(shape: ToolShape, learned?: LearnedOutput): Promise<ToolText> {
  const text = await toolText(shape, compileSchema, learned);
  return charactersOf(text) > MOST_CHARACTERS ? untypedText(shape, 'its type is too long') : text;
}
