// Tests the text that the model reads when its script fails: a script and the whole text, one file each in errors/. A
// line of dashes separates them; the rest of that line has the request beside the code. CODE_MODE_WRITE_SNAPSHOTS=1
// writes the texts, to be reviewed as a diff.
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { InMemorySource, structuredResult, textResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';

interface Request {
  readonly timeoutMs?: number;
  /** True if the script never yields, so that only a real process can be ended. */
  readonly realSandbox?: boolean;
  readonly limits?: Partial<SandboxLimits>;
  /** Number of calls after whose start the run is cancelled. */
  readonly cancelAtCall?: number;
  readonly denied?: string;
}

const folder = join(import.meta.dirname, 'errors');
const write = process.env['CODE_MODE_WRITE_SNAPSHOTS'] === '1';

const neverAnswer: NonNullable<InMemoryTool['answer']> = (_input, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(textResult(''))));

function cities(): InMemorySource {
  const city: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' }, limit: { type: 'integer' } },
    required: ['name'],
  };
  return new InMemorySource({
    geo: [
      {
        name: 'get_city',
        inputSchema: city,
        answer: ({ name }) => structuredResult({ city: name ?? '', country: 'NO' }),
      },
      { name: 'list_cities', answer: () => textResult('["Oslo","Bergen"]') },
      { name: 'describe_city', answer: () => textResult('A city by the sea.') },
      { name: 'never', answer: neverAnswer },
      { name: 'fail', answer: () => ({ content: [{ type: 'text', text: 'no such city' }], isError: true }) },
    ],
    notes: [
      {
        name: 'save',
        annotations: { readOnlyHint: false },
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      },
      { name: 'save_late', annotations: { readOnlyHint: false }, answer: neverAnswer },
    ],
    web: [
      {
        name: 'fetch_page',
        description: 'Fetches a page.',
        inputSchema: { type: 'object', properties: { url: { type: 'string' } } },
      },
    ],
    other: [{ name: 'thing' }],
  });
}

/** Removes measured times, which differ from run to run. */
function withoutTimes(text: string): string {
  return text.replace(/( for (?:up to )?|Processor time: )[\d,]+ ms/g, '$1… ms');
}

function newEngine(options: TestEngineOptions = {}): TestEngine {
  return new TestEngine([cities()], { exclusions: ['other.*'], learn: false, ...options });
}

/** Counts an open call as sent, since it is random if the call is sent before its script fails. */
function withOpenCalls(text: string): string {
  const unsent = / {2}not called \(no effect\):\n {4}tools\.geo\.never\b(.*)$/m;
  return text.replace(unsent, (_, calls: string) => {
    const waited = calls.includes('×') ? 'up to 1 ms' : '1 ms';
    return `  in flight:\n    tools.geo.never${calls}, waited for ${waited}`;
  });
}

async function textOf(
  test: TestEngine,
  script: string,
  { timeoutMs, cancelAtCall, denied }: Request,
): Promise<string> {
  const cancel = new AbortController();
  const outcome = await test.run(script, {
    signal: cancel.signal,
    observer: {
      // The call is sent by then.
      onCallStarted: ({ sequence }) => {
        if (sequence === cancelAtCall) setImmediate(() => cancel.abort());
      },
    },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(denied !== undefined && {
      approver: new RecordingApprover({ granted: false, why: 'refused', reason: denied }),
    }),
  });
  const { text } = await formatResult(outcome, defaultBudget, () => 'r1');
  return withoutTimes(withOpenCalls(text));
}

describe('a script that fails is answered with the text of errors/', () => {
  const shared = newEngine();
  after(() => shared[Symbol.asyncDispose]());
  const files = globSync('*.txt', { cwd: folder }).sort();

  it('in at least 40 cases', () => assert.ok(files.length >= 40, `${files.length} files`));

  for (const file of files) {
    it(basename(file, '.txt'), async () => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      const [, script, request, expected] = /^([^]*?)\n-{20}(.*)\n([^]*)$/.exec(text) ?? [];
      assert.ok(script !== undefined && request !== undefined, `${file} has no line of 20 dashes`);
      const given = (request.trim() === '' ? {} : JSON.parse(request)) as Request; // written beside the script
      await using own = given.limits || given.realSandbox ? newEngine(given) : undefined;
      const said = await textOf(own ?? shared, script, given);
      if (write) writeFileSync(path, `${script}\n${'-'.repeat(20)}${request}\n${said}\n`);
      else assert.equal(said, expected?.trimEnd());
    });
  }
});
