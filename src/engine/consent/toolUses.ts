// What a script does with each tool that it names, and where: what a question about it shows, in the order in which it matters.
// Pure, and linear in the code and its references, so that a script of thousands of calls costs no more than it is long.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { SourcePosition } from '../../checker/checkedScript.ts';
import { quotedPlaces } from '../formatting/quotedLine.ts';
import { isAsked, type RuledTool, type Ruling } from './approvalRules.ts';
import { effectOf, type ToolEffect } from './effectOf.ts';

export interface ToolUse {
  readonly tool: CatalogTool;
  readonly effect: ToolEffect;
  readonly ruling: Ruling;
  /** In the order of the code; at most `mostPlaces`. */
  readonly places: readonly { readonly line: number; readonly text: string }[];
  /** Further mentions, also in the same lines. */
  readonly morePlaces: number;
}

/** Places that are quoted for one tool. */
export const mostPlaces = 3;

const order: readonly ToolEffect[] = ['destroys', 'writes', 'confirmsItself', 'reads'];

/** Those that destroy first, then those that write, then the others; within each kind in the order of `tools`. */
export function toolUses(
  source: string,
  tools: readonly RuledTool[],
  mentions: ReadonlyMap<string, readonly SourcePosition[]>,
): readonly ToolUse[] {
  const quote = quotedPlaces(source);
  const uses = tools.map(({ tool, ruling }): ToolUse => {
    const named = (mentions.get(tool.path) ?? []).filter(isAnother);
    const places = named.slice(0, mostPlaces).map((position) => ({ line: position.line, text: quote(position) }));
    return { tool, effect: effectOf(tool), ruling, places, morePlaces: named.length - places.length };
  });
  return order.flatMap((effect) => uses.filter((use) => use.effect === effect));
}

/** The tools that somebody has to allow. */
export function askedTools(uses: readonly RuledTool[]): readonly CatalogTool[] {
  return uses.filter(({ ruling }) => isAsked(ruling)).map(({ tool }) => tool);
}

/** One place can name a tool twice: `const { insert, insert: again } = tools.db`. */
function isAnother({ line, column }: SourcePosition, index: number, all: readonly SourcePosition[]): boolean {
  const before = all[index - 1];
  return line !== before?.line || column !== before.column;
}
