// Compiles tools on the thread of the test: what a test of texts is about is the same there.
import { compileTool } from '../../src/declarations/compiler/compileTool.ts';
import type { ToolCompiler } from '../../src/declarations/declarations.ts';

export const hostCompiler: ToolCompiler = { warm: () => undefined, compile: compileTool };
