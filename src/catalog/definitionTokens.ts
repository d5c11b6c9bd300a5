// Estimates the tokens that the definition of a tool would take in each chat request if the model received the tool
// directly. Each model counts differently: the estimate is within 2 % of o200k over the lists of real servers.
import { estimateTokenCount } from 'tokenx';
import type { JsonObject } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/** A tool as a chat request carries it. */
export interface DefinedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Counts each tool once, because tools never change. */
export class DefinitionTokens {
  readonly #counted = new WeakMap<DefinedTool, number>();

  of(tool: DefinedTool): number {
    const known = this.#counted.get(tool);
    if (known !== undefined) return known;
    const count = estimateTokenCount(definitionText(tool));
    this.#counted.set(tool, count);
    return count;
  }

  /** Counts tools in time slices, so that `of` and `sum` are fast afterwards. */
  async prepare(tools: readonly DefinedTool[]): Promise<void> {
    const slice = new TimeSlice();
    for (const tool of tools) {
      this.of(tool);
      if (slice.isOver) await slice.yieldIfOver();
    }
  }

  sum(tools: readonly DefinedTool[]): number {
    return tools.reduce((sum, tool) => sum + this.of(tool), 0);
  }
}

/** The function in a chat completion request, in the format of OpenAI-compatible endpoints. */
export function definitionText({ name, description, inputSchema }: DefinedTool): string {
  return JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } });
}
