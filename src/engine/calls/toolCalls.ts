// Answers the tool calls of one run: finds the tool in this run's snapshot, checks the argument, asks where a write was
// not foreseen, calls, and writes down what became of each call.
import type { CatalogSnapshot, CatalogTool, FeatureLookup, Lookup } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { featureCalls } from '../../catalog/serverFeatures.ts';
import type { ToolError, ToolErrorCode } from '../../catalog/toolError.ts';
import type { CallOptions, ContentBlock } from '../../catalog/toolSource.ts';
import type { UsageCounts } from '../../catalog/search/usageCounts.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import type { CallContext, CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import { needsApproval, type Approval, type Approver } from '../approval.ts';
import { callValue, rawCallValue, textForUser, textOf } from './callValue.ts';
import { explainLookup } from '../find/explainLookup.ts';
import { readFeatureRequest } from './featureRequest.ts';
import { otherNames } from '../find/otherNames.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import { readInput } from '../input/readInput.ts';
import type { CallProgress, CallRecord } from '../runOutcome.ts';

type ToolCall = Extract<GuestCall, { target: 'tool' }>;
type FeatureCall = Extract<GuestCall, { target: 'feature' }>;

const MOST_NOTES = 10;

/** Hears of the calls of one run as they happen. None of these may throw. */
export interface CallObserver {
  /** `sequence` is the call's number in the run, `path` is `tools.<server>.<tool>`. */
  onCallStarted?(call: { readonly sequence: number; readonly path: string; readonly input: JsonValue | undefined }): void;
  /** `exchange`: what the script passed and what it got, or why it got nothing. */
  onCallEnded?(record: CallRecord, exchange: { readonly input: JsonValue | undefined; readonly reply: CallReply }): void;
  /** Of a call, or of the script itself; `fraction` from 0 to 1, where it is known. */
  onProgress?(message: string, fraction: number | undefined): void;
}

interface Dependencies {
  readonly snapshot: CatalogSnapshot;
  readonly declarations: Declarations;
  readonly validator: InputValidator;
  readonly approver: Approver;
  /** Tools that the person has already allowed for this run. */
  readonly approved: Iterable<CatalogTool>;
  readonly observer: CallObserver;
  readonly origin: unknown;
  /** Is told of each call that succeeded. */
  readonly usage: UsageCounts;
  /** Hears of every answer of a tool that does not say what it answers. */
  readonly observe: (tool: CatalogTool, answer: JsonValue | undefined) => void;
}

interface CallNames {
  readonly server: string;
  readonly tool: string;
}

interface OpenCall extends CallNames {
  readonly sequence: number;
  readonly path: string;
  readonly writes: boolean;
  readonly startedAt: number;
  progress?: CallProgress;
}

