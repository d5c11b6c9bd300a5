// Tests the entries that a run on the terminal leaves in the audit log, and the spans that it sends to a collector.
import assert from 'node:assert/strict';
import { OtlpCollector } from '../fakes/otlpCollector.ts';
import { config, everything, TestFolder } from './codeMode.ts';

const echo = 'return await tools.everything.echo({ message: "planted-value" })';

describe('a run on the terminal', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': { servers: { everything } } });

  it('is in the audit log with --audit, whole and without values', async () => {
    const run = await folder.codeMode(['run', '-e', echo, '--audit', '--type-check', 'off', ...config]);
    assert.equal(run.code, 0, run.stderr);
    const exported = (await folder.codeMode(['audit', 'export'])).stdout;
    const entries = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    assert.deepEqual(
      [entries[0]?.['t'], entries[0]?.['door'], entries.at(-1)?.['t'], entries.at(-1)?.['state']],
      ['run', 'terminal', 'end', 'done'],
    );
    assert.deepEqual(
      entries.slice(1, -1).map(({ t }) => t),
      ['decision', 'sent', 'outcome'],
    );
    assert.equal(exported.includes('planted-value'), false);
  });

  it('leaves no audit log by itself', async () => {
    await folder.codeMode(['run', '-e', 'return 1', ...config]);
    const { code, stderr } = await folder.codeMode(['audit', 'export']);
    assert.equal(code, 1);
    assert.match(stderr, /there is no audit log/);
  });

  it('is sent to the collector that the environment names, before the command ends', async () => {
    await using collector = await OtlpCollector.open();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    const { code } = await folder.codeMode(['run', '-e', echo, ...config], '', env);
    assert.equal(code, 0);
    const names = collector.spans.map(({ name }) => name).toSorted();
    assert.deepEqual(names, ['check', 'code_mode.run', 'tools/call echo']);
    assert.ok(collector.spans.every(({ traceId }) => traceId === '4bf92f3577b34da6a3ce929d0e0e4736'));
    assert.equal(JSON.stringify(collector.spans).includes('planted-value'), false);
  });
});
