// One run. It reads like docs/architecture.md, "The path of one executeCode": checked, looked up, allowed, run.
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../catalog/json.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { PreparedScript } from '../checker/checkedScript.ts';
import type { LogEntry } from '../sandbox/host/sandboxPort.ts';
import { adviceAfter, type Approval } from './approval.ts';
import { Builtins } from './calls/builtins.ts';
import { checkReferences, type CheckedReferences } from './beforeRun/checkReferences.ts';
import { needsApproval, toolUses } from './consent/toolUses.ts';
import type { RunParts } from './engineParts.ts';
import { invalidRequest, type ExecuteRequest, type RunObserver } from './executeRequest.ts';
import { advice } from './wording/advice.ts';
import { explainFailure, type FailedRun } from './wording/explainFailure.ts';
import { RunMessages } from './runMessages.ts';
import type { RunError, RunOutcome } from './runOutcome.ts';
import { serversOf } from './beforeRun/serversOf.ts';
import { ToolCalls } from './calls/toolCalls.ts';
import { usesTools } from './beforeRun/typeErrors.ts';
import { fieldAdvice, findTypeProblems } from './beforeRun/unseenFields.ts';

/** Wrong names are told all; at least two wrong types are. */
const MOST_ERRORS = 5;
/** How long advice on a wrong name may wait for servers that nobody has used yet. */
const ADVICE_MS = 5_000;

export type Ending =
  { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly errors: readonly RunError[] };

/** What the run will see, and what is wrong with the script against it. */
interface Checked extends CheckedReferences {
  readonly snapshot: CatalogSnapshot;
  readonly typeErrors: readonly RunError[];
  /** What answers so far speak against. */
  readonly typeWarnings: readonly RunError[];
}

export const cancelled: Ending = {
  ok: false,
  errors: [{ code: 'cancelled', message: 'The run was cancelled.', hint: advice.runAgainIfWanted.model }],
};

/** One run, from the code to its ending. Holds what the run has gathered, so that a cancelled run can still tell. */
export class Run {
  readonly #parts: RunParts;
  readonly #request: ExecuteRequest;
  readonly #logs: LogEntry[] = [];
  readonly #displays: ContentBlock[] = [];
  readonly #messages = new RunMessages();
  #warnings: readonly RunError[] = [];
  #notes: readonly string[] = [];
  #calls: ToolCalls | undefined;

  constructor(parts: RunParts, request: ExecuteRequest) {
    this.#parts = parts;
    this.#request = request;
  }

  async execute(): Promise<Ending> {
    const { checker, typeChecker } = this.#parts;
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
    if (checksTypes) typeChecker.warm(script.source);
    const { snapshot, tools, problems, mentions, nothingIsNear, typeErrors, typeWarnings } = await this.#check(script, checksTypes);
    const stops = typeCheck === 'error' ? typeErrors : [];
    this.#warnings = typeCheck === 'error' ? typeWarnings : [...typeErrors, ...typeWarnings];
    const named = nothingIsNear ? await this.#searchEverywhere(script) : problems;
    if (named.length + stops.length > 0) return failed(...inSourceOrder(named, stops));

    const approval = await this.#approve(script, tools, mentions);
    if (!approval.granted) {
      const { why, reason } = approval;
      return why === 'cancelled' ? cancelled : failed({ code: 'denied', message: reason, hint: adviceAfter(why) });
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
      notes: [...this.#notes, ...(this.#calls?.notes() ?? [])],
      calls: this.#calls?.records() ?? [],
      forUser: this.#messages.allForUser(),
      progress: this.#messages.allProgress(),
      displays: this.#displays,
      durationMs,
    };
  }

  /** The front door's, and what is kept for the outcome. */
  #observer(): RunObserver {
    const { observer = {} } = this.#request;
    return {
      onLog: (entry) => observer.onLog?.(entry),
      onCallStarted: (call) => observer.onCallStarted?.(call),
      onCallEnded: (record, exchange) => observer.onCallEnded?.(record, exchange),
      onProgress: (message, fraction, sequence) => {
        this.#messages.progress(message, fraction);
        observer.onProgress?.(message, fraction, sequence);
      },
      onForUser: (path, text) => {
        this.#messages.forUser(path, text);
        observer.onForUser?.(path, text);
      },
    };
  }

