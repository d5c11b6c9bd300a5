// Lists how and where a script uses each tool that it names, most dangerous first, as a question about the script shows
// it. The module is pure and linear in the code and its references, so that a script of thousands of calls costs no
// more than its length.
import type { CatalogTool } from '../../catalog/index.ts';
import { productOfCounts, sumOfCounts, type CallCount } from '../../checker/index.ts';
import type { Mention } from '../preflight/checkReferences.ts';
import { quotedPlaces, effectOf, needsApproval, type ToolEffect } from '../formatting/index.ts';
import type { RuledTool, Ruling } from './approvalRules.ts';
import { openWorldNote } from '../openWorldNote.ts';
import { grouped, listed } from '../../base/text/counted.ts';
import { visibleName } from '../../base/text/visibleText.ts';

export interface ToolUse {
  readonly tool: CatalogTool;
  readonly effect: ToolEffect;
  readonly ruling: Ruling;
  /** Maximum number of times that the script calls the tool; absent if the code does not tell. */
  readonly times?: CallCount;
  /** Places in the order of the code, at most `mostPlaces`. */
  readonly places: readonly ToolPlace[];
  /** Number of further mentions, including those in the same lines. */
  readonly morePlaces: number;
}

export interface ToolPlace {
  /** The saved script that contains the line; absent for the script itself. */
  readonly file?: string;
  readonly line: number;
  readonly text: string;
  /** Maximum number of times that the call in this place runs; absent if the code does not tell. */
  readonly times?: CallCount;
  /** The arguments as the code writes them, if `text` does not show them: `path: "a.txt", text: …`. */
  readonly arguments?: string;
}

/** Maximum number of places that are quoted for one tool. */
export const mostPlaces = 3;

const order: readonly ToolEffect[] = [
  'destroys',
  'writes',
  'undeclared',
  'confirmsItself',
  'script',
  'reads',
];

/**
 * Returns the uses ordered by effect: tools that destroy first, then those that write, then the others; within one
 * effect in the order of `tools`. `dynamic` is true if the script also computes names of tools.
 */
export function toolUses(
  source: string,
  tools: readonly RuledTool[],
  mentions: ReadonlyMap<string, readonly Mention[]>,
  dynamic = false,
): readonly ToolUse[] {
  const quote = quotedPlaces(source);
  const uses = tools.map(({ tool, ruling }): ToolUse => {
    const named = (mentions.get(tool.path) ?? []).filter(isAnother);
    const places = named
      .slice(0, mostPlaces)
      .map(({ line, column, ...call }) => ({ line, text: quote({ line, column }), ...call }));
    const times =
      dynamic || named.length === 0
        ? undefined
        : named.map((mention) => mention.times).reduce(sumOfCounts, 0);
    const use = { tool, effect: effectOf(tool), ruling, places, morePlaces: named.length - places.length };
    return withTimes(use, times === 0 ? undefined : times);
  });
  return order.flatMap((effect) => uses.filter((use) => use.effect === effect));
}

/** Joins the uses of a script with those of the saved scripts that one approval covers, too. Ordered by effect. */
export function withSaved(own: readonly ToolUse[], saved: readonly SavedUses[]): readonly ToolUse[] {
  const uses = new Map(own.map((use) => [use.tool.path, use]));
  const { order: ordered, cyclic } = callersFirst(saved);
  for (const { file, called, uses: theirs } of ordered) {
    const often = cyclic.has(called) ? undefined : uses.get(called)?.times;
    for (const use of theirs) {
      const times = productOfCounts(often, use.times);
      const places = use.places.map((place) => ({ ...place, file }));
      const first = uses.get(use.tool.path);
      uses.set(
        use.tool.path,
        first ? joined(first, { ...use, places }, times) : withTimes({ ...use, places }, times),
      );
    }
  }
  return order.flatMap((effect) => [...uses.values()].filter((use) => use.effect === effect));
}

export interface SavedUses {
  /** File of the saved script, for people. */
  readonly file: string;
  /** Path of the saved script as a tool. */
  readonly called: string;
  readonly uses: readonly ToolUse[];
}

/**
 * Orders saved scripts so that callers come first: the number of calls of a script is known only after all of its
 * callers are counted. `cyclic` are scripts in a cycle of calls, which have no such number.
 */
function callersFirst(saved: readonly SavedUses[]): {
  readonly order: readonly SavedUses[];
  readonly cyclic: ReadonlySet<string>;
} {
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
  return withTimes(
    { ...first, places: places.slice(0, mostPlaces), morePlaces },
    sumOfCounts(first.times, times),
  );
}

function withTimes({ times: _times, ...use }: ToolUse, times: CallCount | undefined): ToolUse {
  return times === undefined ? use : { ...use, times };
}

/** A place for people, with hidden characters in the file name escaped: `line 3`, `weeklyReport.ts line 3`. */
export function placeText({ file, line }: Pick<ToolPlace, 'file' | 'line'>): string {
  return file === undefined ? `line ${line}` : `${visibleName(file)} line ${line}`;
}

/** Words for a number of calls: `once`, `up to 3 times`, `in a loop`; undefined if the code does not tell. */
export function timesText(times: CallCount | undefined): string | undefined {
  if (times === undefined || times === 0) return undefined;
  if (times === 'loop') return 'in a loop';
  return times === 1 ? 'once' : `up to ${grouped(times)} times`;
}

/** Maximum number of names in a sentence about tools that need no question. Tools that need one are always named. */
const mostUnasked = 20;

/**
 * Returns sentences about the uses that need no approval, or that an approval would not allow, and about data that may
 * leave this machine. `marked` formats the name of a tool.
 */
export function unaskedTexts(
  uses: readonly ToolUse[],
  asked: readonly ToolUse[],
  marked: (name: string) => string = (name) => name,
): readonly string[] {
  const open = new Set(asked);
  const note = openWorldNote(uses.map(({ tool }) => tool));
  const denied = uses.filter(({ ruling }) => ruling.action === 'deny');
  const others = uses.filter((use) => !open.has(use) && use.ruling.action !== 'deny');
  const reads = others.filter(({ effect }) => effect === 'reads');
  const allowed = others.filter(({ tool }) => needsApproval(tool));
  const named = (some: readonly ToolUse[]) => {
    const names = some.map(({ tool }) => marked(visibleName(tool.path)));
    return listed(names, mostUnasked);
  };
  return [
    ...(allowed.length > 0 ? [`It also calls what is already allowed: ${named(allowed)}.`] : []),
    ...(denied.length > 0 ? [`Rules deny ${named(denied)}: these calls fail.`] : []),
    ...(reads.length > 0 ? [`It reads with ${named(reads)}.`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

/** False for a second mention in the same place: `const { insert, insert: again } = tools.db`. */
function isAnother({ line, column }: Mention, index: number, all: readonly Mention[]): boolean {
  const before = all[index - 1];
  return line !== before?.line || column !== before.column;
}
