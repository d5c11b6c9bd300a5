// What a script does with each tool that it names, and where: what a question about it shows, in the order in which it matters.
// Pure, and linear in the code and its references, so that a script of thousands of calls costs no more than it is long.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { productOfCounts, sumOfCounts, type CallCount } from '../../checker/checkedScript.ts';
import type { Mention } from '../preflight/checkReferences.ts';
import { quotedPlaces } from '../formatting/quotedLine.ts';
import { isAsked, type RuledTool, type Ruling } from './approvalRules.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { effectOf, type ToolEffect } from '../formatting/effectOf.ts';

export interface ToolUse {
  readonly tool: CatalogTool;
  readonly effect: ToolEffect;
  readonly ruling: Ruling;
  /** How often the script calls it at most; absent where its code does not tell. */
  readonly times?: CallCount;
  /** In the order of the code; at most `mostPlaces`. */
  readonly places: readonly ToolPlace[];
  /** Further mentions, also in the same lines. */
  readonly morePlaces: number;
}

export interface ToolPlace {
  /** The saved script that has the line; absent for the script itself. */
  readonly file?: string;
  readonly line: number;
  readonly text: string;
  /** Of the call there. */
  readonly times?: CallCount;
  /** As the code spells them out, where `text` does not: `path: "a.txt", text: …`. */
  readonly arguments?: string;
}

/** Places that are quoted for one tool. */
export const mostPlaces = 3;

const order: readonly ToolEffect[] = ['destroys', 'writes', 'undeclared', 'confirmsItself', 'script', 'reads'];

/** `dynamic`: the script also computes names of tools. Those that destroy first, then those that write, then the others; within each kind in the order of `tools`. */
export function toolUses(
  source: string,
  tools: readonly RuledTool[],
  mentions: ReadonlyMap<string, readonly Mention[]>,
  dynamic = false,
): readonly ToolUse[] {
  const quote = quotedPlaces(source);
  const uses = tools.map(({ tool, ruling }): ToolUse => {
    const named = (mentions.get(tool.path) ?? []).filter(isAnother);
    const places = named.slice(0, mostPlaces).map(({ line, column, ...call }) => ({ line, text: quote({ line, column }), ...call }));
    const times = dynamic || named.length === 0 ? undefined : named.map((mention) => mention.times).reduce(sumOfCounts, 0);
    const isKnown = times !== undefined && times !== 0;
    return { tool, effect: effectOf(tool), ruling, ...(isKnown && { times }), places, morePlaces: named.length - places.length };
  });
  return order.flatMap((effect) => uses.filter((use) => use.effect === effect));
}

/** The uses of a script with those of the saved scripts that it calls: what a yes to its run allows. In order of what they can do. */
export function withSaved(own: readonly ToolUse[], saved: readonly SavedUses[]): readonly ToolUse[] {
  const uses = new Map(own.map((use) => [use.tool.path, use]));
  const { order: ordered, cyclic } = callersFirst(saved);
  for (const { file, called, uses: theirs } of ordered) {
    const often = cyclic.has(called) ? undefined : uses.get(called)?.times;
    for (const use of theirs) {
      const times = productOfCounts(often, use.times);
      const places = use.places.map((place) => ({ ...place, file }));
      const first = uses.get(use.tool.path);
      uses.set(use.tool.path, first ? joined(first, { ...use, places }, times) : withTimes({ ...use, places }, times));
    }
  }
  return order.flatMap((effect) => [...uses.values()].filter((use) => use.effect === effect));
}

/** What one saved script does. */
export interface SavedUses {
  /** Its file, for people. */
  readonly file: string;
  /** The path of the tool that it is. */
  readonly called: string;
  readonly uses: readonly ToolUse[];
}

/** How often a script is called is known when all that call it are counted. `cyclic`: scripts that others call in turn, which no order counts. */
function callersFirst(saved: readonly SavedUses[]): { readonly order: readonly SavedUses[]; readonly cyclic: ReadonlySet<string> } {
  const scripts = new Map(saved.map((one) => [one.called, one]));
  const state = new Map<string, 'open' | 'done'>();
  const cyclic = new Set<string>();
  const order: SavedUses[] = [];
  const visit = (one: SavedUses) => {
    state.set(one.called, 'open');
    for (const { tool } of one.uses) {
      const next = scripts.get(tool.path);
      if (next && state.get(tool.path) === 'open') cyclic.add(tool.path);
      else if (next && !state.has(tool.path)) visit(next);
    }
    state.set(one.called, 'done');
    order.unshift(one);
  };
  for (const one of saved.toReversed()) if (!state.has(one.called)) visit(one);
  return { order, cyclic };
}

function joined(first: ToolUse, other: ToolUse, times: CallCount | undefined): ToolUse {
  const places = [...first.places, ...other.places];
  const morePlaces = first.morePlaces + other.morePlaces + Math.max(0, places.length - mostPlaces);
  return withTimes({ ...first, places: places.slice(0, mostPlaces), morePlaces }, sumOfCounts(first.times, times));
}

function withTimes({ times: _times, ...use }: ToolUse, times: CallCount | undefined): ToolUse {
  return times === undefined ? use : { ...use, times };
}

/** `line 3`, `weeklyReport.ts line 3`: whoever wrote the name of the file. */
export function placeText({ file, line }: Pick<ToolPlace, 'file' | 'line'>): string {
  return file === undefined ? `line ${line}` : `${visibleName(file)} line ${line}`;
}

/** `once`, `up to 3 times`, `in a loop`; undefined where the code does not tell. */
export function timesText(times: CallCount | undefined): string | undefined {
  if (times === undefined || times === 0) return undefined;
  if (times === 'loop') return 'in a loop';
  return times === 1 ? 'once' : `up to ${times.toLocaleString('en-US')} times`;
}

/** Those of these tools. */
export function usesOf(uses: readonly ToolUse[], tools: readonly CatalogTool[]): readonly ToolUse[] {
  const named = new Set(tools);
  return uses.filter(({ tool }) => named.has(tool));
}

/** Those that a yes is not needed for, or would not help. `allowed`: what is not only read. */
export function unaskedUses(
  uses: readonly ToolUse[],
  asked: readonly CatalogTool[],
): Readonly<Record<'reads' | 'allowed' | 'denied', readonly ToolUse[]>> {
  const open = new Set(asked);
  const denied = uses.filter(({ ruling }) => ruling.action === 'deny');
  const others = uses.filter(({ tool, ruling }) => !open.has(tool) && ruling.action !== 'deny');
  return {
    reads: others.filter(({ effect }) => effect === 'reads'),
    allowed: others.filter(({ effect }) => effect === 'destroys' || effect === 'writes' || effect === 'undeclared'),
    denied,
  };
}

/** The tools that somebody has to allow. */
export function askedTools(uses: readonly RuledTool[]): readonly CatalogTool[] {
  return uses.filter(({ ruling }) => isAsked(ruling)).map(({ tool }) => tool);
}

/** One place can name a tool twice: `const { insert, insert: again } = tools.db`. */
function isAnother({ line, column }: Mention, index: number, all: readonly Mention[]): boolean {
  const before = all[index - 1];
  return line !== before?.line || column !== before.column;
}