  /** Against what the servers listed earlier, and again against what they list now where that may be what is wrong. */
  async #check(script: PreparedScript, checksTypes: boolean): Promise<Checked> {
    const { catalog } = this.#parts;
    const { signal } = this.#request;
    const servers = serversOf(script);
    // The servers that a script names are meant; who needs all of them means none in particular.
    const request = { servers, signal, mayAsk: servers !== 'all' };
    const checked = await this.#checkAgainst(await catalog.snapshot(request), script, checksTypes);
    const isRight = checked.problems.length === 0 && checked.typeErrors.length === 0;
    if (isRight || checked.snapshot.servers.every(({ cachedAt }) => cachedAt === undefined)) return checked;
    const fresh = [...new Set(script.references.map(({ server }) => server))];
    return this.#checkAgainst(await catalog.snapshot({ ...request, fresh }), script, checksTypes);
  }

  async #checkAgainst(snapshot: CatalogSnapshot, script: PreparedScript, checksTypes: boolean): Promise<Checked> {
    const references = await checkReferences(script, snapshot, this.#parts.declarations);
    // What is wrong by cached lists is looked at once more by what servers list now: types count then.
    const isFinal = references.problems.length === 0 || snapshot.servers.every(({ cachedAt }) => cachedAt === undefined);
    const worthIt = checksTypes && isFinal;
    const checked = { script, tools: references.tools, snapshot };
    const { errors, warnings } = worthIt
      ? await findTypeProblems(this.#parts, checked, this.#request.signal)
      : { errors: [], warnings: [] };
    return { ...references, snapshot, typeErrors: errors, typeWarnings: warnings };
  }

  /** What is wrong with a script that names what is not there nor similar: any server may have the tool it wants. */
  async #searchEverywhere(script: PreparedScript): Promise<readonly RunError[]> {
    const { catalog, declarations } = this.#parts;
    const snapshot = await catalog.snapshot({ servers: 'all', signal: this.#request.signal, withinMs: ADVICE_MS });
    return (await checkReferences(script, snapshot, declarations)).problems;
  }

  async #approve({ source }: PreparedScript, tools: readonly CatalogTool[], mentions: FailedRun['mentions']): Promise<Approval> {
    if (!tools.some(needsApproval)) return { granted: true };
    const uses = toolUses(source, tools, mentions);
    const writes = uses.map(({ tool }) => tool).filter(needsApproval);
    const { approver, signal, args } = this.#request;
    // A run that was given up meanwhile asks nothing.
    signal.throwIfAborted();
    const given = args === undefined ? {} : { args: args as JsonObject }; // checked by invalidRequest
    return approver.approveRun({ source, ...given, uses, writes }, signal);
  }

  async #runInSandbox(
    script: PreparedScript,
    snapshot: CatalogSnapshot,
    approved: readonly CatalogTool[],
    mentions: FailedRun['mentions'],
  ): Promise<Ending> {
    const { catalog, declarations, validator, finder, results, store, observed, sandbox, limits } = this.#parts;
    const { session, approver, signal, args, timeoutMs, origin } = this.#request;
    const observer = this.#observer();
    const calls = new ToolCalls({
      ...{ source: script.source, snapshot, declarations, validator, approver, approved, observer, origin, usage: catalog.usage },
      observe: observed.observe.bind(observed),
    });
    this.#notes = lostResults(script.resultHandles, results.handles(session));
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
        progress: (message, fraction) => observer.onProgress?.(message, fraction, undefined),
      },
      { ...limits(), ...(typeof timeoutMs === 'number' && { wallMs: timeoutMs }) },
      signal,
    );
    if (outcome.ok) return outcome;
    const { message, position: at } = outcome.failure;
    const advice =
      this.#parts.typeCheck() === 'off'
        ? undefined
        : await fieldAdvice(this.#parts, { script, tools: approved, snapshot }, { message, position: at && script.toSource(at) }, signal);
    return failed(
      explainFailure(outcome.failure, { script, calls: calls.records(), mentions, ...(advice !== undefined && { fieldAdvice: advice }) }),
    );
  }
}

/** Errors of both kinds: a script that is corrected by all of them is not refused again for the rest. */
function inSourceOrder(names: readonly RunError[], types: readonly RunError[]): readonly RunError[] {
  return [...names, ...types.slice(0, Math.max(2, MOST_ERRORS - names.length))].sort((a, b) => {
    const [first, second] = [a.position, b.position];
    return first && second ? first.line - second.line || first.column - second.column : 0;
  });
}

function kept(handle: string, value: JsonValue | undefined): [string, JsonValue][] {
  return value === undefined ? [] : [[handle, value]];
}

/** What is read as `undefined` because it was never kept, or no longer is. */
function lostResults(named: readonly string[], kept: readonly string[]): readonly string[] {
  const others = kept.length > 0 ? `Kept are ${kept.slice(-10).join(', ')}.` : 'None is kept: run the script again whose result it was.';
  return named.filter((handle) => !kept.includes(handle)).map((handle) => `There is no codemode.results.${handle}. ${others}`);
}

function failed(...errors: readonly RunError[]): Ending {
  return { ok: false, errors };
}
