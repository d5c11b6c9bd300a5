// Answers the tool calls of one run: finds the tool in this run's snapshot, checks the argument, asks where a write was
// not foreseen, calls, and writes down what became of each call.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { featureCalls, memberOf } from '../../catalog/serverFeatures.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import type { CallOptions } from '../../catalog/toolSource.ts';
import type { UsageCounts } from '../../catalog/search/usageCounts.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import type { ObservedMedia } from '../../storage/observedMedia.ts';
import type { CallContext, CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import { adviceAfter } from '../approval.ts';
import { denialReason, type ApprovalRules, type Ruling } from '../consent/approvalRules.ts';
import type { Builtins } from './builtins.ts';
import { CallApprovals, type CallApprovalsParts } from './callApprovals.ts';
import { noteRepeated, noteReply } from './callFlows.ts';
import type { CallObserver } from './callObserver.ts';
import { callValue, rawCallValue, textForUser } from './callValue.ts';
import { failureMessage } from './failureMessage.ts';
import { judgedFailure, wordsOf } from './judgedFailure.ts';
import { toolThatLooks } from './toolThatLooks.ts';
import { readFeatureRequest } from './featureRequest.ts';
import { CallNotes } from './callNotes.ts';
import { calledTool, CallRecords, type OpenCall } from './callRecords.ts';
import { failed, RefusedCalls, type CallNames } from './refusedCalls.ts';
import type { ScriptCalls } from '../callerOfScript.ts';
import type { UnsentCalls } from './unsentCalls.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';
import { flowSentence } from '../flow/flowText.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import { readInput } from '../input/readInput.ts';
import { isScriptTool, type ScriptTool } from '../preflight/savedScripts.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { plainText } from '../../base/text/plainText.ts';
import { advice } from '../formatting/advice.ts';
import type { CalledTool, CallRecord } from '../runOutcome.ts';
import { errorMessage } from '../../base/errorMessage.ts';

type ToolCall = Extract<GuestCall, { target: 'tool' }>;
type FeatureCall = Extract<GuestCall, { target: 'feature' }>;

interface Dependencies extends CallApprovalsParts {
  readonly snapshot: CatalogSnapshot;
  readonly declarations: Declarations;
  readonly validator: InputValidator;
  readonly builtins: Builtins;
  readonly rules: ApprovalRules;
  readonly observer: CallObserver;
  /** Present in a dry run: what it does not send. */
  readonly unsent?: UnsentCalls;
  /** `CallOptions.invocationToken` */
  readonly invocationToken: unknown;
  /** Hears of each call that succeeded. */
  readonly usage: UsageCounts;
  /** Hears of every answer of a tool that does not say what it answers. */
  readonly observe: (tool: CatalogTool, answer: JsonValue | undefined) => void;
  /** Hears of the blocks of every answer. */
  readonly media?: Pick<ObservedMedia, 'observe'>;
  readonly scripts: ScriptCalls;
  readonly flows: FlowGuard;
}

export class ToolCalls {
  readonly #deps: Dependencies;
  readonly #records = new CallRecords();
  readonly #notes = new CallNotes();
  readonly #refusals: RefusedCalls;
  readonly #approvals: CallApprovals;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#refusals = new RefusedCalls(dependencies.snapshot, dependencies.declarations);
    this.#approvals = new CallApprovals(dependencies);
  }

  /** `CallApprovals.approvalOf` */
  readonly approvalOf = (tool: CatalogTool) => this.#approvals.approvalOf(tool);

  /** Settles every call exactly once; never rejects. */
  readonly answer = (call: GuestCall, context: CallContext): Promise<CallReply> => {
    if (call.target === 'codemode') return this.#answerBuiltin(call);
    return call.target === 'tool' ? this.#answerTool(call, context) : this.#answerFeature(call, context);
  };

  /** Whether a call is one of a tool that is not marked read-only. */
  readonly canWrite = (call: GuestCall): boolean => {
    const lookup = call.target === 'tool' ? this.#deps.snapshot.find(call.server, call.tool) : undefined;
    return lookup?.kind === 'tool' && !lookup.tool.readOnly;
  };

  /** Notes a reply that the script gets from the record of an earlier run. */
  readonly repeated = (call: GuestCall, reply: CallReply): void => {
    const { flows, snapshot, builtins } = this.#deps;
    if (call.target === 'codemode') builtins.repeated(call);
    else noteRepeated(flows, snapshot, call, reply);
  };

  /** What became of the calls so far. In the order in which they were made. */
  records(): readonly CallRecord[] {
    return this.#records.all();
  }

  /** What was read as what in the calls, each once. */
  notes(): readonly string[] {
    return this.#notes.all();
  }

  async #answerBuiltin(call: Extract<GuestCall, { target: 'codemode' }>): Promise<CallReply> {
    const reply = await this.#deps.builtins.answer(call);
    this.#deps.recorder?.answered(call.sequence, reply, undefined);
    return reply;
  }

  #answerTool(call: ToolCall, context: CallContext): Promise<CallReply> {
    const lookup = this.#deps.snapshot.find(call.server, call.tool);
    const { server, tool } = call;
    if (lookup.kind !== 'tool') {
      const names = { server, tool, path: `tools.${server}.${tool}`, writes: false };
      return this.#recorded(call, names, context, () => this.#refusals.explain(names, lookup, context.signal));
    }
    this.#notes.names(call, lookup.tool);
    const { flows, script } = this.#deps;
    return this.#recorded(call, calledTool(lookup.tool), context, async (open) => {
      const reply = await this.#callTool(call, lookup.tool, context, open);
      noteReply(flows, lookup.tool, reply, call, script);
      return reply;
    });
  }

  /** No question: what a server offers beside its tools can only be read. */
  #answerFeature(call: FeatureCall, context: CallContext): Promise<CallReply> {
    const { signal, pauseClockWhile } = context;
    const { snapshot, flows, recorder, script } = this.#deps;
    const { method } = call;
    const lookup = snapshot.findFeature(call.server, featureCalls[method].feature);
    const server = 'server' in lookup ? lookup.server : { name: call.server, namespace: call.server };
    const names = { server: server.name, tool: method, path: `tools.${server.namespace}.${method}`, writes: false };
    const member = memberOf(featureCalls[method].feature);
    const end = { server: server.name, namespace: server.namespace, name: member, method: member, path: names.path };
    return this.#recorded(call, names, context, async (open) => {
      if (lookup.kind !== 'feature') return this.#refusals.explain(names, lookup, signal);
      const flowing = flows.check(end);
      const rule = await this.#deps.rules.denies({ server: server.name, namespace: server.namespace, name: member, method: member });
      if (rule) return this.#denied(names, open, rule);
      const { unsent } = this.#deps;
      const needs = unsent?.neededBy(call.input);
      if (unsent && needs) return this.#unsent(unsent, names, open, needs);
      const reading = readFeatureRequest(method, call.input);
      if (!reading.ok) return failed(names, 'invalid_input', `${names.path} ${reading.problem}.`);
      const [flow] = await flowing;
      if (flow) {
        open.flowed = true;
        recorder?.decided(call.sequence, names, { allowed: false, by: 'rule', detail: flowSentence(flow) });
        return failed(names, 'denied', `${names.path} was not called. ${flowSentence(flow)}`, advice.flow.model);
      }
      recorder?.decided(call.sequence, names, { allowed: true, by: 'readOnly' });
      await recorder?.sending(call.sequence, false);
      const reply = await lookup.requestFeature(reading.request, { signal, pauseClockWhile, ...this.#callbacksFor(open) });
      noteReply(flows, end, reply, call, script);
      return reply;
    });
  }

  /** What a source tells of a call that is handed to it now. */
  #callbacksFor(open: OpenCall): Pick<CallOptions, 'onProgress' | 'onSent' | 'trace'> {
    open.isSent = true;
    const trace = this.#deps.recorder?.trace?.(open.sequence);
    return {
      ...(trace && { trace }),
      onSent: (sent) => (open.isSent = sent),
      onProgress: (words, fraction) => {
        const message = plainText(words);
        open.progress = { message, ...(fraction !== undefined && { fraction }) };
        this.#deps.recorder?.progress(message, fraction, open.sequence);
        this.#deps.observer.onProgress?.(`${open.path}: ${message}`, fraction, open.sequence);
      },
    };
  }

  async #recorded(
    { sequence, input }: ToolCall | FeatureCall,
    names: CalledTool,
    { signal }: CallContext,
    work: (open: OpenCall) => Promise<CallReply>,
  ): Promise<CallReply> {
    const open = this.#records.begin(names, sequence, input);
    this.#deps.observer.onCallStarted?.({ sequence, path: open.path, input });
    let reply: CallReply;
    try {
      reply = await work(open);
    } catch (cause) {
      reply = failed(names, 'protocol_error', `${open.path} failed unexpectedly: ${errorMessage(cause)}`);
    }
    const plain = reply.ok ? reply : { ...reply, error: plainError(reply.error) };
    const record = this.#records.end(open, plain, signal.aborted);
    this.#deps.recorder?.answered(sequence, plain, record);
    this.#deps.observer.onCallEnded?.(record, { input, reply: plain });
    return plain;
  }

  async #callTool(call: ToolCall, tool: CatalogTool, context: CallContext, open: OpenCall): Promise<CallReply> {
    const { observer, usage, invocationToken, rules, unsent, recorder } = this.#deps;
    // Only tools that answered before the script made the call count.
    const flowing = this.#deps.flows.check(tool);
    const ruling = await rules.of(tool);
    if (ruling.action === 'deny') return this.#denied(call, open, ruling.rule);
    const needs = unsent?.neededBy(call.input);
    // What a call gave that was not sent fits no schema.
    if (unsent && needs) return this.#unsent(unsent, call, open, needs);
    const read = await this.#readInput(call, tool, context.signal);
    if (!read.ok) return read;
    if (unsent && !tool.readOnly && !tool.script) return this.#unsent(unsent, call, open, undefined);
    const { input } = read;
    const { approval, flowed } = await this.#approvals.decide(
      { sequence: call.sequence, tool, ruling, input, flows: await flowing },
      context,
    );
    if (flowed) open.flowed = true;
    if (!approval.granted) return failed(call, 'denied', `${tool.path} was not called. ${approval.reason}`, adviceAfter[approval.why]);
    const { signal, pauseClockWhile } = context;
    const problem = isScriptTool(tool) ? this.#deps.scripts.problem(tool) : undefined;
    if (problem !== undefined) return failed(call, 'limit_exceeded', problem);
    // A process that is killed from here on leaves behind that this call may have had its effect.
    const sending = recorder?.sending(call.sequence, !tool.readOnly);
    if (sending) {
      const refusal = await sending;
      if (refusal !== undefined) return failed(call, 'denied', `${tool.path} was not called. ${refusal}`);
      if (signal.aborted) return failed(call, 'cancelled', `${tool.path} was not called: the run has ended.`);
    }
    if (isScriptTool(tool)) return this.#callScript(call, tool, input, context, open);
    const outcome = await tool.source.callTool(tool.server, tool.name, input, {
      signal,
      sequence: call.sequence,
      invocationToken,
      pauseClockWhile,
      expectedTool: tool.definition,
      ...this.#callbacksFor(open),
    });
    if (!outcome.ok) return { ok: false, error: await this.#explained(outcome.error, tool, input, open, signal) };
    if (outcome.result.isError) {
      const { content } = outcome.result;
      const error: CallFailure = {
        code: 'tool_failed',
        server: call.server,
        tool: call.tool,
        message: failureMessage(tool.path, content),
        retryable: false,
        content,
      };
      return { ok: false, error: await this.#explained(error, tool, input, open, signal) };
    }
    usage.record(tool.server, tool.name);
    this.#notes.snapshot(tool, outcome.result.content, this.#toolsBeside(tool));
    this.#deps.media?.observe(tool.server, tool.name, outcome.result.content);
    const forUser = plainText(textForUser(outcome.result));
    if (forUser !== '') observer.onForUser?.(tool.path, forUser);
    if (call.form === 'raw') return { ok: true, value: rawCallValue(outcome.result) };
    const value = callValue(outcome.result);
    if (tool.outputSchema === undefined) this.#deps.observe(tool, value);
    return { ok: true, value };
  }

  async #callScript(call: ToolCall, tool: ScriptTool, input: JsonObject, context: CallContext, open: OpenCall): Promise<CallReply> {
    const { scripts, observer, usage, observe } = this.#deps;
    const { onProgress } = this.#callbacksFor(open);
    const reply = await scripts.call({
      tool,
      sequence: call.sequence,
      form: call.form,
      input,
      context,
      onProgress: (message, fraction) => onProgress?.(message, fraction),
      onForUser: (text) => observer.onForUser?.(tool.path, text),
      onRun: (calls) => (open.nested = calls),
    });
    if (!reply.ok) return reply;
    usage.record(tool.server, tool.name);
    if (tool.outputSchema === undefined && call.form === 'value') observe(tool, reply.value);
    return reply;
  }

  /** The input that the tool gets, or what is wrong with it. */
  async #readInput(call: ToolCall, tool: CatalogTool, signal: AbortSignal) {
    const { validator } = this.#deps;
    const read = await readInput(tool, call.input, validator, signal);
    if (!read.ok) return failed(call, 'invalid_input', `${tool.path} takes one object.`, await this.#signature(tool));
    if (read.note !== undefined) this.#notes.input(tool, read.note);
    const given = await this.#withDefaults(tool, read.input, signal);
    const problem = await validator.problem(tool, given, signal);
    if (validator.givenUp(tool)) this.#notes.unchecked(tool);
    if (problem) return failed(call, 'invalid_input', `${tool.path}: ${problem}.`, await this.#signature(tool));
    return { ok: true, input: given } as const;
  }

  /** A default that its own schema refuses is not sent. */
  async #withDefaults(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (!tool.defaults) return input;
    const filled = { ...tool.defaults, ...input };
    const { validator } = this.#deps;
    const isRight = (await validator.problem(tool, filled, signal)) === undefined;
    return isRight || (await validator.problem(tool, input, signal)) !== undefined ? filled : input;
  }

  /** Adds to the failure whether the call may have taken effect, and a hint at the next step. */
  async #explained(error: CallFailure, tool: CatalogTool, input: JsonObject, open: OpenCall, signal: AbortSignal): Promise<CallFailure> {
    if (!open.isSent || signal.aborted) return error;
    const judged = judgedFailure(error, tool);
    // The advice that `nextStep` gives about a missing program would give way to the hint at the effect.
    const lacksProgram = judged.mayHaveTakenEffect && failureKind(wordsOf(judged)) === 'program';
    const cause = judged.hint ?? (await this.#doubts(judged, tool, input, signal)) ?? (lacksProgram ? advice.program.model : undefined);
    const hints = [cause, this.#effectHint(judged, tool)];
    const hint = hints.filter((text) => text !== undefined).join(' ');
    return hint === '' ? judged : { ...judged, hint };
  }

  /** The schema asks for more than each server does: what it says of the input may be the reason why this one refused it. */
  async #doubts({ code }: CallFailure, tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<string | undefined> {
    if (code !== 'tool_failed' && code !== 'protocol_error') return undefined;
    const doubts = await this.#deps.validator.doubts(tool, input, signal);
    return doubts === undefined ? undefined : `By its schema, ${doubts}. ${advice.readIt.model}`;
  }

  #toolsBeside({ server }: CatalogTool): readonly CatalogTool[] {
    return this.#deps.snapshot.servers.find(({ name }) => name === server)?.tools ?? [];
  }

  #effectHint({ code, mayHaveTakenEffect, retryAfterMs }: CallFailure, tool: CatalogTool): string | undefined {
    if (mayHaveTakenEffect) {
      const looking = toolThatLooks(tool, this.#toolsBeside(tool));
      const where = looking ? ` with ${looking.path}` : '';
      // The message of a lost answer says already that the tool may have run.
      const isLost = code !== 'tool_failed' && code !== 'protocol_error';
      return isLost ? `Look${where} before you repeat it.` : `It may have taken effect: look${where} before you repeat it.`;
    }
    return retryAfterMs === undefined ? undefined : `The call had no effect: retry after ${retryAfterMs / 1_000} s.`;
  }

  #denied(names: CallNames, open: OpenCall, rule: Ruling['rule']): CallReply {
    const { path, sequence } = open;
    const reason = rule ? denialReason(rule) : 'A rule denies it.';
    this.#deps.recorder?.decided(sequence, open, { allowed: false, by: 'rule', detail: reason });
    return failed(names, 'denied', `${path} was not called. ${reason}`, advice.excluded.model);
  }

  #unsent(unsent: UnsentCalls, names: CallNames, open: OpenCall, needs: ReturnType<UnsentCalls['neededBy']>): CallReply {
    this.#deps.recorder?.decided(open.sequence, open, { allowed: false, by: 'dryRun' });
    return unsent.answer({ server: names.server, tool: names.tool, sequence: open.sequence }, open.path, needs);
  }

  async #signature(tool: CatalogTool): Promise<string> {
    return `${advice.signature.model}${(await this.#deps.declarations.tool(tool)).signature}`;
  }
}

/** Servers write parts of it. */
function plainError(error: CallFailure): CallFailure {
  const { message, hint } = error;
  return { ...error, message: plainText(message), ...(hint !== undefined && { hint: plainText(hint) }) };
}
