// Runs one script in the steps of docs/architecture.md, "From the chat to the script": prepare, approve, run, explain.
import type { CatalogSnapshot, CatalogTool } from '../catalog/index.ts';
import type { JsonObject } from '../base/json.ts';
import type { Preparation, PreparedScript } from '../checker/index.ts';
import type { SandboxFailure, SandboxOutcome } from '../sandbox/index.ts';
import { adviceAfter, type Approval, type Grant } from './consent/approval.ts';
import type { ApprovedTools } from './calls/callingRun.ts';
import { callPipeline, type RunCalls } from './calls/callPipeline.ts';
import { LearnedAnswers } from './calls/learnedAnswers.ts';
import { withLines } from './calls/unsentCalls.ts';
import { isAsked, type ApprovalRules } from './consent/approvalRules.ts';
import { toolUses, withSaved, type SavedUses, type ToolUse } from './consent/toolUses.ts';
import { RunAnswers } from './consent/runAnswers.ts';
import { whileAsking } from './consent/whileAsking.ts';
import { scriptMappings } from './debug/scriptMappings.ts';
import { FlowGuard } from './flow/flowGuard.ts';
import { SharedStateError, unknownOrigin, type KeptResults } from './stores/index.ts';
import { invalidRequest, shownTitle, type ExecuteRequest } from './executeRequest.ts';
import type { ToolFinder } from './find/index.ts';
import type { EngineParts } from './engineParts.ts';
import { explainFailure } from './formatting/index.ts';
import { checkedCatalog } from './preflight/checkedCatalog.ts';
import { checkScript, type ScriptCheck } from './preflight/checkScript.ts';
import { fieldAdvice, fieldsNowUnseen } from './preflight/unseenFields.ts';
import { fileName, SavedScripts } from './preflight/savedScripts.ts';
import type { CallRecord, DryRunReason, RunError, RunOutcome } from './runOutcome.ts';
import { cancelled, failed, type Ending, type FailedEnding } from './runEnding.ts';
import type { RunRecorder } from './runJournal.ts';
import { RunTranscript } from './runTranscript.ts';

interface RunParts {
  readonly parts: EngineParts;
  readonly finder: ToolFinder;
  readonly prepare: (code: string) => Promise<Preparation>;
  /** Runs a saved script. */
  readonly execute: (request: ExecuteRequest) => Promise<RunOutcome>;
}

interface CheckedScript {
  readonly ok: true;
  readonly script: PreparedScript;
  readonly check: ScriptCheck;
}

interface ApprovedRun {
  readonly ok: true;
  readonly rules: ApprovalRules;
  readonly approved: ApprovedTools;
}

/** Maximum number of earlier results, the last ones, that a script gets if it computes their handles. */
const mostComputed = 5;

/** One run of one script. The object keeps the collected events, so that a cancelled run still has an outcome. */
export class ScriptRun {
  readonly #engine: RunParts;
  readonly #parts: EngineParts;
  readonly #saved: SavedScripts<ScriptCheck>;
  readonly #answers: RunAnswers;
  readonly #learned: LearnedAnswers;
  readonly #request: ExecuteRequest;
  readonly #transcript: RunTranscript;
  readonly #recorder: RunRecorder | undefined;
  #warnings: readonly RunError[] = [];
  #notes: readonly string[] = [];
  #calls: RunCalls | undefined;
  #flows: FlowGuard | undefined;
  #mentions: ScriptCheck['mentions'] = new Map();
  #dryRun: DryRunReason | undefined;

  constructor(engine: RunParts, request: ExecuteRequest, recorder: RunRecorder | undefined) {
    const { caller } = request;
    this.#engine = engine;
    this.#parts = engine.parts;
    this.#saved = caller?.saved ?? new SavedScripts(engine.prepare);
    this.#answers = caller?.answers ?? new RunAnswers();
    this.#learned = new LearnedAnswers(engine.parts);
    this.#request = request;
    this.#recorder = recorder;
    this.#transcript = new RunTranscript(request.observer, recorder);
    if (request.dryRun === true) this.#dryRun = 'requested';
  }

