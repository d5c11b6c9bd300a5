import assert from 'node:assert/strict';
import { longJson } from '../../../../src/journal/redaction/longJson.ts';
import { noPaths } from '../../../../src/journal/redaction/pathMatch.ts';
import { Redactor } from '../../../../src/journal/redaction/redactor.ts';
import { textPieces } from '../../../../src/journal/redaction/textPieces.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { redactorOf } from '../../../fakes/redactorOf.ts';

const line = 'a line of some words\n';
const long = line.repeat(18_000);

describe('a long text in pieces', () => {
  it('is the text, cut behind ends of lines', () => {
    const pieces = [...textPieces(long)];
    assert.ok(pieces.length > 5 && pieces.every((piece) => piece.endsWith('\n') && piece.length < 70_000));
    assert.equal(pieces.join(''), long);
    assert.ok([...textPieces(long.replaceAll('\n', '\r\n'))].length > 5);
    assert.deepEqual([...textPieces('')], ['']);
    assert.equal([...textPieces('x'.repeat(200_000))].length, 1);
  });

  it('is not cut between a name and its secret, wherever that stands', async () => {
    const redactor = new Redactor(() => ['planted\nknown-secret']);
    redactor.refresh();
    for (const secret of [
      'password:\n"planted-1"\n',
      'password\n= "planted-2"\n',
      'password =\r\n\n"planted-3"\n',
      'planted\nknown-secret\n',
    ]) {
      for (const before of [65_536 - secret.length, 65_530, 65_536]) {
        const text = `${'x'.repeat(before % line.length)}${line.repeat(before / line.length)}${secret}${long}`;
        const { json, redacted } = await longJson(text, noPaths, redactor);
        assert.ok(redacted && !json.includes('planted'), secret);
      }
    }
  });

  for (const [what, rules] of [
    ['by themselves', []],
    ['with a rule about a part of each value', ['$..iban']],
  ] as const)
    it(`has the same recorded form as at once, and lets others have their turn, ${what}`, async () => {
      const redactor = redactorOf(rules, ['planted-secret']);
      const lines = `${'name = "value" and token="planted" '.repeat(20)}\n`.repeat(2_000);
      for (const text of [`${lines}planted-secret`, `[${lines}`]) {
        const turns = new CountedTurns();
        const { json } = await longJson(text, redactor.pathsOf(undefined), redactor);
        const isHidden = rules.length > 0 && text.startsWith('[');
        assert.ok(turns.stop() > 1 || isHidden);
        assert.ok(json.toString() === JSON.stringify(redactor.value(text)));
        assert.doesNotMatch(json.toString(), /planted/);
      }
    });
});
