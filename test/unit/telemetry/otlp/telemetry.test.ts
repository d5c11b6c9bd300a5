// Tests the spans that a collector on this machine receives, with a recorder that the tests call directly.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunRecorder } from '../../../../src/engine/runJournal.ts';
import { LazyTelemetry } from '../../../../src/telemetry/otlp/lazyTelemetry.ts';
import type { OtlpSpan } from '../../../../src/telemetry/otlp/otlpSpan.ts';
import { runSpans } from '../../../../src/telemetry/otlp/runSpans.ts';
import { targetOf, type TelemetryTarget } from '../../../../src/telemetry/otlp/telemetryTarget.ts';
import { OtlpCollector } from '../../../fakes/otlpCollector.ts';
import { redactorOf } from '../../../fakes/redactorOf.ts';
import { addItem, callRecord, runOutcome, startedRun, toolCall } from '../../../fakes/startedRun.ts';
import { openedForEach } from '../../../fakes/opened.ts';

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const tracedBy = (traceparent: string) => startedRun({ origin: { door: 'serve', traceparent } });
const script = { names: {}, results: {}, limits: {}, typeCheck: 'error' } as Parameters<
  RunRecorder['scriptStarted']
>[0];

describe('telemetry', () => {
  const collector = openedForEach(() => OtlpCollector.open());
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
  });

  const telemetryOf = (target: TelemetryTarget | undefined, times = {}) =>
    new LazyTelemetry({
      target: () => target,
      version: '1.2.3',
      redactor: redactorOf([], ['planted-secret']),
      fetch: globalThis.fetch,
      warn: (line) => warnings.push(line),
      times,
    });
  const on = (includeValues = false, times = {}) =>
    telemetryOf(targetOf(collector.endpoint, includeValues), times);

  /** Records one call of an MCP server after a question. */
  async function drive(telemetry: LazyTelemetry, run = startedRun()): Promise<string | undefined> {
    const recorder = telemetry.begin(run, 'run-1');
    assert.equal(await recorder?.ready?.(), undefined);
    recorder?.asks?.(undefined)();
    recorder?.scriptStarted?.(script);
    const input = { name: 'planted-value', token: 'planted-secret' };
    recorder?.called?.(toolCall(1, 'shop.addItem', input));
    recorder?.decided?.(1, addItem, { allowed: true, by: 'user' });
    const trace = recorder?.trace?.(1);
    assert.equal(recorder?.sending?.(1, true), undefined);
    trace?.sentOver({ transport: 'tcp', sessionId: 's-1', protocolVersion: '2025-11-25' });
    recorder?.answered?.(1, { ok: true, value: 'planted-value' }, callRecord());
    recorder?.ended?.(runOutcome({ calls: [callRecord()] }));
    return trace?.traceparent;
  }

  /** Returns the trace context of the call after all spans were sent. */
  async function driven(telemetry: LazyTelemetry, run = startedRun()): Promise<string | undefined> {
    const traceparent = await drive(telemetry, run);
    await telemetry.dispose();
    return traceparent;
  }

  const runSpan = () => collector.spans.find(({ name }) => name === 'execute_tool executeCode');
  const callSpan = () => collector.spans.find(({ name }) => name === 'tools/call add_item');

  it('has a span of the run, and below it of its check, the question and the call', async () => {
    const traceparent = await driven(on());
    const { spans } = collector;
    const [run, call] = [runSpan(), callSpan()];
    assert.ok(run && call);
    assert.deepEqual(spans.map(({ name }) => name).toSorted(), [
      'approval',
      'check',
      'execute_tool executeCode',
      'tools/call add_item',
    ]);
    assert.ok(
      spans.every(
        (span) => span === run || (span.parentSpanId === run.spanId && span.traceId === run.traceId),
      ),
    );
    assert.equal(traceparent, `00-${run.traceId}-${call.spanId}-01`);
    assert.ok(
      BigInt(run.startTimeUnixNano) <= BigInt(call.startTimeUnixNano) &&
        BigInt(call.endTimeUnixNano) <= BigInt(run.endTimeUnixNano),
    );
    assert.deepEqual(collector.resource['service.name'], 'code-mode');
    assert.equal(collector.requests[0]?.url, '/v1/traces');
  });

  it('names calls as the conventions for GenAI and MCP do, without values', async () => {
    await driven(on());
    const call = callSpan();
    assert.equal(call?.kind, 3);
    assert.deepEqual(call.attributes, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add_item',
      'gen_ai.tool.type': 'extension',
      'mcp.method.name': 'tools/call',
      'mcp.session.id': 's-1',
      'mcp.protocol.version': '2025-11-25',
      'network.transport': 'tcp',
      'code_mode.server': 'shop',
      'code_mode.call': 1,
      'code_mode.call.state': 'finished',
      'code_mode.call.writes': true,
      'code_mode.call.allowed_by': 'user',
      'code_mode.call.ms': 12,
    });
    assert.equal(JSON.stringify(collector.spans).includes('planted'), false);
  });

  it('has values where they are wanted, without secrets', async () => {
    await driven(on(true));
    const call = callSpan();
    assert.equal(call?.attributes['gen_ai.tool.call.arguments'], '{"name":"planted-value","token":"•••"}');
    assert.equal(call.attributes['gen_ai.tool.call.result'], '"planted-value"');
    assert.equal(JSON.stringify(collector.spans).includes('planted-secret'), false);
  });

  it('hides in values what a rule names for a tool, and keeps no more of them than is sent', () => {
    const spans: OtlpSpan[] = [];
    const recorder = runSpans(startedRun(), 'run-1', 0, {
      export: (span) => spans.push(span),
      redactor: redactorOf(['crm.*: $..email']),
    });
    const customers = Array.from({ length: 10_000 }, () => ({ email: 'ann@b.c' }));
    recorder.called?.(toolCall(1, 'crm.findAll', { email: 'ann@b.c' }));
    recorder.answered?.(
      1,
      { ok: true, value: customers },
      callRecord({ server: 'CRM server', tool: 'find_all' }),
    );
    const [call] = spans;
    assert.equal(call?.attributes['gen_ai.tool.call.arguments'], '{"email":"•••"}');
    const result = String(call.attributes['gen_ai.tool.call.result']);
    assert.match(result, /^\[\{"email":"•••"\},\{/);
    assert.ok(result.length < 17_000, String(result.length));
    recorder.ended?.(runOutcome({ value: customers }));
    assert.ok(String(spans.at(-1)?.attributes['gen_ai.tool.call.result']).length < 17_000);
  });

  it('calls a tool of no MCP server by its name alone, and a failure an error', async () => {
    const telemetry = on();
    const recorder = telemetry.begin(startedRun({ origin: { door: 'script' } }), 'run-1');
    await recorder?.ready?.();
    recorder?.called?.(toolCall(1, 'workspace.readFile'));
    recorder?.answered?.(
      1,
      { ok: true, value: 1 },
      callRecord({ server: 'workspace', tool: 'readFile', state: 'failed' }),
    );
    recorder?.ended?.(runOutcome({ ok: false, errors: [{ code: 'timeout', message: 'planted-value' }] }));
    await telemetry.dispose();
    const [call, , run] = collector.spans;
    assert.deepEqual(
      [call?.name, call?.kind, call?.status.code, call?.attributes['error.type']],
      ['execute_tool readFile', 1, 2, 'tool_error'],
    );
    assert.deepEqual(
      [run?.name, run?.status.code, run?.attributes['error.type']],
      ['code_mode.run', 2, 'timeout'],
    );
  });

  it('goes on with the trace of the request that asked', async () => {
    const traceparent = await driven(on(), tracedBy(parent));
    assert.deepEqual(
      [runSpan()?.traceId, runSpan()?.parentSpanId],
      ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'],
    );
    assert.match(traceparent ?? '', /^00-4bf92f3577b34da6a3ce929d0e0e4736-/);
  });

  it('sends nothing of a trace that is not sampled, and passes that on', async () => {
    const traceparent = await driven(on(), tracedBy(parent.replace(/01$/, '00')));
    assert.match(traceparent ?? '', /-00$/);
    assert.equal(collector.requests.length, 0);
  });

  it('begins a trace of its own where the header of a client is none', async () => {
    await driven(on(), tracedBy('00-zz'));
    assert.ok(runSpan());
    assert.equal(runSpan()?.parentSpanId, undefined);
  });

  it('wants nothing of a run while it is off', () => {
    assert.equal(telemetryOf(undefined).begin(startedRun(), 'run-1'), undefined);
  });

  it('is imported by nothing but where it is loaded when it is needed', () => {
    const src = join(import.meta.dirname, '../../../../src');
    const lazy = ['telemetry', 'runSpans', 'otlpExporter', 'otlpSpan', 'traceContext'].join('|');
    const statically = new RegExp(`^import (?!type )[^;]*/(?:${lazy})\\.ts';`, 'm');
    const importers = globSync('**/*.ts', { cwd: src }).filter((file) =>
      statically.test(readFileSync(join(src, file), 'utf8')),
    );
    assert.deepEqual(importers.map((file) => basename(file)).toSorted(), [
      'otlpExporter.ts',
      'runSpans.ts',
      'telemetry.ts',
    ]);
  });

  it('sends again what the collector could not take, and not what it refused', async () => {
    const telemetry = on(false, { everyMs: 1, firstRetryMs: 1 });
    collector.answers.push((response) => response.writeHead(503).end());
    await drive(telemetry);
    await collector.requested(2);
    await telemetry.dispose();
    assert.equal(collector.spans.length, 4);
    collector.answers.push((response) => response.writeHead(400).end());
    await driven(on(false, { firstRetryMs: 1 }));
    assert.equal(collector.requests.length, 3);
    assert.deepEqual(warnings.length, 2);
  });

  it('gives up at the end, and says once that nothing came through', async () => {
    collector.answers.push(() => undefined);
    // The request itself would be given up after its own timeout, and sent again.
    await driven(on(false, { atEndMs: 50 }));
    assert.ok(collector.requests.length <= 1);
    await driven(telemetryOf(targetOf('http://127.0.0.1:1', false), { firstRetryMs: 1 }));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^Telemetry did not reach http:\/\/127\.0\.0\.1:1: /);
  });

  it('says once that the collector rejected spans, and does not send them again', async () => {
    const partialSuccess = { rejectedSpans: '4', errorMessage: 'quota' };
    const rejects = (response: { end(text: string): void }) =>
      response.end(JSON.stringify({ partialSuccess }));
    collector.answers.push(rejects, rejects);
    const telemetry = on(false, { everyMs: 1 });
    await drive(telemetry);
    await collector.requested(1);
    await driven(telemetry);
    assert.equal(collector.requests.length, 2);
    assert.match(warnings.join('\n'), /^Telemetry did not reach \S+: it rejected spans: "quota"$/);
  });

  it('does not send again what the collector took before the connection broke', async () => {
    collector.answers.push((response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('{', () => response.destroy());
    });
    await driven(on(false, { firstRetryMs: 1 }));
    assert.equal(collector.requests.length, 1);
    assert.deepEqual(warnings, []);
  });

  it('cuts no value between the halves of a character', async () => {
    const telemetry = on(true);
    const recorder = telemetry.begin(startedRun(), 'run-1');
    await recorder?.ready?.();
    recorder?.ended?.(runOutcome({ value: `${'x'.repeat(16_382)}😀…` }));
    await telemetry.dispose();
    assert.match(String(runSpan()?.attributes['gen_ai.tool.call.result']), /x\ufffd…$/);
  });

  it('quotes no header that cannot be sent', async () => {
    const target = targetOf(collector.endpoint, false);
    assert.ok(target);
    const headers = { 'x-key': 'planted\0key' };
    await driven(telemetryOf({ ...target, headers }, { firstRetryMs: 1 }));
    assert.match(warnings.join(), /•••/);
    assert.doesNotMatch(warnings.join(), /planted/);
  });

  it('holds a bounded number of spans', async () => {
    const telemetry = on(false, { everyMs: 60_000 });
    collector.answers.push((response) => response.writeHead(503, { 'retry-after': '30' }).end());
    for (let run = 0; run < 700; run += 1) await drive(telemetry);
    await telemetry.dispose();
    assert.ok(collector.spans.length <= 2_048 + 512, String(collector.spans.length));
  });
});
