// Tests a run in a debugger through the whole engine: the place of the author's file in the debugger, the questions and
// the record.
import assert from 'node:assert/strict';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { SavedScriptsFolder } from '../fakes/savedScripts.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { DebuggerClient, type Pause } from '../sandbox/debuggerClient.ts';
import { makeSandbox } from '../sandbox/sandboxBed.ts';
import { openedForAll, openedForEach } from '../fakes/opened.ts';

describe('a run in a debugger', () => {
  const url = 'file:///project/.code-mode/report.ts';
  const folder = openedForAll(() => new TemporaryFolder('code-mode-debugging-'));
  const store = openedForAll(() => runStoreIn(folder.path));
  let written: number;
  let client: Promise<DebuggerClient> | undefined;
  let onPause: (pause: Pause) => void;
  let attached: number;

  const test = openedForAll(() => {
    const write = () => {
      written += 1;
      return structuredResult({ ok: true });
    };
    const files = [{ name: 'write', annotations: { readOnlyHint: false }, answer: write }];
    return new TestEngine([new InMemorySource({ files })], { journal: store.journal });
  });

  const sandbox = openedForEach(() => {
    written = 0;
    attached = 0;
    onPause = (pause) => void pause.resume();
    const onInspector = (address: string) => {
      attached += 1;
      client = DebuggerClient.attach(address, (pause) => onPause(pause));
    };
    return makeSandbox({ onInspector });
  });

  const debug = (code: string, approver = new RecordingApprover()) =>
    test.run(code, { approver, debugging: { sandbox, url, note: 'Debug run: walls are lower.' } });

  it('stands where the author’s file has the line', async () => {
    const lines: unknown[] = [];
    onPause = (pause) => {
      const { lineNumber, columnNumber } = pause.top.location;
      void client?.then(({ sourceMapUrl }) => {
        const json = Buffer.from(sourceMapUrl.split(',')[1] ?? '', 'base64').toString();
        const found = new SourceMap(JSON.parse(json) as SourceMapPayload).findEntry(lineNumber, columnNumber);
        if ('originalLine' in found) lines.push(found.originalSource, found.originalLine + 1);
        return pause.resume();
      });
    };
    const outcome = await debug(
      'interface A {\n  n: number;\n}\nconst a: A = { n: 1 };\ndebugger;\nreturn a;',
    );
    assert.deepEqual([outcome.value, lines], [{ n: 1 }, [url, 5]]);
  });

  it('asks for what it writes as any other', async () => {
    const approver = new RecordingApprover({ granted: false, why: 'refused', reason: 'The user refused.' });
    const { errors } = await debug('debugger; await tools.files.write({});', approver);
    assert.deepEqual([errors[0]?.code, written], ['denied', 0]);
  });

  it('has a record that says so, with its calls', async () => {
    const { runId = '', notes } = await debug('debugger; await tools.files.write({}); return 1;');
    const record = await store.read(runId);
    assert.ok(record);
    assert.deepEqual([record.debug, record.state, record.writes, written], [true, 'done', 1, 1]);
    assert.ok(
      notes.includes('Debug run: walls are lower.') && record.notes.includes('Debug run: walls are lower.'),
    );
    assert.equal((await store.list()).find(({ id }) => id === runId)?.debug, true);
  });

  it('is the only one: a saved script that it calls runs in the sandbox of all others', async () => {
    await using scripts = new SavedScriptsFolder({
      seven: 'export default async function main(): Promise<number> { return 7; }',
    });
    await using engine = new TestEngine([scripts.source], { journal: store.journal });
    const debugging = { sandbox, url, note: 'Debug run: walls are lower.' };
    const { value, runId } = await engine.run('debugger; return await tools.scripts.seven({});', {
      debugging,
    });
    const nested = (await store.list()).find(({ parent }) => parent?.run === runId);
    assert.deepEqual([value, attached, nested?.state, nested?.debug], [7, 1, 'done', undefined]);
  });

  it('has the limits of any run in its record, so that a replay has them', async () => {
    const { runId = '' } = await debug('return 1;');
    assert.equal((await store.read(runId))?.script?.limits.wallMs, 120_000);
  });
});
