// The engine as its front doors use it: runs scripts, repeats recorded runs, and tells which tools a script names.
import type { SnapshotRequest, CatalogSnapshot, CatalogTool } from '../catalog/index.ts';
import type { ToolReference, Preparation } from '../checker/index.ts';
import { denialReason } from './consent/approvalRules.ts';
import { invalidRequest, runStart, shownTitle, type ExecuteRequest } from './executeRequest.ts';
import { ToolFinder } from './find/index.ts';
import { ObservedOutputs } from './stores/index.ts';
import type { EngineParts, TypeCheckMode } from './engineParts.ts';
import { checkReferences, neededServers } from './preflight/checkReferences.ts';
import { usesTools } from './preflight/typeErrors.ts';
import { isScriptTool } from './preflight/savedScripts.ts';
import type { RunOutcome } from './runOutcome.ts';
import { replayScript, type ReplayRequest } from './replayScript.ts';
import { cancelled, failed, untilStopped, type Ending } from './runEnding.ts';
import type { RunJournal } from './runJournal.ts';
import { ScriptRun } from './scriptRun.ts';
import { setNewest } from '../base/setNewest.ts';
import { errorMessage } from '../base/errorMessage.ts';

/** Maximum number of prepared scripts; small, since each may have a megabyte. */
const mostPrepared = 8;

export class Engine {
  readonly finder: ToolFinder;
  readonly #parts: EngineParts;
  /** Preparations by code, on which alone they depend; the least recently used is removed first. */
  readonly #prepared = new Map<string, Preparation>();

  constructor(parts: EngineParts) {
    this.finder = new ToolFinder(parts.declarations, parts.validator);
    this.#parts = parts;
  }

  /** Starts the threads and processes that the first run will need, in the background. */
  warm(): void {
    this.#parts.sandbox.warm();
    this.#warmTypes();
  }

