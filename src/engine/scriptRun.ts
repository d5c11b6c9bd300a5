// One run of one script. It reads like docs/internals.md, "The path of one executeCode": prepared, checked, allowed, run.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import { withTimeout } from '../base/withTimeout.ts';
import type { JsonObject } from '../base/json.ts';
import type { Preparation, PreparedScript } from '../checker/checkedScript.ts';
import type { LearnedOutput } from '../declarations/learnedOutput.ts';
import type { CallContext, SandboxFailure } from '../sandbox/host/sandboxPort.ts';
import { adviceAfter, type Approval, type Grant } from './approval.ts';
import { Builtins } from './calls/builtins.ts';
import type { CallApprovalsParts } from './calls/callApprovals.ts';
import { PastCalls } from './calls/pastCalls.ts';
import { ToolCalls } from './calls/toolCalls.ts';
import { UnsentCalls, withLines } from './calls/unsentCalls.ts';
import type { ApprovalRules } from './consent/approvalRules.ts';
import { askedTools, toolUses, withSaved, type SavedUses } from './consent/toolUses.ts';
import { RunAnswers } from './consent/runAnswers.ts';
import { whileAsking } from './consent/whileAsking.ts';
import { scriptMappings } from './debug/scriptMappings.ts';
import { FlowGuard } from './flow/flowGuard.ts';
import { unknownOrigin } from '../storage/valueOrigins.ts';
import { invalidRequest, type ExecuteRequest } from './executeRequest.ts';
import type { ToolFinder } from './find/toolFinder.ts';
import type { EngineParts } from './engineParts.ts';
import { explainFailure } from './formatting/explainFailure.ts';
import { checkedCatalog } from './preflight/checkedCatalog.ts';
import { checkScript, type ScriptCheck } from './preflight/checkScript.ts';
import { fieldAdvice, fieldsNowUnseen } from './preflight/unseenFields.ts';
import { overBudget, SavedScriptCalls } from './calls/savedScriptCalls.ts';
import { CallBudget, type CallerOfScript } from './callerOfScript.ts';
import { fileName, SavedScripts } from './preflight/savedScripts.ts';
import type { CallRecord, DryRunReason, RunError, RunOutcome } from './runOutcome.ts';
import { cancelled, failed, type Ending } from './runEnding.ts';
import { logOfScript } from './logOfScript.ts';
import type { RunRecorder } from './runJournal.ts';
import { RunTranscript } from './runTranscript.ts';

interface RunParts {
  readonly parts: EngineParts;
  readonly finder: ToolFinder;
  readonly prepare: (code: string) => Promise<Preparation>;
  /** Runs a saved script. */
  readonly execute: (request: ExecuteRequest) => Promise<RunOutcome>;
}

/** Holds what the run has gathered, so that a cancelled run still has an outcome. */
export class ScriptRun {
  readonly #parts: EngineParts;
  readonly #finder: ToolFinder;
  readonly #prepare: RunParts['prepare'];
  readonly #execute: RunParts['execute'];
  readonly #saved: SavedScripts<ScriptCheck>;
  readonly #answers: RunAnswers;
  readonly #request: ExecuteRequest;
  readonly #transcript: RunTranscript;
  readonly #recorder: RunRecorder | undefined;
  #warnings: readonly RunError[] = [];
  #notes: readonly string[] = [];
  #calls: ToolCalls | undefined;
  #past: PastCalls | undefined;
  #flows: FlowGuard | undefined;
  #stopped: RunError | undefined;
  #mentions: ScriptCheck['mentions'] = new Map();
  #dryRun: DryRunReason | undefined;
  /** Tools that declare no output and whose first answer this run had, with the type that they had before, if any. */
  readonly #firstAnswers = new Map<CatalogTool, LearnedOutput | undefined>();

  constructor({ parts, finder, prepare, execute }: RunParts, request: ExecuteRequest, recorder: RunRecorder | undefined) {
    this.#parts = parts;
    this.#finder = finder;
    this.#prepare = prepare;
    this.#execute = execute;
    this.#saved = request.caller?.saved ?? new SavedScripts(prepare);
    this.#answers = request.caller?.answers ?? new RunAnswers();
    this.#request = request;
    this.#recorder = recorder;
    this.#transcript = new RunTranscript(request.observer, recorder);
    if (request.dryRun === true) this.#dryRun = 'requested';
  }

