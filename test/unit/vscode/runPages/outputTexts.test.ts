import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { answerQuery } from '../../../../src/journal/values/answerQuery.ts';
import type { RecordedValue } from '../../../../src/journal/record/runEvent.ts';
import type { RecordedOutput } from '../../../../src/journal/record/runRecord.ts';
import { ValuePieces } from '../../../../src/journal/values/valuePieces.ts';
import type { ValueAnswer, ValueQuery } from '../../../../src/journal/values/valueQueries.ts';
import { recordedOutput } from '../../../../src/vscode/runPages/outputTexts.ts';

const files: Readonly<Record<string, JsonValue>> = {
  picture: { type: 'image', mimeType: 'image/png', data: 'A'.repeat(50_000) },
  text: { type: 'text', text: 'x'.repeat(30_000) },
  entry: 'y'.repeat(30_000),
};

const inFile = (file: string): RecordedValue => ({ file, bytes: 50_000 });

const ask = (value: RecordedValue, query: ValueQuery): Promise<ValueAnswer> => {
  const found = 'v' in value ? value.v : 'file' in value ? files[value.file] : undefined;
  return Promise.resolve(
    found === undefined ? { kind: 'none', why: 'missing' } : answerQuery(new ValuePieces(found), query),
  );
};

const shown = (...output: readonly RecordedOutput[]) => recordedOutput(output, 0, ask);

describe('what a panel shows of a record', () => {
  it('is a picture that has a file of its own, as the picture', async () => {
    const block = inFile('picture');
    assert.deepEqual(await shown({ kind: 'display', at: 1, block }), [
      { display: { kind: 'media', label: 'image/png' }, value: block },
    ]);
  });

  it('is the beginning of a text that has one', async () => {
    const [text] = await shown({ kind: 'display', at: 1, block: inFile('text') });
    assert.match(JSON.stringify(text), /"kind":"markdown".*x… 10,000|x\\n\\n… 10,000 more characters/);
  });

  it('is the beginning of a long entry, which opens', async () => {
    const text = inFile('entry');
    const [one] = await shown({ kind: 'log', at: 5, level: 'warn', ms: 5, text, line: 3 });
    assert.deepEqual(one, {
      entry: { at: 5, kind: 'warn', text: 'y'.repeat(10_000), opens: true, line: 3 },
      value: text,
    });
  });

  it('is a value without a name where its file is gone', async () => {
    const block = inFile('gone');
    assert.deepEqual(await shown({ kind: 'display', at: 1, block }), [
      { display: { kind: 'value', label: 'value' }, value: block },
    ]);
  });

  it('says in one last entry that there is more than it shows', async () => {
    const one = { kind: 'log', at: 5, level: 'log', ms: 5, text: { v: 'x' } } as const;
    const all = await shown(...Array.from({ length: 100_002 }, () => one));
    assert.equal(all.length, 100_001);
    assert.match(
      JSON.stringify(all.at(-1)),
      /More was written than the 100,000 entries that are shown here: Export has the rest\./,
    );
  });

  it('says that a text was not recorded', async () => {
    const text: RecordedValue = { bytes: 4 };
    assert.match(
      JSON.stringify(await shown({ kind: 'log', at: 5, level: 'log', ms: 5, text })),
      /Not recorded/,
    );
  });
});