  /** Runs one script. Every failure is an outcome; a rejection is a bug. */
  async execute(request: ExecuteRequest): Promise<RunOutcome> {
    const startedAt = performance.now();
    const recorder = this.#parts.journal?.begin(runStart(request, this.#parts.limits()));
    if (recorder?.id !== undefined) request.observer?.onRecorded?.(recorder.id);
    const title = shownTitle(request);
    if (title !== undefined) request.observer?.onTitled?.(title);
    const { caller, signal } = request;
    // A saved script has the same tools as its caller.
    const { usage } = this.#parts.catalog;
    const parts = caller
      ? { ...this.#parts, catalog: { snapshot: () => Promise.resolve(caller.snapshot), usage } }
      : this.#parts;
    const execute = (nested: ExecuteRequest) => this.execute(nested);
    const run = new ScriptRun(
      { parts, finder: this.finder, prepare: (code) => this.#prepare(code, signal), execute },
      request,
      recorder,
    );
    caller?.onRun(() => run.calls());
    const end = async (ending: Ending) => {
      const outcome = run.outcome(ending, performance.now() - startedAt);
      recorder?.ended(outcome);
      const unsaved = await recorder?.saved?.();
      return unsaved === undefined ? outcome : { ...outcome, notes: [...outcome.notes, unsaved] };
    };
    try {
      return await end(await untilStopped(run.execute(), request.signal));
    } catch (cause) {
      if (request.signal.aborted) return await end(cancelled);
      await end(failed({ code: 'sandbox_died', message: `Code Mode failed: ${errorMessage(cause)}` }));
      throw cause;
    }
  }

  /** Repeats a recorded run without a sent call or a question. Every failure is an outcome; a rejection is a bug. */
  replay(request: ReplayRequest): Promise<RunOutcome> {
    return replayScript(this.#parts, (code) => this.#prepare(code, request.signal), request);
  }

  /**
   * Returns the tools that a script names, as far as their servers answer within `timeoutMs`; none if the script cannot
   * run. A later run of the same code uses the prepared script and the threads that start meanwhile.
   */
  async preview(code: unknown, signal: AbortSignal, timeoutMs: number): Promise<readonly CatalogTool[]> {
    if (invalidRequest({ code }, this.#parts.limits())) return [];
    this.#parts.sandbox.warm();
    const preparation = await this.#prepare(String(code), signal);
    if (!preparation.ok) return [];
    const { script } = preparation;
    // If the script names no tools, TypeScript is not loaded now: the sandbox would take twice as long to be ready.
    if (usesTools(script)) this.#warmTypes(script.source);
    const snapshot = await this.#parts.catalog.snapshot({
      servers: neededServers(script),
      signal,
      timeoutMs,
    });
    const { tools } = await checkReferences(script, snapshot, this.#parts.declarations);
    if (tools.some(isScriptTool)) this.#parts.sandbox.warm(2);
    return tools;
  }

  /** Returns the code without its Markdown fence, and the places that name tools; unreadable code as it is. */
  async namedTools(
    code: string,
    signal: AbortSignal,
  ): Promise<{ readonly source: string; readonly named: readonly ToolReference[] }> {
    const preparation = await this.#prepare(code, signal);
    return preparation.ok
      ? { source: preparation.script.source, named: preparation.script.references }
      : { source: code, named: [] };
  }

  /** Returns the tools of all servers, or of the named ones, and starts these servers if needed. */
  async snapshot(request: SnapshotRequest): Promise<CatalogSnapshot> {
    await this.#parts.observed.load();
    return this.#parts.catalog.snapshot(request);
  }

  /** Returns an engine with the catalog of one model or client, and with a separate type check mode if one is given. */
  forModel(catalog: EngineParts['catalog'], typeCheck?: TypeCheckMode): Engine {
    return new Engine({ ...this.#parts, catalog, ...(typeCheck && { typeCheck: () => typeCheck }) });
  }

  /** The journal of runs; undefined if runs are not recorded. */
  get journal(): RunJournal | undefined {
    return this.#parts.journal;
  }

  /** Returns an engine over the tools of one request. It learns nothing, and records runs only in the given journal. */
  over(
    catalog: EngineParts['catalog'],
    own: Pick<Partial<EngineParts>, 'typeCheck' | 'journal'> = {},
  ): Engine {
    const { journal: _journal, media: _media, ...parts } = this.#parts;
    return new Engine({
      ...parts,
      ...own,
      catalog,
      observed: new ObservedOutputs({ enabled: () => false, log: () => undefined }),
    });
  }

  /** Returns the reason why approval rules deny the tool for every caller; undefined if they do not. */
  async denialOf(tool: CatalogTool): Promise<string | undefined> {
    const { action, rule } = await (await this.#parts.approvalRules()).of(tool);
    return action === 'deny' && rule ? `${tool.path} was not called. ${denialReason(rule)}` : undefined;
  }

  /** True if approval rules let a script call a tool that may write without a question. */
  async writesUnasked(): Promise<boolean> {
    return (await this.#parts.approvalRules()).allowsWrites;
  }

  /** Returns the tools for which approval rules ask in each run. */
  async askedEachRun(tools: readonly CatalogTool[]): Promise<ReadonlySet<CatalogTool>> {
    const ruled = await (await this.#parts.approvalRules()).ofAll(tools);
    return new Set(ruled.filter(({ ruling }) => ruling.action === 'askEachRun').map(({ tool }) => tool));
  }

  /** True if scripts of the session stored or kept a value for a later script. Rejects with `SharedStateError`. */
  async keepsFor(session: string): Promise<boolean> {
    const { results, store } = this.#parts;
    const [{ handles }, { keys }] = await Promise.all([results.load(session, []), store.list(session)]);
    return handles.length > 0 || keys.length > 0;
  }

  /** Deletes the values that the scripts of a session kept. */
  forget(session: string): void {
    this.#parts.results.forget(session);
    this.#parts.store.forget(session);
  }

  /** Keeps scripts prepared, since a run of the same code follows a preview. Rejects when `signal` aborts. */
  async #prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    signal.throwIfAborted();
    const preparation = this.#prepared.get(code) ?? (await this.#parts.checker.prepare(code, signal));
    // A failed preparation may be the fault of the thread, so it is not kept.
    if (preparation.ok) setNewest(this.#prepared, code, preparation, mostPrepared);
    return preparation;
  }

  #warmTypes(source?: string): void {
    this.#parts.declarations.warm();
    if (this.#parts.typeCheck() !== 'off') this.#parts.typeChecker.warm(source);
  }
}
