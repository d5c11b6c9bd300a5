// The use case: execute one script, or say beforehand what it would do. The path of one call is described in
// docs/architecture.md; run.ts reads the same.
import type { SnapshotRequest } from '../catalog/catalog.ts';
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { PreparedScript } from '../checker/checkedScript.ts';
import { Declarations } from '../declarations/declarations.ts';
import { needsApproval } from './approval.ts';
import { checkReferences } from './beforeRun/checkReferences.ts';
import type { EngineParts, RunParts } from './engineParts.ts';
import { invalidRequest, type ExecuteRequest } from './executeRequest.ts';
import { InputValidator } from './input/inputValidator.ts';
import { cancelled, Run } from './run.ts';
import type { RunError, RunOutcome } from './runOutcome.ts';
import { serversOf } from './beforeRun/serversOf.ts';
import { ToolFinder } from './find/toolFinder.ts';
import { findTypeErrors } from './beforeRun/typeErrors.ts';

/** What a script would do, for the person who is asked to allow it. */
export interface Preview {
  /** Why it will not run; empty when it may. */
  readonly problems: readonly RunError[];
  /** The tools it names. */
  readonly tools: readonly CatalogTool[];
  /** Those of them that somebody has to allow. */
  readonly writes: readonly CatalogTool[];
  /** It reaches tools in a way that only shows when it runs. */
  readonly dynamic: boolean;
  /** Servers it names that have not answered yet, so that nobody knows what their tools do. */
  readonly undecided: readonly string[];
}

export class Engine {
  /** Finds and describes tools of a snapshot. */
  readonly finder: ToolFinder;
  readonly #parts: RunParts;

  constructor(parts: EngineParts) {
    const validator = new InputValidator();
    this.finder = new ToolFinder(parts.declarations, validator);
    this.#parts = { ...parts, validator, finder: this.finder, declared: new Declarations() };
  }

  /** Starts in the background what the first run will need. */
  warm(): void {
    this.#parts.sandbox.warm();
    if (this.#parts.typeCheck() !== 'off') this.#parts.typeChecker.warm();
  }

  /** Runs one script. Every failure is an outcome; a rejection is a bug. */
  async execute(request: ExecuteRequest): Promise<RunOutcome> {
    const startedAt = performance.now();
    const run = new Run(this.#parts, request);
    try {
      return run.outcome(await run.execute(), performance.now() - startedAt);
    } catch (cause) {
      if (!request.signal.aborted) throw cause;
      return run.outcome(cancelled, performance.now() - startedAt);
    }
  }

  /** Reads a script without running it. Servers that take longer than `withinMs` are reported as undecided. */
  async preview(code: unknown, signal: AbortSignal, withinMs: number): Promise<Preview> {
    const nothing = { tools: [], writes: [], dynamic: false, undecided: [] };
    const invalid = invalidRequest({ code }, this.#parts.limits());
    if (invalid) return { ...nothing, problems: [invalid] };
    const preparation = await this.#parts.checker.prepare(String(code), signal);
    if (!preparation.ok) return { ...nothing, problems: preparation.problems };
    const { script } = preparation;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const snapshot = await this.#parts.catalog.snapshot({ servers: serversOf(script), signal, withinMs });
    const undecided = snapshot.servers.filter(isUndecided);
    const { tools, problems } = await checkReferences(script, snapshot, this.#parts.declarations);
    const writes = tools.filter(needsApproval);
    const refused = undecided.length > 0 ? problems.filter(({ code: problem }) => problem !== 'server_unavailable') : problems;
    // Nobody is to be asked about a script that will not run; what nobody is asked about is checked when it runs.
    const mayCheckTypes = problems.length === 0 && (writes.length > 0 || script.dynamic) && this.#parts.typeCheck() === 'error';
    return {
      problems: mayCheckTypes ? await this.#typeErrorsInTime(script, tools, snapshot, inTime) : refused,
      tools,
      writes,
      dynamic: script.dynamic,
      undecided: undecided.map((server) => server.namespace),
    };
  }

  /** None when they are not known in time: the run will tell. */
  async #typeErrorsInTime(script: PreparedScript, tools: readonly CatalogTool[], snapshot: CatalogSnapshot, inTime: AbortSignal) {
    try {
      return await findTypeErrors(this.#parts, script, tools, snapshot, inTime);
    } catch (cause) {
      if (!inTime.aborted) throw cause;
      return [];
    }
  }

  /** The tools of all servers (started if need be), or of the named ones. */
  async snapshot(request: SnapshotRequest): Promise<CatalogSnapshot> {
    await this.#parts.observed.load();
    return this.#parts.catalog.snapshot(request);
  }
}

/** It has no tools yet, and may have them when the script runs: then a person may be asked for what it needs. */
function isUndecided({ listed, state, cachedAt }: CatalogServer): boolean {
  return listed && cachedAt === undefined && (state === 'starting' || state === 'needs_input' || state === 'needs_sign_in');
}