export class ToolCalls {
  readonly #deps: Dependencies;
  readonly #open = new Map<number, OpenCall>();
  readonly #records: CallRecord[] = [];
  /** By what is told and of which tool: a script may vary a name without end. */
  readonly #notes = new Map<string, string>();
  readonly #approvals = new Map<string, Promise<Approval>>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    for (const tool of dependencies.approved) this.#approvals.set(tool.path, Promise.resolve({ granted: true }));
  }

  /** Settles every call exactly once; never rejects. */
  answer(call: ToolCall | FeatureCall, context: CallContext): Promise<CallReply> {
    return call.target === 'tool' ? this.#answerTool(call, context) : this.#answerFeature(call, context);
  }

  /** What became of the calls so far; those still in flight are `unknown`. In the order in which they were made. */
  records(): readonly CallRecord[] {
    const inFlight = [...this.#open.values()].map((open) => recordOf(open, 'unknown'));
    return [...this.#records, ...inFlight].sort((a, b) => a.sequence - b.sequence);
  }

  /** What was read as what in the calls, each once. */
  notes(): readonly string[] {
    const all = [...this.#notes.values()];
    const more = all.length - MOST_NOTES;
    return more > 0 ? [...all.slice(0, MOST_NOTES), `${more} more tools were named or called in other ways.`] : all;
  }

  #answerTool(call: ToolCall, context: CallContext): Promise<CallReply> {
    const lookup = this.#deps.snapshot.find(call.server, call.tool);
    const { server, tool } = call;
    if (lookup.kind !== 'tool') {
      const names = { server, tool, path: `tools.${server}.${tool}`, writes: false };
      return this.#recorded(call, names, () => this.#refuse(names, lookup));
    }
    this.#noteNames(call, lookup.tool);
    const { server: rawServer, name, path, readOnly } = lookup.tool;
    const names = { server: rawServer, tool: name, path, writes: !readOnly };
    return this.#recorded(call, names, () => this.#callTool(call, lookup.tool, context));
  }

  /** Nobody is asked: what a server offers beside its tools can only be read. */
  #answerFeature(call: FeatureCall, { signal, whilePersonDecides }: CallContext): Promise<CallReply> {
    const { snapshot } = this.#deps;
    const { method } = call;
    const lookup = snapshot.findFeature(call.server, featureCalls[method].feature);
    const server = 'server' in lookup ? lookup.server : { name: call.server, namespace: call.server };
    const names = { server: server.name, tool: method, path: `tools.${server.namespace}.${method}`, writes: false };
    return this.#recorded(call, names, async () => {
      if (lookup.kind !== 'feature') return this.#refuse(names, lookup);
      const reading = readFeatureRequest(method, call.input);
      if (!reading.ok) return failed(names, 'invalid_input', `${names.path} ${reading.problem}.`);
      return lookup.ask(reading.request, {
        signal,
        whilePersonDecides,
        onProgress: this.#progressOf(call, names.path),
      });
    });
  }

  /** Tells of it, and remembers the last. */
  #progressOf({ sequence }: ToolCall | FeatureCall, path: string): NonNullable<CallOptions['onProgress']> {
    return (message, fraction) => {
      const open = this.#open.get(sequence);
      if (open) open.progress = { message, ...(fraction !== undefined && { fraction }) };
      this.#deps.observer.onProgress?.(`${path}: ${message}`, fraction);
    };
  }

  async #recorded(
    { sequence, input }: ToolCall | FeatureCall,
    names: Omit<OpenCall, 'sequence' | 'startedAt'>,
    work: () => Promise<CallReply>,
  ): Promise<CallReply> {
    const open = { ...names, sequence, startedAt: performance.now() };
    this.#open.set(sequence, open);
    this.#deps.observer.onCallStarted?.({ sequence, path: open.path, input });
    let reply: CallReply;
    try {
      reply = await work();
    } catch (cause) {
      reply = failed(
        names,
        'protocol_error',
        `${open.path} failed unexpectedly: ${cause instanceof Error ? cause.message : String(cause)}`,
      );
    }
    this.#end(open, input, reply);
    return reply;
  }

  async #callTool(call: ToolCall, tool: CatalogTool, context: CallContext): Promise<CallReply> {
    const { validator, observer, usage, origin } = this.#deps;
    const read = await readInput(tool, call.input, validator);
    if (!read.ok) {
      return failed(call, 'invalid_input', `${tool.path} takes one object of named arguments: ${await this.#signature(tool)}`);
    }
    if (read.note !== undefined) this.#notes.set(`input of ${tool.path}`, read.note);
    const input = { ...tool.defaults, ...read.input };
    const problem = await validator.problem(tool, input);
    if (problem) return failed(call, 'invalid_input', `${tool.path}: ${problem}. Its signature: ${await this.#signature(tool)}`);
    const approval = await this.#approve(tool, input, context);
    if (!approval.granted) return failed(call, 'denied', `${tool.path} was not called: ${approval.reason}`);
    const outcome = await tool.call(input, {
      signal: context.signal,
      origin,
      whilePersonDecides: context.whilePersonDecides,
      onProgress: this.#progressOf(call, tool.path),
    });
    if (!outcome.ok) return { ok: false, error: outcome.error };
    if (outcome.result.isError) {
      const { content } = outcome.result;
      return failed(call, 'tool_failed', `${tool.path} failed: ${textOf(content) || 'the tool gave no reason'}`, content);
    }
    usage.record(tool.server, tool.name);
    const told = textForUser(outcome.result);
    if (told !== '') observer.onProgress?.(`${tool.path}: ${told}`, undefined);
    if (call.form === 'raw') return { ok: true, value: rawCallValue(outcome.result) };
    const value = callValue(outcome.result);
    if (tool.outputSchema === undefined) this.#deps.observe(tool, value);
    return { ok: true, value };
  }

  #approve(tool: CatalogTool, input: JsonObject, context: CallContext): Promise<Approval> {
    if (!needsApproval(tool)) return Promise.resolve({ granted: true });
    const known = this.#approvals.get(tool.path);
    if (known) return known;
    const asked = context.whilePersonDecides(() => this.#deps.approver.approveCall(tool, input, context.signal));
    this.#approvals.set(tool.path, asked);
    return asked;
  }

  async #refuse(names: CallNames, lookup: Exclude<Lookup | FeatureLookup, { kind: 'tool' | 'feature' }>): Promise<CallReply> {
    const { snapshot, declarations } = this.#deps;
    const refusal = await explainLookup(lookup, names.server, names.tool, snapshot, declarations);
    return failed(names, refusal.error, `${refusal.message} ${refusal.hint}`);
  }

  async #signature(tool: CatalogTool): Promise<string> {
    return (await this.#deps.declarations.tool(tool)).signature;
  }

  #noteNames({ server, tool: name }: ToolCall, tool: CatalogTool): void {
    const note = otherNames({ server, tool: name }, tool);
    if (note !== undefined && !this.#notes.has(`name of ${tool.path}`)) this.#notes.set(`name of ${tool.path}`, note);
  }

  #end(open: OpenCall, input: JsonValue | undefined, reply: CallReply): void {
    this.#open.delete(open.sequence);
    const record = reply.ok ? recordOf(open, 'finished') : recordOf(open, stateOf(reply.error.code), reply.error.message);
    this.#records.push(record);
    this.#deps.observer.onCallEnded?.(record, { input, reply });
  }
}

/** After these nobody can say whether the tool did its work. */
function stateOf(code: ToolErrorCode): 'failed' | 'unknown' {
  return code === 'cancelled' || code === 'timeout' || code === 'server_unavailable' ? 'unknown' : 'failed';
}

function recordOf(open: OpenCall, state: CallRecord['state'], message?: string): CallRecord {
  const { startedAt, ...names } = open;
  return { ...names, state, ms: performance.now() - startedAt, ...(message !== undefined && { message }) };
}

function failed({ server, tool }: CallNames, code: ToolErrorCode, message: string, content: readonly ContentBlock[] = []): CallReply {
  const error: ToolError = { code, server, tool, message, retryable: false, content };
  return { ok: false, error };
}
