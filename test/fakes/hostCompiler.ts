// Compiles tools on the thread of the test; the resulting texts are the same as in the compiler's thread.
import { compileTool } from '../../src/declarations/compiler/compileTool.ts';
import type { ToolCompiler } from '../../src/declarations/declarations.ts';

export const hostCompiler: ToolCompiler = { warm: () => undefined, compile: compileTool };
