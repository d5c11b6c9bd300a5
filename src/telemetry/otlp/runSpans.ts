// Makes the spans of one run: the run itself, its preparation, each question to the user and each call. Names and
// attributes follow OpenTelemetry's semantic conventions 1.40 for GenAI (`execute_tool`) and MCP (client spans), all in
// development; attributes of Code Mode itself begin with `code_mode.`.
import type { JsonValue } from '../../base/json.ts';
import { featureCalls, type FeatureCall, type CallTrace, type TracedSession } from '../../catalog/index.ts';
import type { CallDecision, RunRecorder, RunStart, CallRecord, RunOutcome } from '../../engine/index.ts';
import {
  callShapeOf,
  deaf,
  toolOf,
  endState,
  jsonBeginning,
  type BeginningRedactor,
  type Redactor,
} from '../../journal/index.ts';
import { longestText, type Attributes, type OtlpSpan } from './otlpSpan.ts';
import { newSpanId, newTraceId, readTraceParent, traceParentText } from './traceContext.ts';

interface RunSpansOptions {
  readonly export: (span: OtlpSpan) => void;
  /** Removes secrets from the values that spans carry; undefined if spans carry no values. */
  readonly redactor: ValueRedactor | undefined;
  /** Milliseconds since 1970, with fractions. */
  readonly now: () => number;
}

export type ValueRedactor = BeginningRedactor & Pick<Redactor, 'code'>;

interface SpannedCall {
  readonly spanId: string;
  readonly madeAt: number;
  sentAt?: number;
  method?: FeatureCall;
  decision?: CallDecision;
  writes?: boolean;
  session?: TracedSession;
  input?: JsonValue | undefined;
  /** `server.tool` as the script names it. */
  named?: string | undefined;
}

export function runSpans(
  run: RunStart,
  id: string,
  from: number,
  options: RunSpansOptions,
): Omit<RunRecorder, 'id'> {
  const spans = new RunSpans(run, id, from, options);
  return {
    ...deaf,
    scriptStarted: () => spans.checked(),
    called: (call) => {
      if (call.target === 'codemode') return;
      const open = spans.call(call.sequence);
      if (call.target === 'feature') open.method = call.method;
      open.input = call.input;
      open.named = toolOf(callShapeOf(call));
    },
    decided: (sequence, { writes }, decision) =>
      void Object.assign(spans.call(sequence), { writes, decision }),
    sending: (sequence) => {
      spans.call(sequence).sentAt = options.now();
      return undefined;
    },
    trace: (sequence) => spans.trace(sequence),
    answered: (sequence, reply, record) => {
      if (record) spans.answered(sequence, record, reply.ok ? reply.value : undefined);
    },
    asks: (sequence) => spans.asks(sequence),
    ended: (outcome) => spans.ended(outcome),
  };
}

class RunSpans {
  readonly #run: RunStart;
  readonly #id: string;
  readonly #from: number;
  readonly #options: RunSpansOptions;
  readonly #traceId: string;
  readonly #parentSpanId: string | undefined;
  readonly #isSampled: boolean;
  readonly #spanId = newSpanId();
  readonly #calls = new Map<number, SpannedCall>();
  #isChecked = false;

