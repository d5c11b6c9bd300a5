// Plants secrets at all places where a run can meet them. No secret is on disk afterwards, except in an answer that
// does not mark it as secret.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AuditJournal } from '../../src/telemetry/audit/auditJournal.ts';
import { AuditLog } from '../../src/telemetry/audit/auditLog.ts';
import { combinedJournal } from '../../src/journal/record/combinedJournal.ts';
import { Redactor } from '../../src/journal/redaction/redactor.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import { LazyTelemetry } from '../../src/telemetry/otlp/lazyTelemetry.ts';
import { targetOf } from '../../src/telemetry/otlp/telemetryTarget.ts';
import { OtlpCollector } from '../fakes/otlpCollector.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { EverythingHttpServer } from '../mcp/everythingHttpServer.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { ProtectedWorkspace } from '../mcp/protectedWorkspace.ts';
import { realServer } from '../mcp/realServer.ts';

const planted = {
  environment: 'planted-environment-1',
  header: 'planted-header-2',
  input: 'planted-input-3',
  code: 'planted-code-4',
  argument: 'planted-argument-5',
  field: 'planted-field-6',
};
const unnamed = 'unnamed-secret-7';

const signInScript = `
  const answer = await tools.vault.header({});
  const authorization = codemode.args.note;
  console.log(authorization, btoa("user:" + authorization));
  codemode.progress(authorization, 0.5);
  codemode.display({ type: "text", text: authorization });
  await tools.local.echo({ message: authorization.repeat(2_000) });
  await tools.local.getSum({ a: authorization, b: 1 });
  return { answer, authorization };`;

const script = `
  const login = { password: "${planted.code}" };
  const env = await tools.local.getEnv({});
  console.log(env, JSON.stringify(codemode.args));
  const said = await tools.local.echo({ message: JSON.stringify({ apiKey: "${planted.field}", note: "${unnamed}" }) });
  await tools.web.echo({ message: "Bearer ${planted.header}" });
  codemode.progress("with ${planted.environment}");
  await tools.local.echo({ message: "${planted.input}".repeat(2_000) });
  throw new Error("failed with ${planted.environment} and ${planted.header}");`;

describe('the record of a run that meets secrets', () => {
  let web: EverythingHttpServer;
  let workspace: McpWorkspace;
  let vault: ProtectedWorkspace;
  let collector: OtlpCollector;
  let audit: AuditJournal;
  let telemetry: LazyTelemetry;
  let engine: TestEngine;
  let store: RunStore;
  const folder = new TemporaryFolder('code-mode-secrets-');

  before(async () => {
    web = await EverythingHttpServer.start();
    const servers = {
      local: {
        ...realServer('everything'),
        env: { API_TOKEN: planted.environment, OTHER_SECRET: '${input:key}' },
      },
      web: { url: web.url, headers: { Authorization: `Bearer ${planted.header}` } },
    };
    const inputs = { answer: () => Promise.resolve({ ok: true, value: planted.input } as const) };
    workspace = await McpWorkspace.create({}, {}, { inputs });
    await workspace.write(
      '.vscode/mcp.json',
      JSON.stringify({ servers, inputs: [{ id: 'key', type: 'promptString', password: true }] }),
    );
    vault = await ProtectedWorkspace.create();
    collector = await OtlpCollector.open();
    const redactor = new Redactor(() => [...workspace.source.secrets(), ...vault.window.source.secrets()]);
    store = runStoreIn(folder.path, { redactor });
    const log = new AuditLog({ folder: join(folder.path, 'audit'), warn: (line) => assert.fail(line) });
    const of = { folder: '/work', user: 'ann', host: 'desk', version: 'test' };
    audit = new AuditJournal({ mode: () => Promise.resolve('required'), log, ...of });
    const target = targetOf(collector.endpoint, true);
    telemetry = new LazyTelemetry({
      target: () => target,
      version: 'test',
      redactor,
      fetch,
      warn: (line) => assert.fail(line),
    });
    const journal = combinedJournal(store.journal, [audit, telemetry], (line) => assert.fail(line));
    engine = new TestEngine([workspace.source, vault.window.source], { journal });
  });

  after(async () => {
    await engine[Symbol.asyncDispose]();
    await Promise.all([store.dispose(), audit.dispose(), telemetry.dispose()]);
    await Promise.all([workspace.dispose(), vault.dispose(), collector[Symbol.asyncDispose]()]);
    await web.kill();
    folder[Symbol.dispose]();
  });

  it('has none of them on disk, but an answer in which nothing names it a secret', async () => {
    const { errors, calls } = await engine.run(script, { args: { token: planted.argument } });
    assert.match(errors[0]?.message ?? '', /failed with/);
    assert.deepEqual(
      calls.map(({ state }) => state),
      ['finished', 'finished', 'finished', 'finished'],
    );
    const [run] = await store.list();
    assert.equal(run?.state, 'failed');
    await Promise.all([store.dispose(), audit.dispose()]);
    const disk = await everythingIn(folder.path);
    for (const [where, secret] of Object.entries(planted))
      assert.ok(!disk.includes(secret), `${where} is on disk`);
    assert.ok(disk.includes(unnamed));
    assert.ok(disk.includes('"t":"outcome"'), 'no audit log is on disk');
  });

  it('has no token of a sign-in on disk, whatever a server answers and a script does with it', async () => {
    await engine.run('return await tools.vault.echo({});');
    const [token = ''] = vault.window.source.secrets();
    assert.ok(token.length >= 8);
    const { errors, runId } = await engine.run(signInScript, { args: { note: token } });
    assert.match(errors[0]?.message ?? '', /getSum/);
    assert.equal((await store.read(String(runId)))?.state, 'failed');
    await Promise.all([store.dispose(), audit.dispose()]);
    const disk = await everythingIn(folder.path);
    assert.ok(!disk.includes(token), 'the token is on disk');
    const encoded = Buffer.from(token).toString('base64').slice(0, -4);
    assert.ok(!disk.includes(encoded), 'the token is on disk in base64');
  });

  it('has told a collector none of them', async () => {
    await telemetry.dispose();
    const sent = JSON.stringify(collector.spans);
    assert.match(sent, /executeCode|code_mode\.run/);
    for (const [where, secret] of Object.entries(planted))
      assert.ok(!sent.includes(secret), `${where} was sent`);
  });
});

/** Returns all texts of the files below a folder. */
async function everythingIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      return file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
    }),
  );
  assert.ok(
    files.some((file) => file.endsWith('.gz')),
    'no value has a file of its own',
  );
  return texts.join('\n');
}
