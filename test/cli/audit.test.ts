// The entries that a run on the terminal leaves in the audit log, and the spans that it sends to a collector.
import assert from 'node:assert/strict';
import { OtlpCollector } from '../fakes/otlpCollector.ts';
import { config, everything, TestFolder } from './codeMode.ts';

const echo = 'return await tools.everything.echo({ message: "planted-value" })';

describe('a run on the terminal', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': { servers: { everything } } });
  });
  afterEach(() => folder[Symbol.dispose]());

  it('is in the audit log with --audit, whole and without values', async () => {
    const run = await folder.codeMode(['run', '-e', echo, '--audit', '--type-check', 'off', ...config]);
    assert.equal(run.code, 0, run.stderr);
    const { code, stdout } = await folder.codeMode(['audit', 'verify', '--json']);
    assert.equal(code, 0);
    const exported = (await folder.codeMode(['audit', 'export'])).stdout;
    const entries = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    assert.equal((JSON.parse(stdout) as { lines: number }).lines, entries.length);
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

  it('is missed by audit verify where its first line was removed, unless --after has the hash of that line', async () => {
    await folder.codeMode(['run', '-e', 'return 1', '--audit', ...config]);
    const [first = '', ...others] = (await folder.codeMode(['audit', 'export'])).stdout.split('\n');
    await folder.write('rest.jsonl', others.join('\n'));
    const rest = await folder.codeMode(['audit', 'verify', 'rest.jsonl']);
    assert.deepEqual([rest.code, /rest\.jsonl:1: .* 1 line before it is missing/.test(rest.stderr)], [1, true]);
    const { hash } = JSON.parse(first) as { readonly hash: string };
    assert.equal((await folder.codeMode(['audit', 'verify', 'rest.jsonl', '--after', hash])).code, 0);
  });

  it('is sent to the collector that the environment names, before the command ends', async () => {
    await using collector = await OtlpCollector.open();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    const { code } = await folder.codeMode(['run', '-e', echo, ...config], '', env);
    assert.equal(code, 0);
    const names = collector.spans.map(({ name }) => name).toSorted();
    assert.deepEqual(names, ['check', 'code_mode.run', 'tools/call echo']);
    assert.ok(collector.spans.every(({ traceId }) => traceId === '4bf92f3577b34da6a3ce929d0e0e4736'));
    assert.equal(JSON.stringify(collector.spans).includes('planted-value'), false);
  });
});