  async execute(): Promise<Ending> {
    try {
      const prepared = await this.#prepare();
      if (!prepared.ok) return prepared;
      const kept = await this.#load(prepared);
      const permission = await this.#approve(prepared);
      if (!permission.ok) return permission;
      const outcome = await this.#run(prepared, kept, permission);
      return await this.#explain(prepared, outcome);
    } catch (error) {
      // Nothing has happened yet: a running script receives such errors from its own calls.
      if (!(error instanceof SharedStateError)) throw error;
      return failed({
        code: 'denied',
        message: `The script was not run. ${error.message}`,
        hint: 'Run it again later.',
      });
    }
  }

  outcome(ending: Ending, durationMs: number): RunOutcome {
    const { id, isResumable } = this.#recorder ?? {};
    return {
      ok: ending.ok,
      ...(id !== undefined && { runId: id }),
      ...(isResumable && { isResumable }),
      ...(this.#dryRun && { dryRun: this.#dryRun }),
      value: ending.ok ? ending.value : undefined,
      ...(this.#flows && { origins: this.#flows.origins }),
      errors: ending.ok ? [] : ending.errors,
      warnings: this.#warnings,
      notes: [...this.#notes, ...(this.#calls?.notes() ?? [])],
      calls: this.calls(),
      ...this.#transcript.all(),
      durationMs,
    };
  }

  /** Returns the calls so far, in the order in which the script made them. */
  calls(): readonly CallRecord[] {
    return (this.#calls?.records() ?? []).map((call) => withLines(call, this.#mentions));
  }

  /** Reads the script and checks it against the tools that it names. */
  async #prepare(): Promise<CheckedScript | FailedEnding> {
    const { code, signal, caller, past } = this.#request;
    const refusal = await this.#recorder?.ready?.();
    if (refusal !== undefined) return failed({ code: 'denied', message: refusal });
    // The next resumption finds no record of this run then, and goes on from `past` again.
    if (past && caller?.parent && this.#recorder?.id === undefined)
      return failed({
        code: 'denied',
        message: `The script does not go on from run ${past.id}, since its run would not be recorded: what it wrote would be unknown, and would be written again.`,
        hint: 'Turn on recording (codeMode.runs.record), and resume the run again.',
      });
    const parts = this.#parts;
    const mode = parts.typeCheck();
    const invalid = invalidRequest(this.#request, parts.limits());
    if (invalid) return failed(invalid);

    parts.sandbox.warm();
    await parts.observed.load();
    const preparation = await this.#engine.prepare(String(code));
    if (!preparation.ok) return failed(...preparation.problems);
    const { script } = preparation;

    const check = await checkScript({ parts, mode, saved: this.#saved, signal }, script, caller?.tool);
    this.#warnings = check.warnings;
    this.#mentions = check.mentions;
    if (check.errors.length > 0) return failed(...check.errors);
    // One sandbox process for the script, one for the first saved script that it calls.
    if (check.scripts.length > 0 && !caller) parts.sandbox.warm(2);
    return { ok: true, script, check };
  }

  /**
   * Reads the results that earlier runs of the session kept. The run does not start if the state cannot be read, since
   * it could not keep results either.
   */
  async #load({ script }: CheckedScript): Promise<KeptResults> {
    const { results, store } = this.#parts;
    const { session } = this.#request;
    const computed = script.readsAnyResult
      ? (await results.load(session, [])).handles.slice(-mostComputed)
      : [];
    const handles = [...script.resultHandles, ...computed];
    const [kept] = await Promise.all([results.load(session, handles), store.load(session)]);
    return kept;
  }

  /** Asks for approval of the tools that the script names and that need it. */
  async #approve({ script, check }: CheckedScript): Promise<ApprovedRun | FailedEnding> {
    const { asksFirst, caller } = this.#request;
    const found = await this.#parts.approvalRules();
    const rules = asksFirst === true ? found.asksFirst() : found;
    const uses = await this.#usesOf(script, check, rules);
    const { asked, by } = await this.#notAllowedYet(uses.filter(({ ruling }) => isAsked(ruling)));
    const approval: Approval =
      asked.length === 0 ? { granted: true, by } : await this.#ask(script, uses, asked);
    const allowed = [...check.tools, ...check.scripts.flatMap(({ tools }) => tools)];
    if (approval.granted) return { ok: true, rules, approved: { tools: allowed, by: approval } };
    const { why, reason } = approval;
    if (why === 'cancelled') return cancelled;
    // If a saved script ended as a dry run, its caller would continue, and write, with results that do not exist.
    if (why !== 'dryRun' || caller)
      return failed({ code: 'denied', message: reason, hint: adviceAfter[why] });
    this.#dryRun ??= 'chosen';
    // A dry run that the user chose grants no approvals, so each call that is sent and needs approval asks.
    return { ok: true, rules, approved: { tools: [], by: approval } };
  }

  async #run(prepared: CheckedScript, kept: KeptResults, permission: ApprovedRun): Promise<SandboxOutcome> {
    const { script, check } = prepared;
    const { signal, timeoutMs, past, caller, debugging } = this.#request;
    const [transcript, recorder] = [this.#transcript, this.#recorder];
    const sandbox = debugging?.sandbox ?? this.#parts.sandbox;
    const flows = (this.#flows = caller?.flows ?? new FlowGuard(this.#parts.flowRules()));
    const calls = (this.#calls = await this.#newCalls(prepared, permission, flows));
    const checked = await checkedCatalog(recorder || past ? check.tools : [], past);
    const lost = lostResults(script.resultHandles, kept.handles);
    this.#notes = [...(debugging ? [debugging.note] : []), ...lost, ...checked.notes];
    const finds = { results: this.#resultsFor(kept, flows), names: past?.names ?? namesIn(check.snapshot) };
    const limits = {
      ...this.#parts.limits(),
      ...(typeof timeoutMs === 'number' && { wallMs: timeoutMs }),
    };
    recorder?.scriptStarted({ ...finds, ...checked.catalog, limits, typeCheck: this.#parts.typeCheck() });
    const outcome = await sandbox.run(
      {
        body: script.body,
        args: this.#args() ?? {},
        depth: caller?.chain.length ?? 0,
        startsOthers: check.scripts.length > 0,
        ...finds,
        ...(past?.course && { replay: past.course }),
        ...(debugging && { source: { url: debugging.url, mappings: scriptMappings(script) } }),
      },
      {
        ...transcript.handlers(script),
        call: (guest, context) => calls.answer({ guest, context }),
        answered: (sequence, bytes) => transcript.observer.onAnswered(sequence, bytes),
        ...(recorder?.tick && {
          conditions: (given) => recorder.conditions?.(given),
          tick: (tick) => recorder.tick?.(tick),
        }),
      },
      limits,
      calls.past ? AbortSignal.any([signal, calls.past.stopSignal]) : signal,
    );
    await calls.settled();
    return outcome;
  }

  /** Creates the steps through which the calls of the script pass. */
  async #newCalls(
    { script, check }: CheckedScript,
    { rules, approved }: ApprovedRun,
    flows: FlowGuard,
  ): Promise<RunCalls> {
    const { store } = this.#parts;
    const isDryRun = this.#dryRun !== undefined;
    return callPipeline({
      parts: this.#parts,
      request: this.#request,
      recorder: this.#recorder,
      observer: this.#transcript.observer,
      source: script.source,
      snapshot: check.snapshot,
      rules,
      approved,
      answers: this.#answers,
      flows,
      finder: this.#engine.finder,
      // Values that a dry run stores are not visible to later runs.
      store: isDryRun ? await store.copyOf(this.#request.session) : store,
      learned: this.#learned,
      saved: this.#saved,
      isDryRun,
      execute: this.#engine.execute,
    });
  }

  /** Explains why the script failed, and adds notes about the output types that the run has learned. */
  async #explain(prepared: CheckedScript, outcome: SandboxOutcome): Promise<Ending> {
    const stopped = this.#calls?.past?.stopped;
    if (stopped) return failed(stopped);
    await this.#tellOfAnswers(prepared, outcome.ok);
    return outcome.ok ? outcome : failed(await this.#explained(outcome.failure, prepared));
  }

  /** Returns the uses of tools that the script and its saved scripts name, with the decisions of the rules. */
  async #usesOf(
    script: PreparedScript,
    check: ScriptCheck,
    rules: ApprovalRules,
  ): Promise<readonly ToolUse[]> {
    // A dry run needs no approval for calls that it does not send.
    const ruled = (tools: readonly CatalogTool[]) =>
      rules.ofAll(tools.filter((tool) => tool.readOnly || !this.#dryRun));
    const usesIn = async (
      { source, dynamic }: PreparedScript,
      { tools, mentions }: Pick<ScriptCheck, 'tools' | 'mentions'>,
    ) => toolUses(source, await ruled(tools), mentions, dynamic);
    const own = await usesIn(script, check);
    const saved: SavedUses[] = [];
    for (const one of check.scripts)
      saved.push({ file: fileName(one.tool), called: one.tool.path, uses: await usesIn(one.script, one) });
    return withSaved(own, saved);
  }

  #ask({ source }: PreparedScript, uses: readonly ToolUse[], asked: readonly ToolUse[]): Promise<Approval> {
    const { approver, signal, caller } = this.#request;
    // A run that was cancelled meanwhile asks nothing.
    signal.throwIfAborted();
    const args = this.#args();
    const title = shownTitle(this.#request);
    const script = { source, ...(title !== undefined && { title }), ...(args && { args }), uses, asked };
    const ask = () => approver.approveRun(script, signal);
    const decide = () => this.#answers.answer({ about: asked.map(({ tool }) => tool.path) }, ask);
    // The clock of the caller stops while the user is asked, too.
    const decided = caller ? caller.pauseClockWhile(decide) : decide();
    const recorder = this.#recorder;
    return recorder ? whileAsking(decided, () => recorder.asks(undefined)) : decided;
  }

  /** Returns the uses that still need approval, and how (`by`) those that the caller may call were allowed. */
  async #notAllowedYet(
    uses: readonly ToolUse[],
  ): Promise<{ readonly asked: readonly ToolUse[]; readonly by: Grant['by'] }> {
    const asked: ToolUse[] = [];
    let by: Grant['by'] = 'rule';
    for (const use of uses) {
      const approval = await this.#request.caller?.approvalOf(use.tool);
      if (approval?.granted) by = approval.by;
      else asked.push(use);
    }
    return { asked, by };
  }

  /** Returns `codemode.results`, and tells the flow rules which tools' answers the kept results may contain. */
  #resultsFor({ values }: KeptResults, flows: FlowGuard): JsonObject {
    const kept = [...values].map(([handle, { value }]) => [handle, value] as const);
    const found = { ...Object.fromEntries(kept), ...this.#request.past?.results };
    for (const handle of Object.keys(found)) {
      flows.read(
        values.get(handle)?.origins ?? [unknownOrigin],
        `had answered in the run that kept codemode.results.${handle}`,
      );
    }
    return found;
  }

  /**
   * Adds a note about the learned output type of each tool without an output schema, once per tool, and warnings about
   * fields that their answers do not have.
   */
  async #tellOfAnswers({ script, check }: CheckedScript, isDone: boolean): Promise<void> {
    const { signal, caller } = this.#request;
    if (caller || signal.aborted) return;
    this.#notes = [...this.#notes, ...(await this.#learned.texts())];
    if (!isDone || this.#dryRun || this.#parts.typeCheck() === 'off') return;
    const unseen = await fieldsNowUnseen(this.#parts, { script, ...check }, signal).catch(() => []);
    this.#warnings = [...this.#warnings, ...unseen];
  }

  async #explained(failure: SandboxFailure, { script, check }: CheckedScript): Promise<RunError> {
    const { message, position: at } = failure;
    const thrown = { message, position: at && script.toSource(at) };
    const isChecked = this.#parts.typeCheck() !== 'off';
    const advice = isChecked
      ? await fieldAdvice(this.#parts, { script, ...check }, thrown, this.#request.signal)
      : undefined;
    const calls = this.#calls?.records() ?? [];
    return explainFailure(failure, { script, calls, mentions: check.mentions, fieldAdvice: advice });
  }

  #args(): JsonObject | undefined {
    return this.#request.args as JsonObject | undefined; // `invalidRequest` checked the type
  }
}

function namesIn({ servers }: CatalogSnapshot): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    servers.map(({ namespace, tools }) => [namespace, tools.map(({ method }) => method)]),
  );
}

/** Returns a note for each result that the script reads as `undefined`, because it was never kept or no longer is. */
function lostResults(named: readonly string[], kept: readonly string[]): readonly string[] {
  const others = kept.length > 0 ? `Kept: ${kept.slice(-10).join(', ')}.` : 'None is kept: rerun its script.';
  return named
    .filter((handle) => !kept.includes(handle))
    .map((handle) => `No codemode.results.${handle}. ${others}`);
}
