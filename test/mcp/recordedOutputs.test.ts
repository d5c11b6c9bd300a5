import assert from 'node:assert/strict';
import data from '../../src/declarations/recordedOutputs.json' with { type: 'json' };
import type { RecordedServers } from '../../src/declarations/recordedOutputs.ts';
import { signaturesText } from '../../src/serve/signatures.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { answeringServers, recordOutputs } from './answeringServers.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';
import { openedForAll } from '../fakes/opened.ts';

const recorded: RecordedServers = data;

/** The shipped types equal those of the servers' current answers. */
describe('the types recorded for a well-known server', () => {
  for (const name of everyTest ? answeringServers : (['excel', 'filesystem', 'time'] as const)) {
    it(`are those of its answers: ${name} (if not: node scripts/recordOutputs.mjs ${name})`, async () => {
      const now = await recordOutputs(name);
      const before = Object.keys(now).map((reported) => [reported, recorded[reported]]);
      assert.deepEqual(now, Object.fromEntries(before));
    });
  }
});

describe('a well-known server that declares no output', () => {
  const workspace = openedForAll(() => McpWorkspace.create({ sheets: realServer('excel') }));
  const test = openedForAll(() => new TestEngine([workspace.source]));

  const typed =
    /tools\.sheets\.excelDescribeSheets\(.*\): Promise<\/\*\* recorded for this version \*\/ \{ backend: string; sheets: \{ name: string;/;

  it('has types where a script finds its tools, before any call', async () => {
    const { value } = await test.run(`return (await codemode.search('describe sheets'))[0].signature`);
    assert.match(JSON.stringify(value), typed);
  });

  it('has types in the description of executeCode, before any call', async () => {
    const parts = {
      declarations: test.declarations,
      budget: 10_000,
      countTokens: (text: string) => Promise.resolve(text.length / 4),
    };
    assert.match(
      await signaturesText((await test.snapshot()).servers, { ...parts, callsOf: () => 0 }),
      typed,
    );
  });

  it('keeps its types in the next session, before it is started', async () => {
    await test.snapshot();
    await workspace.nextSession();
    await using next = new TestEngine([workspace.source]);
    const { value } = await next.run(`return codemode.describe('tools.sheets.excelReadSheet')`);
    assert.match(JSON.stringify(value), /Promise<\/\*\* recorded for this version \*\/ string>/);
  });
});
