// Makes the spans of one run: the run itself, its preparation, each question to the user and each call. Names and
// attributes follow OpenTelemetry's semantic conventions 1.40 for GenAI (`execute_tool`) and MCP (client spans), all in
// development; attributes of Code Mode itself begin with `code_mode.`.
import type { JsonValue } from '../../base/json.ts';
import { featureCalls, type FeatureCall, type TracedSession } from '../../catalog/index.ts';
import type { CallDecision, RunStart, CallRecord, RunOutcome } from '../../engine/index.ts';
import {
  endState,
  jsonBeginning,
  type RunEvents,
  type BeginningRedactor,
  type Redactor,
} from '../../journal/index.ts';
import { longestText, type Attributes, type OtlpSpan } from './otlpSpan.ts';
import { newSpanId, newTraceId, readTraceParent, traceParentText } from './traceContext.ts';

interface RunSpansOptions {
  readonly export: (span: OtlpSpan) => void;
  /** Removes secrets from the values that spans carry; undefined if spans carry no values. */
  readonly redactor: ValueRedactor | undefined;
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
  named?: string;
}

export function runSpans(
  run: RunStart,
  id: string,
  startedAt: number,
  { export: send, redactor }: RunSpansOptions,
): RunEvents {
  const spans = new SpanTree(run, send);
  const calls = new Map<number, SpannedCall>();
  let isChecked = false;

  const callOf = (sequence: number): SpannedCall => {
    const open = calls.get(sequence) ?? { spanId: newSpanId(), madeAt: now() };
    calls.set(sequence, open);
    return open;
  };
  const checked = (): void => {
    if (!isChecked) spans.addChild({ name: 'check', kind: 'internal', from: startedAt, attributes: {} });
    isChecked = true;
  };
  const answered = (record: CallRecord, output: JsonValue | undefined): void => {
    const open = callOf(record.sequence);
    calls.delete(record.sequence);
    spans.addChild(callSpan(record, open, output, redactor), open.spanId);
  };

  return {
    scriptStarted: checked,
    called: (call) => {
      if (call.target === 'codemode') return;
      const open = callOf(call.sequence);
      if (call.target === 'feature') open.method = call.method;
      open.input = call.input;
      open.named = `${call.server}.${call.target === 'tool' ? call.tool : call.method}`;
    },
    decided: (sequence, { writes }, decision) => void Object.assign(callOf(sequence), { writes, decision }),
    sending: (sequence) => {
      callOf(sequence).sentAt = now();
      return undefined;
    },
    trace: (sequence) => {
      const open = callOf(sequence);
      const sentOver = (session: TracedSession) => (open.session = session);
      return { traceparent: spans.traceParentOf(open.spanId), sentOver };
    },
    answered: (_sequence, reply, record) => {
      if (record) answered(record, reply.ok ? reply.value : undefined);
    },
    asks: (sequence) => {
      const [from, attributes] = [now(), { 'code_mode.call': sequence }];
      return () => spans.addChild({ name: 'approval', kind: 'internal', from, attributes });
    },
    ended: (outcome) => {
      // For calls without an answer, the outcome of the run has the known facts.
      for (const record of outcome.calls) if (calls.has(record.sequence)) answered(record, undefined);
      checked();
      spans.addRoot({ ...runSpan(run, id, outcome, redactor), from: startedAt });
    },
  };
}

type OpenSpan = Omit<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'to'>;

/** The spans of a run: one for the run itself, below the span of its caller, and its children. */
class SpanTree {
  readonly #parent: ReturnType<typeof readTraceParent>;
  readonly #traceId: string;
  readonly #spanId = newSpanId();
  readonly #isSampled: boolean;
  readonly #send: (span: OtlpSpan) => void;

  constructor({ origin }: RunStart, send: (span: OtlpSpan) => void) {
    this.#parent = readTraceParent(origin.traceparent);
    this.#traceId = this.#parent?.traceId ?? newTraceId();
    // The caller's decision to sample applies to all spans that follow from the call.
    this.#isSampled = this.#parent?.isSampled ?? true;
    this.#send = send;
  }

  traceParentOf(spanId: string): string {
    return traceParentText(this.#traceId, spanId, this.#isSampled);
  }

  addRoot(span: OpenSpan): void {
    this.#add({ ...span, spanId: this.#spanId, ...(this.#parent && { parentSpanId: this.#parent.spanId }) });
  }

  addChild(span: OpenSpan, spanId = newSpanId()): void {
    this.#add({ ...span, spanId, parentSpanId: this.#spanId });
  }

  #add(span: Omit<OtlpSpan, 'traceId' | 'to'>): void {
    if (this.#isSampled) this.#send({ ...span, traceId: this.#traceId, to: now() });
  }
}

function callSpan(
  { sequence, server, tool, state, ms }: CallRecord,
  open: SpannedCall,
  output: JsonValue | undefined,
  redactor: ValueRedactor | undefined,
) {
  const { method, session, decision, input, sentAt, madeAt, writes, named = `${server}.${tool}` } = open;
  const mcpMethod = method === undefined ? 'tools/call' : featureCalls[method].method;
  const isMcp = session !== undefined || method !== undefined;
  return {
    name: `${isMcp ? mcpMethod : 'execute_tool'}${method === undefined ? ` ${tool}` : ''}`,
    kind: isMcp ? ('client' as const) : ('internal' as const),
    from: sentAt ?? madeAt,
    ...(state !== 'finished' && state !== 'dry_run' && { error: state === 'failed' ? 'tool_error' : state }),
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
      ...valuesOf(redactor, input, output, named),
    },
  };
}

function runSpan(run: RunStart, id: string, outcome: RunOutcome, redactor: ValueRedactor | undefined) {
  const { origin, code, args, dryRun, resumes } = run;
  const isTool = origin.door === 'chat' || origin.door === 'serve' || origin.door === 'provider';
  const [error] = outcome.errors;
  const given = { code: redactor?.code(code) ?? '', ...(args && { args }) };
  return {
    name: isTool ? 'execute_tool executeCode' : 'code_mode.run',
    kind: 'internal' as const,
    ...(error && { error: error.code }),
    attributes: {
      ...(isTool && {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'executeCode',
        'gen_ai.tool.type': 'function',
      }),
      'code_mode.run.id': id,
      'code_mode.run.state': endState(outcome),
      'code_mode.door': origin.door,
      'code_mode.run.calls': outcome.calls.length,
      'code_mode.run.dry': dryRun || undefined,
      'code_mode.run.resumes': resumes,
      ...valuesOf(redactor, given, outcome.value),
    },
  };
}

/** Returns the beginning of both values, in the length that is sent: many spans may wait in memory. */
function valuesOf(
  redactor: ValueRedactor | undefined,
  input: JsonValue | undefined,
  output: JsonValue | undefined,
  tool?: string,
): Attributes {
  if (!redactor) return {};
  const shown = (value: JsonValue | undefined) =>
    value === undefined ? undefined : jsonBeginning(redactor, value, tool, longestText + 1);
  return { 'gen_ai.tool.call.arguments': shown(input), 'gen_ai.tool.call.result': shown(output) };
}

/** Returns milliseconds since 1970, with fractions, from a clock that never goes back. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
