// What a tool would cost in each chat request if the model were given it as a tool of its own: about how many tokens its
// definition has. An estimate, since each model counts differently: within 2 % of o200k over the lists of real servers.
import { estimateTokenCount } from 'tokenx';
import type { JsonObject } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/** A tool as a chat request carries it. */
export interface DefinedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Counts each tool once; a tool is never changed. */
export class DefinitionTokens {
  readonly #counted = new WeakMap<DefinedTool, number>();

  of(tool: DefinedTool): number {
    const known = this.#counted.get(tool);
    if (known !== undefined) return known;
    const count = estimateTokenCount(definitionText(tool));
    this.#counted.set(tool, count);
    return count;
  }

  /** Counts them a slice at a time, so that `of` and `sum` need not. */
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

/** The function of a chat completion request, as OpenAI-compatible endpoints take it. */
export function definitionText({ name, description, inputSchema }: DefinedTool): string {
  return JSON.stringify({ type: 'function', function: { name, description, parameters: inputSchema } });
}
