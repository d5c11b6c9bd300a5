// Finds all problems of a script with the tools that it names, before anyone is asked and anything runs.
import type { CatalogSnapshot } from '../../catalog/index.ts';
import type { PreparedScript } from '../../checker/index.ts';
import type { EngineParts, TypeCheckMode } from '../engineParts.ts';
import type { RunError } from '../runOutcome.ts';
import { checkReferences, neededServers, type CheckedReferences } from './checkReferences.ts';
import { inCaller, type SavedScript, type SavedScripts, type ScriptTool } from './savedScripts.ts';
import { usesTools } from './typeErrors.ts';
import { findTypeProblems, type TypeProblems } from './unseenFields.ts';

/** Maximum number of errors. All wrong names are reported, and at least two wrong types. */
const MOST_ERRORS = 5;
/** Maximum time in milliseconds that advice on a wrong name waits for servers that the script does not name. */
const ADVICE_MS = 5_000;

/** The catalog that the run sees, and the problems of its script. */
export interface ScriptCheck extends Pick<CheckedReferences, 'tools' | 'mentions'> {
  readonly snapshot: CatalogSnapshot;
  /** Errors in source order; the script runs only if there are none. */
  readonly errors: readonly RunError[];
  readonly warnings: readonly RunError[];
  /** The saved scripts that the script names, directly or through other saved scripts, each once. */
  readonly scripts: readonly SavedScript[];
}

/** The parts that the checks of one script and of the saved scripts that it names share. */
interface CheckParts {
  readonly parts: Pick<EngineParts, 'catalog' | 'declarations' | 'typeChecker' | 'observed'>;
  readonly mode: TypeCheckMode;
  readonly saved: SavedScripts<ScriptCheck>;
  readonly signal: AbortSignal;
}

interface Findings extends CheckedReferences {
  readonly snapshot: CatalogSnapshot;
  readonly types: TypeProblems;
}

/** `as` is the saved script that is checked; undefined for another script. Rejects only when aborted or disposed. */
export async function checkScript(
  shared: CheckParts,
  script: PreparedScript,
  as: ScriptTool | undefined,
): Promise<ScriptCheck> {
  const { parts, saved } = shared;
  const make = () => checkAlone(shared, script);
  const own = await (as ? saved.checked(as, make) : make());
  if (own.errors.length > 0) return own;
  const scripts: SavedScript[] = [];
  const errors: RunError[] = [];
  const catalog = { snapshot: () => Promise.resolve(own.snapshot), usage: parts.catalog.usage };
  const alone = { ...shared, parts: { ...parts, catalog } };
  const checkOf = (tool: ScriptTool, code: PreparedScript) =>
    saved.checked(tool, () => checkAlone(alone, code));
  const reached = await saved.reachable(own.tools, async (tool, code) => (await checkOf(tool, code)).tools);
  for (const [tool, { root, preparation }] of reached) {
    const [at] = own.mentions.get(root.path) ?? [];
    const check = preparation.ok ? await checkOf(tool, preparation.script) : undefined;
    const problems = preparation.ok ? (check?.errors ?? []) : preparation.problems;
    errors.push(...problems.slice(0, 1).map((problem) => inCaller(problem, tool, script.source, at)));
    if (preparation.ok && check)
      scripts.push({ tool, script: preparation.script, tools: check.tools, mentions: check.mentions });
  }
  return { ...own, scripts, errors: errors.slice(0, MOST_ERRORS) };
}

async function checkAlone(shared: CheckParts, script: PreparedScript): Promise<ScriptCheck> {
  const { parts, mode, signal } = shared;
  const checksTypes = mode !== 'off' && usesTools(script);
  // TypeScript is loaded while servers start.
  if (checksTypes) parts.typeChecker.warm(script.source);
  const { snapshot, tools, mentions, types, ...found } = await findProblems(shared, script, checksTypes);
  let names = found.problems;
  if (found.nothingIsNear) {
    // A name that resembles nothing may belong to any server.
    const all = await parts.catalog.snapshot({ servers: 'all', signal, timeoutMs: ADVICE_MS });
    names = (await checkReferences(script, all, parts.declarations)).problems;
  }
  return {
    snapshot,
    tools,
    mentions,
    scripts: [],
    errors: inSourceOrder(names, mode === 'error' ? types.errors : []),
    warnings: mode === 'error' ? types.warnings : [...types.errors, ...types.warnings],
  };
}

/** Checks against cached tool lists first; if there are problems, again against the current lists of the servers. */
async function findProblems(
  { parts, saved, signal }: CheckParts,
  script: PreparedScript,
  checksTypes: boolean,
): Promise<Findings> {
  const servers = neededServers(script);
  // The user may be asked for input that named servers need to start, but not if the script needs all servers.
  let request = { servers, signal, interactive: servers !== 'all' };
  const against = async (snapshot: CatalogSnapshot): Promise<Findings> => {
    const references = await checkReferences(script, snapshot, parts.declarations);
    // Wrong names found in cached lists are checked again with fresh lists; types are checked only then.
    const isFinal = references.problems.length === 0 || isFresh(snapshot);
    const types =
      checksTypes && isFinal
        ? await findTypeProblems(parts, { script, tools: references.tools, snapshot }, signal)
        : { errors: [], warnings: [] };
    return { ...references, snapshot, types };
  };
  let found = await against(await parts.catalog.snapshot(request));
  const all = await saved.servers(found.tools, servers, found.snapshot);
  // Saved scripts may name other servers.
  if (all.length !== servers.length) {
    request = { ...request, servers: all };
    found = await against(await parts.catalog.snapshot(request));
  }
  if (found.problems.length + found.types.errors.length === 0 || isFresh(found.snapshot)) return found;
  const fresh = [...new Set(script.references.map(({ server }) => server))];
  return against(await parts.catalog.snapshot({ ...request, fresh }));
}

function isFresh({ servers }: CatalogSnapshot): boolean {
  return servers.every(({ cachedAt }) => cachedAt === undefined);
}

/** Returns errors of both kinds, so that a script that corrects all of them is not refused again for the rest. */
function inSourceOrder(names: readonly RunError[], types: readonly RunError[]): readonly RunError[] {
  return [...names, ...types.slice(0, Math.max(2, MOST_ERRORS - names.length))].sort((a, b) => {
    const [first, second] = [a.position, b.position];
    return first && second ? first.line - second.line || first.column - second.column : 0;
  });
}
