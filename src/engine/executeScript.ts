// The use case: execute one script, or say beforehand which tools it names. The path of one call is described in
// docs/architecture.md; run.ts reads the same.
import type { SnapshotRequest } from '../catalog/catalog.ts';
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import { checkReferences } from './preflight/checkReferences.ts';
import type { EngineParts, RunParts } from './engineParts.ts';
import { invalidRequest, type ExecuteRequest } from './executeRequest.ts';
import { cancelled, Run, type Ending } from './run.ts';
import type { RunOutcome } from './runOutcome.ts';
import { serversOf } from './preflight/serversOf.ts';
import { ToolFinder } from './find/toolFinder.ts';

/** How long a run that is stopped may take to end by itself, with what it knows of its calls. */
const STOP_MS = 200;

export class Engine {
  /** Finds and describes tools of a snapshot. */
  readonly finder: ToolFinder;
  readonly #parts: RunParts;

  constructor(parts: EngineParts) {
    this.finder = new ToolFinder(parts.declarations, parts.validator);
    this.#parts = { ...parts, finder: this.finder };
  }

  /** Starts in the background what the first run will need. */
  warm(): void {
    this.#parts.sandbox.warm();
    this.#parts.declarations.warm();
    if (this.#parts.typeCheck() !== 'off') this.#parts.typeChecker.warm();
  }

  /** Runs one script. Every failure is an outcome; a rejection is a bug. */
  async execute(request: ExecuteRequest): Promise<RunOutcome> {
    const startedAt = performance.now();
    const run = new Run(this.#parts, request);
    try {
      const ending = await untilStopped(run.execute(), request.signal);
      return run.outcome(ending, performance.now() - startedAt);
    } catch (cause) {
      if (!request.signal.aborted) throw cause;
      return run.outcome(cancelled, performance.now() - startedAt);
    }
  }

  /** The tools that a script names, as far as its servers answer within `withinMs`; none of a script that will not run. */
  async preview(code: unknown, signal: AbortSignal, withinMs: number): Promise<readonly CatalogTool[]> {
    if (invalidRequest({ code }, this.#parts.limits())) return [];
    const preparation = await this.#parts.checker.prepare(String(code), signal);
    if (!preparation.ok) return [];
    const { script } = preparation;
    const snapshot = await this.#parts.catalog.snapshot({ servers: serversOf(script), signal, withinMs });
    return (await checkReferences(script, snapshot, this.#parts.declarations)).tools;
  }

  /** The tools of all servers (started if need be), or of the named ones. */
  async snapshot(request: SnapshotRequest): Promise<CatalogSnapshot> {
    await this.#parts.observed.load();
    return this.#parts.catalog.snapshot(request);
  }
}

/** What a run ends with; soon after it is stopped it counts as cancelled, whatever it still waits for. */
async function untilStopped(execution: Promise<Ending>, signal: AbortSignal): Promise<Ending> {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<Ending>();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => giveUp(cancelled), STOP_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([execution, given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
