// The use case: execute one script, or say beforehand which tools it names. It reads like docs/internals.md, "The path of one
// executeCode": prepared, checked, allowed, run.
import type { Catalog, SnapshotRequest } from '../catalog/catalog.ts';
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../catalog/json.ts';
import type { Checker, Preparation, PreparedScript } from '../checker/checkedScript.ts';
import type { TypeChecker } from '../checker/types/typeCheck.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { ObservedMedia } from '../storage/observedMedia.ts';
import type { ObservedOutputs } from '../storage/observedOutputs.ts';
import type { ResultStore } from '../storage/resultStore.ts';
import type { SessionStore } from '../storage/sessionStore.ts';
import type { Sandbox, SandboxFailure, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import { adviceAfter, type Approval } from './approval.ts';
import { Builtins } from './calls/builtins.ts';
import { ToolCalls } from './calls/toolCalls.ts';
import { UnsentCalls } from './calls/unsentCalls.ts';
import { denialReason, type ApprovalRules } from './consent/approvalRules.ts';
import { askedTools, toolUses } from './consent/toolUses.ts';
import { FlowGuard } from './flow/flowGuard.ts';
import type { FlowRules } from './flow/flowRules.ts';
import { invalidRequest, type ExecuteRequest } from './executeRequest.ts';
import { ToolFinder } from './find/toolFinder.ts';
import { explainFailure } from './formatting/explainFailure.ts';
import type { InputValidator } from './input/inputValidator.ts';
import { checkReferences, serversOf } from './preflight/checkReferences.ts';
import { checkScript, type ScriptCheck } from './preflight/checkScript.ts';
import type { TypeCheckMode } from './preflight/typeErrors.ts';
import { fieldAdvice } from './preflight/unseenFields.ts';
import type { CallRecord, DryRunReason, RunError, RunOutcome } from './runOutcome.ts';
import { cancelled, failed, untilStopped, type Ending } from './runEnding.ts';
import { RunTranscript } from './runTranscript.ts';

export interface EngineParts {
  readonly catalog: Pick<Catalog, 'snapshot' | 'usage'>;
  readonly checker: Checker;
  readonly typeChecker: TypeChecker;
  readonly sandbox: Sandbox;
  readonly declarations: Declarations;
  /** The same for the type check: without observed outputs, since what was never seen may still come. */
  readonly declared: Declarations;
  readonly validator: InputValidator;
  readonly results: ResultStore;
  readonly store: SessionStore;
  readonly observed: ObservedOutputs;
  /** Hears which tools answer with images or audio. */
  readonly media?: Pick<ObservedMedia, 'observe'>;
  /** Read at each run, so that a changed setting counts from the next run on. */
  readonly limits: () => SandboxLimits;
  /** Read at each run, too. */
  readonly typeCheck: () => TypeCheckMode;
  /** Read at each run, too. */
  readonly approvalRules: () => Promise<ApprovalRules>;
  /** Read at each run, too: between which tools values are watched. */
  readonly flowRules: () => FlowRules;
}

/** Scripts that stay prepared: a preview is followed by the run of the same code. Each may be a megabyte. */
const MOST_PREPARED = 4;

export class Engine {
  /** Finds and describes tools of a snapshot. */
  readonly finder: ToolFinder;
  readonly #parts: EngineParts;
  /** By code, on which alone it depends; the one used longest ago goes first. */
  readonly #prepared = new Map<string, Preparation>();

  constructor(parts: EngineParts) {
    this.finder = new ToolFinder(parts.declarations, parts.validator);
    this.#parts = parts;
  }

  /** Starts in the background what the first run will need; of `code` that names no tools, without what their types take. */
  warm(code?: unknown): void {
    this.#parts.sandbox.warm();
    // Loading TypeScript beside it would double the time until the sandbox is ready.
    if (typeof code === 'string' && !code.includes('tools') && !code.includes('codemode')) return;
    this.#parts.declarations.warm();
    if (this.#parts.typeCheck() !== 'off') this.#parts.typeChecker.warm();
  }

  /** Runs one script. Every failure is an outcome; a rejection is a bug. */
  async execute(request: ExecuteRequest): Promise<RunOutcome> {
    const startedAt = performance.now();
    const run = new Run(this.#parts, this.finder, (code) => this.#prepare(code, request.signal), request);
    try {
      const ending = await untilStopped(run.execute(), request.signal);
      return run.outcome(ending, performance.now() - startedAt);
    } catch (cause) {
      if (!request.signal.aborted) throw cause;
      return run.outcome(cancelled, performance.now() - startedAt);
    }
  }

  /**
   * The tools that a script names, as far as its servers answer within `timeoutMs`; none of a script that will not run. A run of the same
   * code that follows uses what was prepared here.
   */
  async preview(code: unknown, signal: AbortSignal, timeoutMs: number): Promise<readonly CatalogTool[]> {
    if (invalidRequest({ code }, this.#parts.limits())) return [];
    const preparation = await this.#prepare(String(code), signal);
    if (!preparation.ok) return [];
    const { script } = preparation;
    const snapshot = await this.#parts.catalog.snapshot({ servers: serversOf(script), signal, timeoutMs });
    return (await checkReferences(script, snapshot, this.#parts.declarations)).tools;
  }

  /** The tools of all servers (started if need be), or of the named ones. */
  async snapshot(request: SnapshotRequest): Promise<CatalogSnapshot> {
    await this.#parts.observed.load();
    return this.#parts.catalog.snapshot(request);
  }

  /** The same engine for one model or client: over the catalog as it has it, with a type check of its own where one is given. */
  forModel(catalog: EngineParts['catalog'], typeCheck?: TypeCheckMode): Engine {
    return new Engine({ ...this.#parts, catalog, ...(typeCheck && { typeCheck: () => typeCheck }) });
  }

  /** Why approval rules deny the tool, whoever calls it; undefined where they do not. */
  async denialOf(tool: CatalogTool): Promise<string | undefined> {
    const { action, rule } = await (await this.#parts.approvalRules()).of(tool);
    return action === 'deny' && rule ? `${tool.path} was not called. ${denialReason(rule)}` : undefined;
  }

  /** Those of the tools that approval rules ask for in each run. */
  async askedEachRun(tools: readonly CatalogTool[]): Promise<ReadonlySet<CatalogTool>> {
    const ruled = await (await this.#parts.approvalRules()).ofAll(tools);
    return new Set(ruled.filter(({ ruling }) => ruling.action === 'askEachRun').map(({ tool }) => tool));
  }

  /** Drops what the scripts of a session kept. */
  forget(session: string): void {
    this.#parts.results.forget(session);
    this.#parts.store.forget(session);
  }

  async #prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    signal.throwIfAborted();
    const preparation = this.#prepared.get(code) ?? (await this.#parts.checker.prepare(code, signal));
    this.#prepared.delete(code);
    // What could not be read may be the thread's fault, and is read again.
    if (preparation.ok) this.#prepared.set(code, preparation);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > MOST_PREPARED && oldest !== undefined) this.#prepared.delete(oldest);
    return preparation;
  }
}

/** Holds what the run has gathered, so that a cancelled run still has an outcome. */
class Run {
  readonly #parts: EngineParts;
  readonly #finder: ToolFinder;
  readonly #prepare: (code: string) => Promise<Preparation>;
  readonly #request: ExecuteRequest;
  readonly #transcript: RunTranscript;
  #warnings: readonly RunError[] = [];
  #notes: readonly string[] = [];
  #calls: ToolCalls | undefined;
  #mentions: ScriptCheck['mentions'] = new Map();
  #dryRun: DryRunReason | undefined;

  constructor(parts: EngineParts, finder: ToolFinder, prepare: (code: string) => Promise<Preparation>, request: ExecuteRequest) {
    this.#parts = parts;
    this.#finder = finder;
    this.#prepare = prepare;
    this.#request = request;
    this.#transcript = new RunTranscript(request.observer);
    if (request.dryRun === true) this.#dryRun = 'requested';
  }

  async execute(): Promise<Ending> {
    const { code, signal } = this.#request;
    const mode = this.#parts.typeCheck();
    const invalid = invalidRequest(this.#request, this.#parts.limits());
    if (invalid) return failed(invalid);

    this.#parts.sandbox.warm();
    await this.#parts.observed.load();
    const preparation = await this.#prepare(String(code));
    if (!preparation.ok) return failed(...preparation.problems);
    const { script } = preparation;

    const check = await checkScript(this.#parts, script, mode, signal);
    this.#warnings = check.warnings;
    this.#mentions = check.mentions;
    if (check.errors.length > 0) return failed(...check.errors);

    const rules = await this.#parts.approvalRules();
    const approval = await this.#approve(script, check, rules);
    const wantsDryRun = !approval.granted && approval.why === 'dryRun';
    if (wantsDryRun) this.#dryRun ??= 'chosen';
    else if (!approval.granted) {
      const { why, reason } = approval;
      return why === 'cancelled' ? cancelled : failed({ code: 'denied', message: reason, hint: adviceAfter[why] });
    }
    // Who chose a dry run has allowed nothing: what is sent and asked for, each call asks for.
    return this.#runInSandbox(script, check, rules, wantsDryRun ? [] : check.tools);
  }

  outcome(ending: Ending, durationMs: number): RunOutcome {
    return {
      ok: ending.ok,
      ...(this.#dryRun && { dryRun: this.#dryRun }),
      value: ending.ok ? ending.value : undefined,
      errors: ending.ok ? [] : ending.errors,
      warnings: this.#warnings,
      notes: [...this.#notes, ...(this.#calls?.notes() ?? [])],
      calls: (this.#calls?.records() ?? []).map((call) => this.#withLines(call)),
      ...this.#transcript.all(),
      durationMs,
    };
  }

  #withLines(call: CallRecord): CallRecord {
    if (call.state !== 'dry_run') return call;
    const lines = new Set((this.#mentions.get(call.path) ?? []).map(({ line }) => line));
    return { ...call, lines: [...lines].sort((a, b) => a - b) };
  }

  async #approve({ source, dynamic }: PreparedScript, { tools, mentions }: ScriptCheck, rules: ApprovalRules): Promise<Approval> {
    // What a dry run does not send needs no yes.
    const ruled = await rules.ofAll(tools.filter((tool) => tool.readOnly || !this.#dryRun));
    if (askedTools(ruled).length === 0) return { granted: true };
    const uses = toolUses(source, ruled, mentions, dynamic);
    const { approver, signal } = this.#request;
    // A run that was given up meanwhile asks nothing.
    signal.throwIfAborted();
    const args = this.#args();
    return approver.approveRun({ source, ...(args && { args }), uses, asked: askedTools(uses) }, signal);
  }

  async #runInSandbox(script: PreparedScript, check: ScriptCheck, rules: ApprovalRules, approved: readonly CatalogTool[]): Promise<Ending> {
    const { catalog, declarations, validator, results, store, observed, media, sandbox, limits } = this.#parts;
    const { session, approver, signal, timeoutMs, invocationToken } = this.#request;
    const { snapshot } = check;
    const transcript = this.#transcript;
    const flowRules = this.#parts.flowRules();
    const calls = new ToolCalls({
      ...{ source: script.source, snapshot, declarations, validator, approver, approved, rules, invocationToken },
      // What a dry run stores is not there in later runs.
      builtins: new Builtins(snapshot, this.#finder, this.#dryRun ? store.copyOf(session) : store, session),
      ...(this.#dryRun && { unsent: new UnsentCalls() }),
      ...(!flowRules.isEmpty && { flows: new FlowGuard(flowRules, script.source, this.#args()) }),
      ...{ observer: transcript.observer, usage: catalog.usage, observe: observed.observe.bind(observed), ...(media && { media }) },
    });
    this.#calls = calls;
    this.#notes = lostResults(script.resultHandles, results.handles(session));
    const outcome = await sandbox.run(
      {
        body: script.body,
        args: this.#args() ?? {},
        results: Object.fromEntries(script.resultHandles.flatMap((handle) => kept(handle, results.get(session, handle)))),
        names: Object.fromEntries(snapshot.servers.map((server) => [server.namespace, server.tools.map((tool) => tool.method)])),
      },
      {
        call: calls.answer,
        log: (entry) => transcript.observer.onLog(entry),
        display: (block) => transcript.display(block),
        progress: (message, fraction) => transcript.observer.onProgress(message, fraction, undefined),
      },
      { ...limits(), ...(typeof timeoutMs === 'number' && { wallMs: timeoutMs }) },
      signal,
    );
    return outcome.ok ? outcome : failed(await this.#explain(outcome.failure, script, check));
  }

  async #explain(failure: SandboxFailure, script: PreparedScript, { snapshot, tools, mentions }: ScriptCheck): Promise<RunError> {
    const { message, position: at } = failure;
    const thrown = { message, position: at && script.toSource(at) };
    const aboutField =
      this.#parts.typeCheck() === 'off'
        ? undefined
        : await fieldAdvice(this.#parts, { script, tools, snapshot }, thrown, this.#request.signal);
    const calls = this.#calls?.records() ?? [];
    return explainFailure(failure, { script, calls, mentions, ...(aboutField !== undefined && { fieldAdvice: aboutField }) });
  }

  #args(): JsonObject | undefined {
    return this.#request.args as JsonObject | undefined; // checked by invalidRequest
  }
}

function kept(handle: string, value: JsonValue | undefined): [string, JsonValue][] {
  return value === undefined ? [] : [[handle, value]];
}

/** What the script reads as `undefined`, because it was never kept or no longer is. */
function lostResults(named: readonly string[], kept: readonly string[]): readonly string[] {
  const others = kept.length > 0 ? `Kept: ${kept.slice(-10).join(', ')}.` : 'None is kept: rerun its script.';
  return named.filter((handle) => !kept.includes(handle)).map((handle) => `No codemode.results.${handle}. ${others}`);
}
