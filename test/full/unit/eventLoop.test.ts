// Tests the longest time for which work on large values blocks the host. test/unit only counts the turns that other
// work gets meanwhile.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogServer } from '../../../src/catalog/catalogSnapshot.ts';
import { stemOf, termsOf } from '../../../src/catalog/search/searchTerms.ts';
import { countTokens } from '../../../src/cli/tokens.ts';
import { checkedCatalog } from '../../../src/engine/preflight/checkedCatalog.ts';
import { redactAgain } from '../../../src/journal/record/redactAgain.ts';
import { longJson, nothingHidden } from '../../../src/journal/redaction/longJson.ts';
import { eventsFile } from '../../../src/journal/record/runFolder.ts';
import { ValueFiles, valueName } from '../../../src/journal/record/valueFiles.ts';
import { Redactor } from '../../../src/journal/redaction/redactor.ts';
import { replyText } from '../../../src/sandbox/host/replyText.ts';
import { defaultLimits } from '../../../src/sandbox/host/sandboxPort.ts';
import { signaturesText } from '../../../src/serve/signatures.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { assertHardlyStill, EventLoopWatch } from '../../sandbox/eventLoopWatch.ts';

/** Fails where the event loop stands still for long while the work is done. */
function assertGivesTurns(work: () => unknown): Promise<void> {
  return assertHardlyStill(async () => {
    const watch = new EventLoopWatch();
    await work();
    return watch.stop();
  });
}

describe('the event loop hardly stands still', () => {
  const letters = 100_000;
  const words = {
    'one letter again and again': 'a'.repeat(letters),
    'capitals alone': 'A'.repeat(letters),
    'capitals before a small letter': `${'A'.repeat(letters)}x`,
    'a verb': `${'a'.repeat(letters)}ing`,
    'nearly a verb': `${'ed'.repeat(letters / 2)}x`,
  };
  for (const [what, word] of Object.entries(words)) {
    it(`for a word without end: ${what}`, () => assertGivesTurns(() => [termsOf(word), stemOf(word)]));
  }

  it('while a large reply is written', async () => {
    const value = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`field ${at}`, { at }]));
    await assertGivesTurns(() => replyText(value, { ...defaultLimits, valueDepth: 5 }));
  });

  it('while the hash of thousands of tools is made', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`p${at}`, { type: 'string' }]),
    );
    const tools = Array.from({ length: 20_000 }, (_, at) => {
      const tool = catalogTool({ method: `tool${at}` });
      return { ...tool, definition: { ...tool.definition, inputSchema: { type: 'object', properties } } };
    });
    await assertGivesTurns(() => checkedCatalog(tools, undefined));
  });

  it('while the tools of many servers are named for a client', async () => {
    const servers = Array.from({ length: 20 }, (_, index): CatalogServer => {
      const namespace = `server${index}`;
      const tools = Array.from({ length: 500 }, (_, at) =>
        catalogTool({ namespace, method: `t${at}`, name: 'aB'.repeat(60) }),
      );
      return {
        name: namespace,
        namespace,
        origin: 'mcp.json',
        state: 'running',
        listed: true,
        withheld: [],
        tools,
      };
    });
    const declarations = { tool: () => assert.fail('names need no declarations') };
    await countTokens('loads the vocabulary');
    await assertGivesTurns(() =>
      signaturesText(servers, { declarations, budget: 20_000, countTokens, callsOf: () => 0 }),
    );
  });

  for (const [what, note] of [
    ['without', 'abcdefghijklmnopqrstuvwxyz'],
    ['with', 'supersecretkey-123456'],
  ] as const) {
    it(`while a record is redacted again that has long values ${what} the key`, async () => {
      using folder = new TemporaryFolder('code-mode-again-');
      const values = new ValueFiles(folder.path);
      const id = 'k3f9a-2b71c000';
      mkdirSync(join(folder.path, id));
      const rows = Array.from({ length: 100_000 }, (_, id) => ({
        id,
        note,
        more: 'abcdefghijklmnopqrstuvwxyz '.repeat(2),
      }));
      const { json } = await longJson(rows, [], nothingHidden);
      const answer = (call: number, output: object) => ({ t: 'answer', at: 1, call, output });
      await assertHardlyStill(async () => {
        const long = { file: valueName(id, 1), bytes: json.length };
        await values.rewrite(long.file, json);
        const short = Array.from({ length: 5_000 }, (_, call) =>
          answer(call + 2, { v: { text: 'x'.repeat(1_000) } }),
        );
        const lines = [
          { t: 'begin', whole: 1, codeHash: 'x', code: { v: 'return 1' } },
          answer(1, long),
          ...short,
        ];
        writeFileSync(eventsFile(folder.path, id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        const watch = new EventLoopWatch();
        await redactAgain(folder.path, id, values, new Redactor(() => ['supersecretkey-123456']));
        return watch.stop();
      });
    });
  }
});
