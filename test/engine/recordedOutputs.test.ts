// Tests that the types shipped for well-known servers are only hints: a server that takes such a name, or gives other
// answers, works as it is.
import assert from 'node:assert/strict';
import type { ServerListing } from '../../src/catalog/toolSource.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { openedForEach } from '../fakes/opened.ts';

/** A source whose server claims to be a well-known one. */
class ClaimingSource extends InMemorySource {
  override async listTools(server: string): Promise<ServerListing> {
    const listing = await super.listTools(server);
    return listing.ok
      ? { ...listing, name: 'excel-mcp-server', version: '0.12.0-SNAPSHOT-1ff4340' }
      : listing;
  }
}

describe('a server that takes the name of a well-known one', () => {
  const test = openedForEach(() => {
    const inputSchema = { type: 'object', properties: { fileAbsolutePath: { type: 'number' } } };
    const tool = { name: 'excel_describe_sheets', inputSchema, answer: () => textResult('{"rows":[1,2]}') };
    return new TestEngine([new ClaimingSource({ claiming: [tool] })], { typeCheck: 'error' });
  });

  const script =
    'const { rows } = await tools.claiming.excelDescribeSheets({}); return rows.length + rows[0].valueOf();';
  const typeNow = async () =>
    JSON.stringify((await test.run(`return codemode.describe('tools.claiming.excelDescribeSheets')`)).value);

  it('is typed as that one is, and a script that takes it otherwise runs without a word', async () => {
    assert.match(await typeNow(), /recorded for this version \*\/ \{(\\n)? +backend: string;/);
    const { ok, value, warnings } = await test.run(script);
    assert.deepEqual({ ok, value, warnings }, { ok: true, value: 3, warnings: [] });
  });

  it('is typed by its own answers from the first on, which says so', async () => {
    const { notes } = await test.run(script);
    assert.deepEqual(notes, ['tools.claiming.excelDescribeSheets answers { rows: number[] }.']);
    assert.match(await typeNow(), /observed, 1 call \*\/ \{ rows: number\[\] \}/);
  });

  it('is called with what its own schema takes', async () => {
    const { ok } = await test.run(`return tools.claiming.excelDescribeSheets({ fileAbsolutePath: 1 })`);
    assert.ok(ok);
  });
});

describe('the first answer of a tool whose type was recorded', () => {
  it('is not told where it is as recorded', async () => {
    const answer = {
      backend: 'a',
      sheets: [
        { name: 'a', usedRange: '', tables: [{ name: 'a', range: '' }], pivotTables: [], pagingRanges: [''] },
      ],
    };
    const tool = { name: 'excel_describe_sheets', answer: () => textResult(JSON.stringify(answer)) };
    await using test = new TestEngine([new ClaimingSource({ sheets: [tool] })]);
    assert.deepEqual(
      (await test.run('return (await tools.sheets.excelDescribeSheets({})).sheets.length')).notes,
      [],
    );
  });
});
