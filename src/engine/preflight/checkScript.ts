// Everything that can be wrong with a script against the tools that it names, found before anybody is asked and anything runs.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { PreparedScript } from '../../checker/checkedScript.ts';
import type { RunError } from '../runOutcome.ts';
import { checkReferences, serversOf, type CheckedReferences } from './checkReferences.ts';
import { usesTools, type TypeCheckMode } from './typeErrors.ts';
import { findTypeProblems, type TypeCheckParts } from './unseenFields.ts';

/** All wrong names are reported, and at least two wrong types. */
const MOST_ERRORS = 5;
/** How long advice on a wrong name may wait for servers that the script does not name. */
const ADVICE_MS = 5_000;

interface Parts extends TypeCheckParts {
  readonly catalog: Pick<Catalog, 'snapshot' | 'usage'>;
}

/** What the run will see, and what is wrong with its script against it. */
export interface ScriptCheck extends Pick<CheckedReferences, 'tools' | 'mentions'> {
  readonly snapshot: CatalogSnapshot;
  /** The script does not run unless there are none. In source order. */
  readonly errors: readonly RunError[];
  readonly warnings: readonly RunError[];
}

interface Findings extends CheckedReferences {
  readonly snapshot: CatalogSnapshot;
  readonly typeErrors: readonly RunError[];
  /** What answers so far speak against. */
  readonly typeWarnings: readonly RunError[];
}

/** Rejects only when aborted or disposed. */
export async function checkScript(parts: Parts, script: PreparedScript, mode: TypeCheckMode, signal: AbortSignal): Promise<ScriptCheck> {
  const checksTypes = mode !== 'off' && usesTools(script);
  // TypeScript is loaded while servers start.
  if (checksTypes) parts.typeChecker.warm(script.source);
  const found = await findProblems(parts, script, checksTypes, signal);
  const { snapshot, tools, mentions, typeErrors, typeWarnings } = found;
  const names = found.nothingIsNear ? await searchEverywhere(parts, script, signal) : found.problems;
  return {
    ...{ snapshot, tools, mentions },
    errors: inSourceOrder(names, mode === 'error' ? typeErrors : []),
    warnings: mode === 'error' ? typeWarnings : [...typeErrors, ...typeWarnings],
  };
}

/** Against cached tool lists first; where something is wrong by them, against what the servers list now. */
async function findProblems(parts: Parts, script: PreparedScript, checksTypes: boolean, signal: AbortSignal): Promise<Findings> {
  const servers = serversOf(script);
  // A script that names servers means them; one that needs all means none in particular.
  const request = { servers, signal, interactive: servers !== 'all' };
  const against = async (snapshot: CatalogSnapshot): Promise<Findings> => {
    const references = await checkReferences(script, snapshot, parts.declarations);
    // Wrong names by cached lists are compared with fresh ones next: types count then.
    const isFinal = references.problems.length === 0 || isFresh(snapshot);
    const types = checksTypes && isFinal ? await findTypeProblems(parts, { script, tools: references.tools, snapshot }, signal) : undefined;
    return { ...references, snapshot, typeErrors: types?.errors ?? [], typeWarnings: types?.warnings ?? [] };
  };
  const found = await against(await parts.catalog.snapshot(request));
  if (found.problems.length + found.typeErrors.length === 0 || isFresh(found.snapshot)) return found;
  const fresh = [...new Set(script.references.map(({ server }) => server))];
  return against(await parts.catalog.snapshot({ ...request, fresh }));
}

function isFresh({ servers }: CatalogSnapshot): boolean {
  return servers.every(({ cachedAt }) => cachedAt === undefined);
}

/** The script names what neither is there nor resembles anything: any server may have the tool that it wants. */
async function searchEverywhere(
  { catalog, declarations }: Parts,
  script: PreparedScript,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const snapshot = await catalog.snapshot({ servers: 'all', signal, timeoutMs: ADVICE_MS });
  return (await checkReferences(script, snapshot, declarations)).problems;
}

/** Errors of both kinds: a script that corrects all of them is not refused again for the rest. */
function inSourceOrder(names: readonly RunError[], types: readonly RunError[]): readonly RunError[] {
  return [...names, ...types.slice(0, Math.max(2, MOST_ERRORS - names.length))].sort((a, b) => {
    const [first, second] = [a.position, b.position];
    return first && second ? first.line - second.line || first.column - second.column : 0;
  });
}
