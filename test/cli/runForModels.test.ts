// Tests the output of `code-mode run` for programs and models: every error of a run, and the text that a chat model
// reads.
import assert from 'node:assert/strict';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import type { CallRecord, RunError, RunOutcome } from '../../src/engine/runOutcome.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { config, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';

interface JsonError extends Pick<RunError, 'message' | 'code'> {
  readonly line: number | null;
  readonly column: number | null;
  readonly sourceLine: string | null;
  readonly hint: string | null;
  readonly tool?: { readonly server: string; readonly tool: string; readonly retryable: boolean };
}

type JsonOutcome = Pick<RunOutcome, 'ok' | 'logs' | 'durationMs'> & {
  readonly result: RunOutcome['value'];
  readonly errors: readonly JsonError[];
  readonly warnings?: readonly JsonError[];
  readonly notes?: readonly string[];
  readonly calls: readonly CallRecord[];
};

function errorOf({ line, column, sourceLine, hint, code, message, tool }: JsonError): RunError {
  return {
    code,
    message,
    ...(line !== null && column !== null && { position: { line, column } }),
    ...(sourceLine !== null && { sourceLine }),
    ...(hint !== null && { hint }),
    ...(tool && { toolError: { ...tool, code: 'tool_failed', message, content: [] } }),
  };
}

/** Returns the engine's outcome from the output of the terminal. */
function outcomeOf(stdout: string): RunOutcome {
  const json = JSON.parse(stdout) as JsonOutcome;
  const { ok, result, errors, warnings = [], notes = [], logs, calls, durationMs } = json;
  const value = result === null ? undefined : result;
  const said = { notes, logs, forUser: [], progress: [], displays: [] };
  return {
    ok,
    value,
    errors: errors.map(errorOf),
    warnings: warnings.map(errorOf),
    calls,
    durationMs,
    ...said,
  };
}

describe('code-mode run', () => {
  const folder = TestFolder.forAllTests({ 'mcp.json': { servers: { faults: faultServer('writing') } } });

  const run = (script: string, ...options: readonly string[]) =>
    folder.codeMode(['run', '-', '--allow-writes', ...options, ...config], script);
  const textOf = async (outcome: RunOutcome) => (await formatResult(outcome, defaultBudget, () => 'r1')).text;

  const scripts: readonly (readonly [what: string, code: number, script: string])[] = [
    ['a value and console lines', 0, 'console.log("working"); return { a: [1, "two"] }'],
    ['a result that is cut', 0, 'return "word ".repeat(50_000)'],
    ['several errors', 1, 'const a = await tools.faults.ecko({});\nreturn tools.faults.echo({ text: 7 });'],
    ['a name in another case', 1, 'await tools.Faults.echo({ text: "a" }); throw new Error("odd")'],
    ['a limit', 3, 'for (;;) console.log("x".repeat(100_000))'],
    [
      'a call that failed after others',
      1,
      'await tools.faults.echo({ text: "a" });\nawait tools.faults.writeNote({ text: "b" });\nawait tools.faults.fail({});',
    ],
  ];
  for (const [index, [what, code, script]] of scripts.entries()) {
    const test = index === 0 ? it : fullTest;
    test(`prints with --as-model what a chat model reads of ${what}, which --json has all parts of`, async () => {
      const [model, json] = [await run(script, '--as-model'), await run(script, '--json', '--with-inputs')];
      assert.deepEqual([model.code, json.code], [code, code], model.stderr);
      // The outcome does not say which run is resumed.
      const text = model.stdout.replace(/^Resume: executeCode\(\{ resume: .*\n/m, '');
      assert.equal(text, `${await textOf(outcomeOf(json.stdout))}\n`);
    });
  }

  it('has all errors with --json, with their places and lines, and still the first as `error`', async () => {
    const { code: exit, stdout } = await run(
      'const a = await tools.faults.ecko({});\nreturn tools.faults.echo({ text: 7 });',
      '--json',
    );
    const { error, errors } = JSON.parse(stdout) as { error: JsonError; errors: readonly JsonError[] };
    assert.deepEqual([exit, error], [1, errors[0]]);
    assert.match(error.hint ?? '', /tools\.faults\.echo\(input: \{/);
    assert.deepEqual(
      errors.map(({ code, line, column, sourceLine }) => [code, line, column, sourceLine]),
      [
        ['unknown_tool', 1, 17, 'const a = await tools.faults.ecko({});'],
        ['type_error', 2, 34, 'return tools.faults.echo({ text: 7 });'],
      ],
    );
  });

  fullTest('tells a failure once on the terminal, and no advice for a model', async () => {
    const { stderr } = await run('await tools.faults.fail({});');
    assert.match(stderr, /^→ tools\.faults\.fail \d+ ms may have taken effect: the disk is full$/m);
    assert.match(stderr, /^Failed \(tool_failed\) at 1:\d+: tools\.faults\.fail failed: the disk is full$/m);
    assert.doesNotMatch(stderr, /the user|Next:|Receipt/);
  });

  fullTest(
    'has paths, states and messages of calls with --json, and inputs where they are asked for',
    async () => {
      const script = 'await tools.faults.fail({}).catch(() => 0); await tools.faults.echo({ text: "a" });';
      const callsOf = async (...options: readonly string[]) =>
        (JSON.parse((await run(script, '--json', ...options)).stdout) as JsonOutcome).calls.map(
          ({ ms: _ms, ...call }) => call,
        );
      const names = { server: 'faults', writes: true };
      const failed = { ...names, tool: 'fail', path: 'tools.faults.fail', ok: false, state: 'unknown' };
      const finished = { ...names, tool: 'echo', path: 'tools.faults.echo', ok: true, state: 'finished' };
      assert.deepEqual(await callsOf(), [
        { ...failed, sequence: 1, message: 'tools.faults.fail failed: the disk is full' },
        { ...finished, sequence: 2 },
      ]);
      assert.deepEqual(
        (await callsOf('--with-inputs')).map(({ input }) => input),
        [{}, { text: 'a' }],
      );
    },
  );
});
