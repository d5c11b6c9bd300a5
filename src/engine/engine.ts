// The use case: execute one script. The path of one call is described in docs/architecture.md and reads the same here.
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../catalog/json.ts';
import type { ContentBlock } from '../catalog/toolSource.ts';
import type { Checker, PreparedScript } from '../checker/checkedScript.ts';
import type { TypeChecker } from '../checker/types/typeCheck.ts';
import { Declarations } from '../declarations/declarations.ts';
import type { ObservedOutputs } from '../runs/observedOutputs.ts';
import type { ResultStore } from '../runs/resultStore.ts';
import type { SessionStore } from '../runs/sessionStore.ts';
import type { LogEntry, Sandbox, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import type { Approver } from './approval.ts';
import { Builtins } from './builtins.ts';
import { checkReferences } from './checkReferences.ts';
import { invalidRequest } from './executeRequest.ts';
import { explainFailure, type FailedRun } from './explainFailure.ts';
import { InputValidator } from './inputValidator.ts';
import type { RunError, RunOutcome } from './runOutcome.ts';
import { ToolCalls, type CallObserver } from './toolCalls.ts';
import { ToolFinder } from './toolFinder.ts';
import { findTypeErrors, usesTools, type TypeCheckMode } from './typeErrors.ts';

export interface EngineParts {
  readonly catalog: Catalog;
  readonly checker: Checker;
  readonly typeChecker: TypeChecker;
  readonly sandbox: Sandbox;
  readonly declarations: Declarations;
  readonly results: ResultStore;
  readonly store: SessionStore;
  readonly observed: ObservedOutputs;
  /** Read at each run, so that a changed setting counts from the next run on. */
  readonly limits: () => SandboxLimits;
  /** Read at each run, too. */
  readonly typeCheck: () => TypeCheckMode;
}

/** What a running script does, as it happens. */
export interface RunObserver extends CallObserver {
  onLog?(entry: LogEntry): void;
}

export interface ExecuteRequest {
  /** As it came: checked by the engine. */
  readonly code: unknown;
  readonly args?: unknown;
  /** Wall-clock limit of the script in milliseconds, 1 to 600,000; the setting's unless told. */
  readonly timeoutMs?: unknown;
  /** Whose store and kept results this run sees: one chat, one scratch file. */
  readonly session: string;
  readonly approver: Approver;
  readonly observer?: RunObserver;
  readonly signal: AbortSignal;
}

/** What a script would do, for the person who is asked to allow it. */
export interface Preview {
  /** Why it will not run; empty when it may. */
  readonly problems: readonly RunError[];
  /** The tools it names. */
  readonly tools: readonly CatalogTool[];
  /** Those of them that can write. */
  readonly writes: readonly CatalogTool[];
  /** It reaches tools in a way that only shows when it runs. */
  readonly dynamic: boolean;
  /** Servers it names that have not answered yet, so that nobody knows what their tools do. */
  readonly undecided: readonly string[];
}

/** With what the engine itself keeps from run to run. */
interface RunParts extends EngineParts {
  readonly validator: InputValidator;
  readonly finder: ToolFinder;
  readonly declared: Declarations;
}

/** How long advice on a wrong name may wait for servers that nobody has used yet. */
const ADVICE_MS = 5_000;

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
    const undecided = snapshot.servers.filter((server) => server.listed && server.error !== undefined && server.state === 'starting');
    const { tools, problems } = await checkReferences(script, snapshot, this.#parts.declarations);
    const writes = tools.filter((tool) => !tool.readOnly);
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
  async snapshot(servers: 'all' | readonly string[], signal: AbortSignal): Promise<CatalogSnapshot> {
    await this.#parts.observed.load();
    return this.#parts.catalog.snapshot({ servers, signal });
  }
}

type Ending = { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly errors: readonly RunError[] };

const cancelled: Ending = {
  ok: false,
  errors: [{ code: 'cancelled', message: 'The run was cancelled.', hint: 'Run it again only if the user wants it.' }],
};

/** One run, from the code to its ending. Holds what the run has gathered, so that a cancelled run can still tell. */
class Run {
  readonly #parts: RunParts;
  readonly #request: ExecuteRequest;
  readonly #logs: LogEntry[] = [];
  readonly #displays: ContentBlock[] = [];
  #warnings: readonly RunError[] = [];
  #calls: ToolCalls | undefined;

  constructor(parts: RunParts, request: ExecuteRequest) {
    this.#parts = parts;
    this.#request = request;
  }

  async execute(): Promise<Ending> {
    const { catalog, checker, declarations, typeChecker } = this.#parts;
    const { signal } = this.#request;
    const typeCheck = this.#parts.typeCheck();
    const invalid = invalidRequest(this.#request, this.#parts.limits());
    if (invalid) return failed(invalid);

    this.#parts.sandbox.warm();
    await this.#parts.observed.load();
    const preparation = await checker.prepare(String(this.#request.code), signal);
    if (!preparation.ok) return failed(...preparation.problems);
    const { script } = preparation;

    // TypeScript is loaded while servers start.
    const checksTypes = typeCheck !== 'off' && usesTools(script);
    if (checksTypes) typeChecker.warm();
    const snapshot = await catalog.snapshot({ servers: serversOf(script), signal });
    const { tools, problems, mentions, nothingIsNear } = await checkReferences(script, snapshot, declarations);
    if (nothingIsNear) return failed(...(await this.#searchEverywhere(script)));
    if (problems.length > 0) return failed(...problems);
    const typeErrors = checksTypes ? await findTypeErrors(this.#parts, script, tools, snapshot, signal) : [];
    if (typeErrors.length > 0 && typeCheck === 'error') return failed(...typeErrors);
    this.#warnings = typeErrors;

    const approved = await this.#approve(script, tools);
    if (!approved.granted) {
      return failed({ code: 'denied', message: approved.reason, hint: 'Nothing was run. Ask the user before trying again.' });
    }
    return this.#runInSandbox(script, snapshot, tools, mentions);
  }

  outcome(ending: Ending, durationMs: number): RunOutcome {
    return {
      ok: ending.ok,
      value: ending.ok ? ending.value : undefined,
      errors: ending.ok ? [] : ending.errors,
      warnings: this.#warnings,
      logs: this.#logs,
      notes: this.#calls?.notes() ?? [],
      calls: this.#calls?.records() ?? [],
      displays: this.#displays,
      durationMs,
    };
  }

  /** What is wrong with a script that names what is not there nor similar: any server may have the tool it wants. */
  async #searchEverywhere(script: PreparedScript): Promise<readonly RunError[]> {
    const { catalog, declarations } = this.#parts;
    const snapshot = await catalog.snapshot({ servers: 'all', signal: this.#request.signal, withinMs: ADVICE_MS });
    return (await checkReferences(script, snapshot, declarations)).problems;
  }

  async #approve(script: PreparedScript, tools: readonly CatalogTool[]) {
    const writes = tools.filter((tool) => !tool.readOnly);
    if (writes.length === 0) return { granted: true } as const;
    return this.#request.approver.approveRun(script.source, writes, this.#request.signal);
  }

  async #runInSandbox(
    script: PreparedScript,
    snapshot: CatalogSnapshot,
    approved: readonly CatalogTool[],
    mentions: FailedRun['mentions'],
  ): Promise<Ending> {
    const { catalog, declarations, validator, finder, results, store, observed, sandbox, limits } = this.#parts;
    const { session, approver, observer = {}, signal, args, timeoutMs } = this.#request;
    const calls = new ToolCalls({
      ...{ snapshot, declarations, validator, approver, approved, observer, usage: catalog.usage },
      observe: observed.observe.bind(observed),
    });
    const builtins = new Builtins(snapshot, finder, store, session);
    this.#calls = calls;

    const outcome = await sandbox.run(
      {
        body: script.body,
        args: (args ?? {}) as JsonObject, // checked by invalidRequest
        results: Object.fromEntries(script.resultHandles.flatMap((handle) => kept(handle, results.get(session, handle)))),
        names: Object.fromEntries(snapshot.servers.map((server) => [server.namespace, server.tools.map((tool) => tool.method)])),
      },
      {
        call: (call, context) => (call.target === 'codemode' ? builtins.answer(call) : calls.answer(call, context)),
        log: (entry) => {
          this.#logs.push(entry);
          observer.onLog?.(entry);
        },
        display: (block) => this.#displays.push(block),
        progress: (message, fraction) => observer.onProgress?.(message, fraction),
      },
      { ...limits(), ...(typeof timeoutMs === 'number' && { wallMs: timeoutMs }) },
      signal,
    );
    return outcome.ok ? outcome : failed(explainFailure(outcome.failure, { script, calls: calls.records(), mentions }));
  }
}

/** A script that names its tools needs only their servers; one that computes names, or searches, needs all. */
function serversOf(script: PreparedScript): 'all' | readonly string[] {
  return script.dynamic || script.searches ? 'all' : [...new Set(script.references.map((reference) => reference.server))];
}

function kept(handle: string, value: JsonValue | undefined): [string, JsonValue][] {
  return value === undefined ? [] : [[handle, value]];
}

function failed(...errors: readonly RunError[]): Ending {
  return { ok: false, errors };
}
