// Tests every kind of line of a record, with a secret at each place where texts of others can stand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { RunRecorder } from '../../../../src/engine/runJournal.ts';
import type { RunError } from '../../../../src/engine/runOutcome.ts';
import { eventsFile } from '../../../../src/journal/record/runFolder.ts';
import { defaultLimits } from '../../../../src/sandbox/host/sandboxPort.ts';
import { done, runOf, runStoreIn } from '../../../fakes/runStoreIn.ts';
import { toolCall, toolFailure } from '../../../fakes/startedRun.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

/**
 * Secrets that are known in four ways: from a server's configuration, by a name, by a rule about texts, and by a rule
 * about all values of a tool.
 */
const [known, named, patterned, own] = ['planted-known-1', 'planted-named-2', 'sk-planted3', 'planted-own-4'];
const words = `with ${known}, password="${named}", Bearer ${named}, ${patterned} and ${Buffer.from(`user:${known}`).toString('base64')}`;
const names = { path: 'tools.hr.get', server: 'hr', tool: 'get', writes: true };
const failure = toolFailure({ server: 'hr', tool: 'get', message: own, hint: own });
const error: RunError = {
  code: 'script_error',
  message: words,
  hint: words,
  sourceLine: `f("${known}")`,
  position: { line: 1, column: 1 },
};

/** The events that the engine sends about a run. */
const events: Readonly<Record<string, (recorder: RunRecorder) => void>> = {
  'the start of its script': (recorder) =>
    recorder.scriptStarted({
      names: { [known]: ['a'] },
      results: { r1: words },
      limits: defaultLimits,
      typeCheck: 'error',
    }),
  'the input of a call': (recorder) => recorder.called(toolCall(1, `x.${known}`, { a: words })),
  'a call of its own': (recorder) =>
    recorder.called({ target: 'codemode', sequence: 1, method: 'store.set', params: ['k', words] }),
  'a decision': (recorder) => recorder.decided(1, names, { allowed: false, by: 'rule', detail: words }),
  'the decision of a call that is sent': (recorder) => {
    recorder.decided(1, names, { allowed: true, by: 'rule', detail: words });
    void recorder.sending(1, true);
  },
  'an answer': (recorder) => recorder.answered(1, { ok: true, value: [words] }, undefined),
  'an error of a server': (recorder) =>
    recorder.answered(1, { ok: false, error: { ...failure, message: words, hint: words } }, undefined),
  'an error of a tool of which all is hidden': (recorder) => {
    recorder.called(toolCall(1, 'hr.get', own));
    recorder.progress(own, undefined, 1);
    recorder.answered(1, { ok: false, error: failure }, undefined);
    recorder.ended({
      ...done,
      ok: false,
      errors: [{ code: 'tool_failed', message: own, hint: own, toolError: failure }],
    });
  },
  'a line of its console': (recorder) => recorder.log({ level: 'log', ms: 1, text: words }),
  'what is shown': (recorder) => recorder.display({ type: 'text', text: words }),
  'its progress': (recorder) => recorder.progress(words, 0.5, undefined),
  'the progress of a call': (recorder) => recorder.progress(words, 0.5, 1),
  'a text for the user': (recorder) => recorder.forUser('tools.x.y', words),
  'a text for the user of a tool of which all is hidden': (recorder) => recorder.forUser('tools.hr.get', own),
  'its result': (recorder) => recorder.ended({ ...done, value: { a: words } }),
  'its errors, warnings and notes': (recorder) =>
    recorder.ended({ ...done, ok: false, errors: [error], warnings: [error], notes: [words] }),
};

describe('in the record of a run, a secret is hidden', () => {
  const folder = freshFolder('code-mode-events-');

  const recordOf = async (tell: (recorder: RunRecorder) => void, more: Parameters<typeof runOf>[1] = {}) => {
    const store = runStoreIn(folder.path, { secrets: [known], redact: ['/sk-[a-z0-9]+/', 'hr.*: $'] });
    const recorder = store.journal.begin(
      runOf(`// ${known} ${patterned}\nconst password = "${named}"; f("Bearer ${named}")`, more),
    );
    assert.ok(recorder);
    tell(recorder);
    if (!ended(tell)) recorder.ended(done);
    const [run] = await store.list();
    await store.dispose();
    assert.equal(run?.notWhole, undefined);
    return readFileSync(eventsFile(folder.path, run?.id ?? ''), 'utf8');
  };
  const ended = (tell: unknown) => String(tell).includes('.ended(');
  const assertNone = (record: string) => assert.doesNotMatch(record, /planted|user:|cGxhbnRlZC1rbm93bi/);

  for (const [what, tell] of Object.entries(events))
    it(`in ${what}`, async () => assertNone(await recordOf(tell)));

  it('in its beginning', async () => {
    assertNone(
      await recordOf(() => undefined, { origin: { door: 'chat', name: words }, args: { a: words } }),
    );
  });
});
