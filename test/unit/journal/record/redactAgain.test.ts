import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringifyExact } from '../../../../src/base/exactJson.ts';
import type { JsonValue } from '../../../../src/base/json.ts';
import { redactAgain } from '../../../../src/journal/record/redactAgain.ts';
import { Redactor } from '../../../../src/journal/redaction/redactor.ts';
import { longJson, nothingHidden } from '../../../../src/journal/redaction/longJson.ts';
import { RecordReader } from '../../../../src/journal/record/readRecord.ts';
import { eventsFile } from '../../../../src/journal/record/runFolder.ts';
import { RunTally } from '../../../../src/journal/record/runTally.ts';
import { ValueFiles, valueName } from '../../../../src/journal/record/valueFiles.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { beginLine } from '../../../fakes/runRecords.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const { id } = beginLine;

describe('a record of which a key became known', () => {
  const folder = freshFolder('code-mode-again-');
  let values: ValueFiles;
  let file: string;
  let filedSoFar: number;
  beforeEach(() => {
    values = new ValueFiles(folder.path);
    mkdirSync(join(folder.path, id));
    file = eventsFile(folder.path, id);
    filedSoFar = 0;
  });

  const secret = 'supersecretkey-123456';
  const code = `return "${secret}"`;
  const begin = { ...beginLine, code: { v: code } };

  const filed = async (value: JsonValue): Promise<object> => {
    const { json } = await longJson(value, [], nothingHidden);
    const name = valueName(id, (filedSoFar += 1));
    await values.write(name, json);
    return { file: name, bytes: json.length };
  };
  /** `lines`: the lines after the first. */
  const rewritten = async (lines: readonly object[]) => {
    writeFileSync(file, [begin, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const counted = new CountedTurns();
    await redactAgain(folder.path, id, values, new Redactor(() => [secret]));
    const turns = counted.stop();
    const text = readFileSync(file, 'utf8');
    return {
      turns,
      text,
      lines: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  };
  const answer = (call: number, output: object) => ({ t: 'answer', at: 1, call, output });
  const fileOf = (line: Record<string, unknown> | undefined) =>
    (line?.['output'] as { file: string; redacted?: true } | undefined) ?? { file: '' };

  it('has it no more, in its lines, its code and its values, which are written anew only where they had it', async () => {
    const rows = (note: string) =>
      Array.from({ length: 500 }, (_, id) => ({ id, note, [`of ${note}`]: 123_456_789 }));
    const [plain, keyed] = [await filed(rows('nothing')), await filed(rows(secret))];
    const long = await filed(`${'words '.repeat(20_000)}${secret}`);
    const { text, lines } = await rewritten([
      answer(1, plain),
      answer(2, keyed),
      answer(3, long),
      answer(4, { v: secret }),
      answer(5, keyed),
    ]);
    assert.doesNotMatch(text, /supersecret/);
    const [first, one, two, three, four, five] = lines;
    assert.deepEqual(first?.['code'], { v: 'return "•••"', redacted: true });
    assert.equal(first['codeHash'], new Redactor(() => [secret]).codeHash(code));
    assert.deepEqual(one, answer(1, plain));
    assert.deepEqual(four, answer(4, { v: '•••', redacted: true }));
    assert.deepEqual(two?.['output'], five?.['output']);
    assert.deepEqual(
      [fileOf(two).redacted, (await values.read(fileOf(two).file))?.value],
      [true, rows('•••')],
    );
    assert.deepEqual((await values.read(fileOf(three).file))?.value, `${'words '.repeat(20_000)}•••`);
  });

  it('has it no more in its arguments, which keep the digits of long integers', async () => {
    const line = stringifyExact({ ...begin, args: { v: { id: 725_653_563_933_458_433n, key: secret } } });
    writeFileSync(file, `${line}\n`);
    await redactAgain(folder.path, id, values, new Redactor(() => [secret]));
    const text = readFileSync(file, 'utf8');
    assert.match(text, /"args":\{"v":\{"id":725653563933458433,"key":"•••"\},"redacted":true\}/);
    assert.doesNotMatch(text, /supersecret/);
  });

  it('is whole to a reader that had read a part of it before', async () => {
    const said = { t: 'log', at: 1, level: 'log', ms: 1, text: { v: secret } };
    writeFileSync(file, `${JSON.stringify(begin)}\n${JSON.stringify(said)}\n`);
    const reader = new RecordReader(file, () => new RunTally());
    await reader.readOn();
    await rewritten([said, { t: 'end', at: 2, state: 'done' }]);
    assert.equal(await reader.readOn(), true);
    const { state, notWhole } = reader.builder.summary(reader.bytes, 'interrupted') ?? {};
    assert.deepEqual([state, notWhole], ['done', undefined]);
  });

  it('stays as it is where nothing has it', async () => {
    const plain = await filed(['nothing'.repeat(10_000)]);
    writeFileSync(file, `${JSON.stringify(beginLine)}\n${JSON.stringify(answer(1, plain))}\n`);
    const before = readFileSync(file, 'utf8');
    await redactAgain(folder.path, id, values, new Redactor(() => [secret]));
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  for (const [what, note] of [
    ['without', 'abcdefghijklmnopqrstuvwxyz'],
    ['with', secret],
  ] as const)
    it(`leaves others their turn, over long values ${what} the key and many lines`, async () => {
      const rows = Array.from({ length: 10_000 }, (_, id) => ({
        id,
        note,
        more: 'abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz',
      }));
      const lines = Array.from({ length: 1_000 }, (_, call) =>
        answer(call + 2, { v: { text: 'x'.repeat(1_000) } }),
      );
      const { turns } = await rewritten([answer(1, await filed(rows)), ...lines]);
      assert.ok(turns > 3, String(turns));
    });
});
