// Refuses a script that names servers or tools which cannot be called, before anything runs.
import type { CatalogSnapshot, CatalogTool, FeatureLookup, ToolLookup } from '../../catalog/index.ts';
import { TextLines } from '../../base/text/textLines.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { PreparedScript, ScriptFix, SourcePosition, ToolReference } from '../../checker/index.ts';
import type { Declarations } from '../../declarations/index.ts';
import { explainLookup } from '../find/index.ts';
import type { RunError } from '../runOutcome.ts';

const MOST_PROBLEMS = 5;

/** A place where the code names a tool, with properties of the call in that place. */
export type Mention = SourcePosition & Pick<ToolReference, 'times' | 'arguments'>;

export interface CheckedReferences {
  /** The tools that the code names, each once, in the order of their first mention. */
  readonly tools: readonly CatalogTool[];
  /** The places where the code names each tool, by the path of the tool. */
  readonly mentions: ReadonlyMap<string, readonly Mention[]>;
  /** At most five problems, one per name. */
  readonly problems: readonly RunError[];
  /** True if a name resembles no known name; a server that was not asked may have it. */
  readonly nothingIsNear: boolean;
}

/** Returns the servers of the tools that a script names, or all if it computes names or searches. */
export function neededServers(script: PreparedScript): 'all' | readonly string[] {
  return script.dynamic || script.searches
    ? 'all'
    : [...new Set(script.references.map(({ server }) => server))];
}

export async function checkReferences(
  script: PreparedScript,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<CheckedReferences> {
  const tools = new Map<string, CatalogTool>();
  const mentions = new Map<string, Mention[]>();
  const problems = new Map<string, RunError>();
  const slice = new TimeSlice();
  let nothingIsNear = false;
  for (const reference of script.references) {
    if (slice.isOver) await slice.yieldIfOver();
    const { feature } = reference;
    const lookup = feature
      ? snapshot.findFeature(reference.server, feature)
      : snapshot.find(reference.server, reference.tool ?? '');
    if (lookup.kind === 'feature') continue;
    if (lookup.kind === 'tool') {
      const { path } = lookup.tool;
      tools.set(path, lookup.tool);
      const { position, times, arguments: given } = reference;
      const mention = {
        ...position,
        ...(times !== undefined && { times }),
        ...(given !== undefined && { arguments: given }),
      };
      const places = mentions.get(path);
      if (places) places.push(mention);
      else mentions.set(path, [mention]);
      continue;
    }
    const named = feature ? `$${feature}` : reference.tool;
    const onlyTheServer = named === undefined;
    if (onlyTheServer && lookup.kind !== 'unknown_server' && lookup.kind !== 'unavailable') continue;
    const name = JSON.stringify([reference.server, named ?? null]);
    if (problems.has(name) || problems.size === MOST_PROBLEMS) continue;
    nothingIsNear ||=
      lookup.kind === 'unknown_server' || (lookup.kind === 'unknown_tool' && lookup.nearest.length === 0);
    const refusal = await explainLookup(lookup, reference.server, named ?? '', snapshot, declarations);
    const fix = fixOf(reference, script.source, lookup);
    const { position } = reference;
    problems.set(name, {
      code: refusal.problem,
      message: refusal.message,
      position,
      sourceLine: new TextLines(script.source).quote(position),
      hint: refusal.hint,
      ...(fix && { fix }),
    });
  }
  return { tools: [...tools.values()], mentions, problems: [...problems.values()], nothingIsNear };
}

/** Returns a replacement by the nearest name, if the script writes the wrong name out on the line of the reference. */
function fixOf(
  { server, tool, position }: ToolReference,
  source: string,
  lookup: ToolLookup | FeatureLookup,
): ScriptFix | undefined {
  const [near] = lookup.kind === 'unknown_tool' || lookup.kind === 'unknown_server' ? lookup.nearest : [];
  if (!near) return undefined;
  const line = source.split('\n', position.line).at(-1) ?? '';
  const names = lookup.kind === 'unknown_server' || tool === undefined ? [server] : [server, tool];
  let end = position.column - 1;
  // After `const geo = tools.geo` elsewhere, the reference begins with a name that the author chose.
  for (const name of line.startsWith('tools', end) ? names : names.slice(-1)) {
    const start = placeOf(name, line, end);
    if (start === undefined) return undefined;
    end = start + name.length;
  }
  const replaces = names.at(-1) ?? '';
  const by = 'method' in near ? near.method : near.namespace;
  return { position: { line: position.line, column: end - replaces.length + 1 }, replaces, by };
}

/** Returns the index of a member access with this name; undefined if there is none. */
function placeOf(name: string, line: string, from: number): number | undefined {
  for (let at = line.indexOf(name, from); at >= 0; at = line.indexOf(name, at + 1)) {
    if (
      /[.["'\s]$/.test(line.slice(Math.max(0, at - 1), at)) &&
      !/^[\p{ID_Continue}$]/u.test(line.slice(at + name.length))
    )
      return at;
  }
  return undefined;
}