  constructor(run: RunStart, id: string, from: number, options: RunSpansOptions) {
    const parent = readTraceParent(run.origin.traceparent);
    [this.#run, this.#id, this.#from, this.#options] = [run, id, from, options];
    this.#traceId = parent?.traceId ?? newTraceId();
    this.#parentSpanId = parent?.spanId;
    // The caller's decision to sample applies to all spans that follow from the call.
    this.#isSampled = parent?.isSampled ?? true;
  }

  call(sequence: number): SpannedCall {
    const open = this.#calls.get(sequence) ?? { spanId: newSpanId(), madeAt: this.#options.now() };
    this.#calls.set(sequence, open);
    return open;
  }

  trace(sequence: number): CallTrace {
    const open = this.call(sequence);
    return {
      traceparent: traceParentText(this.#traceId, open.spanId, this.#isSampled),
      sentOver: (session) => (open.session = session),
    };
  }

  checked(): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    this.#child({ name: 'check', kind: 'internal', from: this.#from, attributes: {} });
  }

  asks(sequence: number | undefined): () => void {
    const from = this.#options.now();
    let isOver = false;
    return () => {
      if (!isOver)
        this.#child({ name: 'approval', kind: 'internal', from, attributes: { 'code_mode.call': sequence } });
      isOver = true;
    };
  }

  answered(sequence: number, { server, tool, state, ms }: CallRecord, output: JsonValue | undefined): void {
    const open = this.call(sequence);
    this.#calls.delete(sequence);
    const { method, session, decision, sentAt, madeAt, spanId, writes, named = `${server}.${tool}` } = open;
    const mcpMethod = method === undefined ? 'tools/call' : featureCalls[method].method;
    const isMcp = session !== undefined || method !== undefined;
    this.#child({
      spanId,
      name: `${isMcp ? mcpMethod : 'execute_tool'}${method === undefined ? ` ${tool}` : ''}`,
      kind: isMcp ? 'client' : 'internal',
      from: sentAt ?? madeAt,
      ...(state !== 'finished' &&
        state !== 'dry_run' && { error: state === 'failed' ? 'tool_error' : state }),
      attributes: {
        ...(method === undefined && {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.tool.type': 'extension',
        }),
        ...(isMcp && { 'mcp.method.name': mcpMethod }),
        'mcp.session.id': session?.sessionId,
        'mcp.protocol.version': session?.protocolVersion,
        'network.transport': session?.transport,
        'code_mode.server': server,
        'code_mode.call': sequence,
        'code_mode.call.state': state,
        'code_mode.call.writes': writes,
        'code_mode.call.allowed_by': decision?.by,
        'code_mode.call.ms': Math.round(ms),
        ...this.#values(
          { 'gen_ai.tool.call.arguments': open.input, 'gen_ai.tool.call.result': output },
          named,
        ),
      },
    });
  }

  ended(outcome: RunOutcome): void {
    // For calls without an answer, the outcome of the run has the known facts.
    for (const { sequence, ...record } of outcome.calls) {
      if (this.#calls.has(sequence)) this.answered(sequence, { sequence, ...record }, undefined);
    }
    this.checked();
    const { origin, code, args, dryRun, resumes } = this.#run;
    const shown = this.#options.redactor?.code(code) ?? '';
    const isTool = origin.door === 'chat' || origin.door === 'serve' || origin.door === 'provider';
    const [error] = outcome.errors;
    this.#export({
      traceId: this.#traceId,
      spanId: this.#spanId,
      ...(this.#parentSpanId !== undefined && { parentSpanId: this.#parentSpanId }),
      name: isTool ? 'execute_tool executeCode' : 'code_mode.run',
      kind: 'internal',
      from: this.#from,
      to: this.#options.now(),
      ...(error && { error: error.code }),
      attributes: {
        ...(isTool && {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'executeCode',
          'gen_ai.tool.type': 'function',
        }),
        'code_mode.run.id': this.#id,
        'code_mode.run.state': endState(outcome),
        'code_mode.door': origin.door,
        'code_mode.run.calls': outcome.calls.length,
        'code_mode.run.dry': dryRun || undefined,
        'code_mode.run.resumes': resumes,
        ...this.#values({
          'gen_ai.tool.call.arguments': { code: shown, ...(args && { args }) },
          'gen_ai.tool.call.result': outcome.value,
        }),
      },
    });
  }

  /** Returns the beginning of each value, in the length that is sent: many spans may wait in memory. */
  #values(values: Readonly<Record<string, JsonValue | undefined>>, tool?: string): Attributes {
    const { redactor } = this.#options;
    if (!redactor) return {};
    const shown = (value: JsonValue) => jsonBeginning(redactor, value, tool, longestText + 1);
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value === undefined ? undefined : shown(value)]),
    );
  }

  #child(
    span: Pick<OtlpSpan, 'name' | 'kind' | 'from' | 'attributes' | 'error'> & { readonly spanId?: string },
  ): void {
    this.#export({
      spanId: newSpanId(),
      ...span,
      traceId: this.#traceId,
      parentSpanId: this.#spanId,
      to: this.#options.now(),
    });
  }

  #export(span: OtlpSpan): void {
    if (this.#isSampled) this.#options.export(span);
  }
}