  async execute(): Promise<Ending> {
    const { code, signal } = this.#request;
    const refusal = await this.#recorder?.ready?.();
    if (refusal !== undefined) return failed({ code: 'denied', message: refusal });
    const mode = this.#parts.typeCheck();
    const invalid = invalidRequest(this.#request, this.#parts.limits());
    if (invalid) return failed(invalid);

    this.#parts.sandbox.warm();
    await this.#parts.observed.load();
    const preparation = await this.#prepare(String(code));
    if (!preparation.ok) return failed(...preparation.problems);
    const { script } = preparation;

    const check = await checkScript(this.#parts, script, mode, signal, { saved: this.#saved, as: this.#request.caller?.tool });
    this.#warnings = check.warnings;
    this.#mentions = check.mentions;
    if (check.errors.length > 0) return failed(...check.errors);
    // One for itself, one for the saved script that it calls first.
    if (check.scripts.length > 0 && !this.#request.caller) this.#parts.sandbox.warm(2);

    const found = await this.#parts.approvalRules();
    const rules = this.#request.asksFirst === true ? found.asksFirst() : found;
    const approval = await this.#approve(script, check, rules);
    const wantsDryRun = !approval.granted && approval.why === 'dryRun';
    // Its caller would go on, and write, with results that are none.
    if (wantsDryRun && this.#request.caller) return failed({ code: 'denied', message: approval.reason, hint: adviceAfter.dryRun });
    if (wantsDryRun) this.#dryRun ??= 'chosen';
    else if (!approval.granted) {
      const { why, reason } = approval;
      return why === 'cancelled' ? cancelled : failed({ code: 'denied', message: reason, hint: adviceAfter[why] });
    }
    // Who chose a dry run has allowed nothing: what is sent and asked for, each call asks for.
    const allowed = [...check.tools, ...check.scripts.flatMap(({ tools }) => tools)];
    return this.#runInSandbox(script, check, rules, { tools: wantsDryRun ? [] : allowed, by: approval });
  }

  outcome(ending: Ending, durationMs: number): RunOutcome {
    return {
      ok: ending.ok,
      ...recordOf(this.#recorder),
      ...(this.#dryRun && { dryRun: this.#dryRun }),
      value: ending.ok ? ending.value : undefined,
      ...(this.#flows && { origins: this.#flows.origins }),
      errors: ending.ok ? [] : ending.errors,
      warnings: this.#warnings,
      notes: [...this.#notes, ...(this.#past?.notes() ?? []), ...(this.#calls?.notes() ?? [])],
      calls: this.calls(),
      ...this.#transcript.all(),
      durationMs,
    };
  }

  /** So far. */
  calls(): readonly CallRecord[] {
    return this.#records().map((call) => withLines(call, this.#mentions));
  }

  /** In the order in which the script made them. */
  #records(): readonly CallRecord[] {
    return [...(this.#past?.records() ?? []), ...(this.#calls?.records() ?? [])].sort((a, b) => a.sequence - b.sequence);
  }

  async #approve(script: PreparedScript, check: ScriptCheck, rules: ApprovalRules): Promise<Approval> {
    // What a dry run does not send needs no yes.
    const ruled = (tools: readonly CatalogTool[]) => rules.ofAll(tools.filter((tool) => tool.readOnly || !this.#dryRun));
    const usesIn = async ({ source, dynamic }: PreparedScript, { tools, mentions }: Pick<ScriptCheck, 'tools' | 'mentions'>) =>
      toolUses(source, await ruled(tools), mentions, dynamic);
    const own = await usesIn(script, check);
    const saved: SavedUses[] = [];
    for (const one of check.scripts) saved.push({ file: fileName(one.tool), called: one.tool.path, uses: await usesIn(one.script, one) });
    const uses = withSaved(own, saved);
    const { asked, by } = await this.#notAllowedYet(askedTools(uses));
    if (asked.length === 0) return { granted: true, by };
    const { source } = script;
    const { approver, signal, caller } = this.#request;
    // A run that was given up meanwhile asks nothing.
    signal.throwIfAborted();
    const args = this.#args();
    const ask = () => approver.approveRun({ source, ...(args && { args }), uses, asked }, signal);
    const decide = () => this.#answers.answer({ about: asked.map(({ path }) => path) }, ask);
    // The caller waits for the user, too.
    const decided = caller ? caller.pauseClockWhile(decide) : decide();
    const recorder = this.#recorder;
    return recorder ? whileAsking(decided, () => recorder.asks(undefined)) : decided;
  }

  /** What the script that calls a saved one may call, that one may call, too. `by`: what allowed it. */
  async #notAllowedYet(tools: readonly CatalogTool[]): Promise<{ readonly asked: readonly CatalogTool[]; readonly by: Grant['by'] }> {
    const asked: CatalogTool[] = [];
    let by: Grant['by'] = 'rule';
    for (const tool of tools) {
      const approval = await this.#request.caller?.approvalOf(tool);
      if (approval?.granted) by = approval.by;
      else asked.push(tool);
    }
    return { asked, by };
  }

  async #runInSandbox(
    script: PreparedScript,
    check: ScriptCheck,
    rules: ApprovalRules,
    approved: CallApprovalsParts['approved'],
  ): Promise<Ending> {
    const { catalog, declarations, validator, results, store, observed, media, limits } = this.#parts;
    const { session, approver, signal, timeoutMs, invocationToken, past, caller, debugging } = this.#request;
    const sandbox = debugging?.sandbox ?? this.#parts.sandbox;
    const { snapshot } = check;
    const stopper = new AbortController();
    const transcript = this.#transcript;
    const recorder = this.#recorder;
    const flows = caller?.flows ?? new FlowGuard(this.#parts.flowRules());
    this.#flows = flows;
    await Promise.all([results.load(session, script.resultHandles), store.load(session)]);
    // What a dry run stores is not there in later runs.
    const builtins = new Builtins(snapshot, this.#finder, this.#dryRun ? store.copyOf(session) : store, session, flows);
    const budget = caller?.budget ?? new CallBudget(limits().calls);
    const scripts = new SavedScriptCalls({
      execute: this.#execute,
      request: this.#request,
      chain: caller?.chain ?? [],
      isDryRun: this.#dryRun !== undefined,
      caller: {
        snapshot,
        saved: this.#saved,
        approvalOf: (tool) => calls.approvalOf(tool),
        answers: this.#answers,
        budget,
        flows,
      },
      runId: () => recorder?.id,
      ...(past?.scriptRun && { pastOf: (sequence, code) => past.scriptRun?.(sequence, code) ?? Promise.resolve(undefined) }),
    });
    const calls: ToolCalls = new ToolCalls({
      source: script.source,
      snapshot,
      declarations,
      validator,
      builtins,
      approver,
      approved,
      rules,
      invocationToken,
      answers: this.#answers,
      ...(caller && { script: caller.tool.path }),
      ...(recorder && { recorder }),
      ...(this.#dryRun && { unsent: new UnsentCalls() }),
      scripts,
      flows,
      observer: transcript.observer,
      usage: catalog.usage,
      ...(media && { media }),
      observe: (tool, answer) => {
        if (observed.callsOf(tool) === 0 && !this.#firstAnswers.has(tool)) this.#firstAnswers.set(tool, observed.of(tool));
        observed.observe(tool, answer);
      },
    });
    this.#calls = calls;
    if (past) {
      const stop = (error: RunError) => {
        this.#stopped ??= error;
        stopper.abort();
      };
      const { answer: makeNow, canWrite, repeated } = calls;
      const live = { source: script.source, approver, makeNow, canWrite, repeated, repeatStore: builtins.answer };
      this.#past = new PastCalls({ past, observer: transcript.observer, stop, live, ...(recorder && { recorder }) });
    }
    const checked = await checkedCatalog(recorder || past ? check.tools : [], past);
    this.#notes = [
      ...(debugging ? [debugging.note] : []),
      ...lostResults(script.resultHandles, results.handles(session)),
      ...checked.notes,
    ];
    const kept = { ...results.getAll(session, script.resultHandles), ...past?.results };
    for (const handle of Object.keys(kept)) {
      flows.read(results.originsOf(session, handle) ?? [unknownOrigin], `had answered in the run that kept codemode.results.${handle}`);
    }
    const finds = {
      results: kept,
      names:
        past?.names ?? Object.fromEntries(snapshot.servers.map((server) => [server.namespace, server.tools.map((tool) => tool.method)])),
    };
    const runLimits = { ...limits(), ...(typeof timeoutMs === 'number' && { wallMs: timeoutMs }) };
    const answer = this.#past?.answer ?? calls.answer;
    recorder?.scriptStarted({ ...finds, ...checked.catalog, limits: runLimits, typeCheck: this.#parts.typeCheck() });
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
        call: (call, given) => {
          recorder?.called(call);
          const problem = budget.take();
          if (problem !== undefined) return Promise.resolve(overBudget(call, problem, recorder));
          return answer(call, caller ? { ...given, pauseClockWhile: pausingBoth(caller, given) } : given);
        },
        answered: (sequence, bytes) => transcript.observer.onAnswered(sequence, bytes),
        log: logOfScript(script, (entry) => transcript.observer.onLog(entry)),
        display: (block) => transcript.display(block),
        progress: (message, fraction) => transcript.observer.onProgress(message, fraction, undefined),
        ...(recorder?.tick && { conditions: (given) => recorder.conditions?.(given), tick: (tick) => recorder.tick?.(tick) }),
      },
      runLimits,
      past ? AbortSignal.any([signal, stopper.signal]) : signal,
    );
    if (this.#stopped) return failed(this.#stopped);
    await this.#tellOfAnswers(script, check, outcome.ok);
    return outcome.ok ? outcome : failed(await this.#explain(outcome.failure, script, check));
  }

  /** Once for each tool that declares no output: what it answers, and which fields the script took for some of its. */
  async #tellOfAnswers(script: PreparedScript, { tools, snapshot }: ScriptCheck, isDone: boolean): Promise<void> {
    const { signal, caller } = this.#request;
    if (caller || signal.aborted) return;
    const isNew = (tool: CatalogTool) => !isSameType(this.#firstAnswers.get(tool), this.#parts.observed.of(tool));
    const news = [...this.#firstAnswers.keys()].filter(isNew).slice(0, MOST_ANSWERS_TOLD);
    const told = news.map((tool) => answerText(this.#parts, tool));
    this.#notes = [...this.#notes, ...(await Promise.all(told)).filter((text) => text !== undefined)];
    if (!isDone || this.#dryRun || this.#parts.typeCheck() === 'off') return;
    const unseen = await fieldsNowUnseen(this.#parts, { script, tools, snapshot }, signal).catch(() => []);
    this.#warnings = [...this.#warnings, ...unseen];
  }

  async #explain(failure: SandboxFailure, script: PreparedScript, { snapshot, tools, mentions }: ScriptCheck): Promise<RunError> {
    const { message, position: at } = failure;
    const thrown = { message, position: at && script.toSource(at) };
    const aboutField =
      this.#parts.typeCheck() === 'off'
        ? undefined
        : await fieldAdvice(this.#parts, { script, tools, snapshot }, thrown, this.#request.signal);
    const calls = this.#records();
    return explainFailure(failure, { script, calls, mentions, ...(aboutField !== undefined && { fieldAdvice: aboutField }) });
  }

  #args(): JsonObject | undefined {
    return this.#request.args as JsonObject | undefined; // checked by invalidRequest
  }
}

/** Tools of one run whose answers are described. */
const MOST_ANSWERS_TOLD = 5;
const LONGEST_ANSWER = 300;
const ANSWER_TYPE_MS = 500;

function isSameType(before: LearnedOutput | undefined, now: LearnedOutput | undefined): boolean {
  return before !== undefined && JSON.stringify(before.schema) === JSON.stringify(now?.schema);
}

/** `tools.geo.getCity answers { city: string }.`; undefined where its type says nothing. */
async function answerText(
  { declarations, observed }: Pick<EngineParts, 'declarations' | 'observed'>,
  tool: CatalogTool,
): Promise<string | undefined> {
  // The compiler may need seconds for a hostile schema: the result does not wait for that.
  const declared = await withTimeout(declarations.tool(tool), ANSWER_TYPE_MS);
  if (declared === 'late') return undefined;
  const { signature } = declared;
  const [, type = ''] = /\): Promise<(?:\/\*\* [^*]* \*\/ )?(.*)>(?: \/\/ .*)?$/s.exec(signature) ?? [];
  if (type === '' || type.length > LONGEST_ANSWER || !type.includes('{')) return undefined;
  const parts = observed.of(tool)?.parts;
  return `${tool.path} answers ${type}${parts === undefined ? '' : ` (${parts})`}.`;
}

/** The clocks of a saved script and of its callers stand still together. */
function pausingBoth(caller: CallerOfScript, { pauseClockWhile }: CallContext): CallContext['pauseClockWhile'] {
  return (work) => caller.pauseClockWhile(() => pauseClockWhile(work));
}

function recordOf({ id, isResumable }: Pick<RunRecorder, 'id' | 'isResumable'> = {}): Pick<RunOutcome, 'runId' | 'isResumable'> {
  return { ...(id !== undefined && { runId: id }), ...(isResumable && { isResumable }) };
}

/** What a script reads as `undefined`, because it was never kept or no longer is. */
function lostResults(named: readonly string[], kept: readonly string[]): readonly string[] {
  const others = kept.length > 0 ? `Kept: ${kept.slice(-10).join(', ')}.` : 'None is kept: rerun its script.';
  return named.filter((handle) => !kept.includes(handle)).map((handle) => `No codemode.results.${handle}. ${others}`);
}
