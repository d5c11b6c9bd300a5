import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { jsonBeginning } from '../../../../src/journal/redaction/jsonBeginning.ts';
import { growth } from '../../../fakes/growth.ts';
import { redactorOf } from '../../../fakes/redactorOf.ts';

describe('the beginning of a value without secrets', () => {
  const secret = 'key-0123456789abcdef';
  const redactor = redactorOf(['iban', 'crm.*: $..email', '/sk-[a-z]+/'], [secret]);
  const most = 1_000;
  const beginning = (value: JsonValue, tool?: string) => jsonBeginning(redactor, value, tool, most);
  const filler = 'lorem ipsum '.repeat(4_000);

  it('is all of a short one', () => {
    const value = { iban: 'DE89', list: [1, null, `the ${secret}`], email: 'a' };
    assert.equal(beginning(value), '{"iban":"•••","list":[1,null,"the •••"],"email":"a"}');
  });

  it('is that of its recorded form', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      iban: 'DE89',
      say: `sk-abc ${secret}`,
      note: ['--token', 'x'],
    }));
    for (const value of [
      rows,
      { rows, filler },
      { text: filler, rows },
      filler,
      { a: { b: [filler] }, iban: filler },
      [['--token', filler]],
    ] as const)
      assert.equal(beginning(value), redactor.json(value).text.slice(0, most));
  });

  it('hides what a rule names for its tool, also in a text that is JSON', () => {
    const customers = Array.from({ length: 2_000 }, (_, id) => ({ email: 'ann@b.c', id }));
    for (const value of [customers, JSON.stringify(customers.slice(0, 1_000)), JSON.stringify(customers)]) {
      assert.doesNotMatch(beginning(value, 'crm.get'), /ann@b\.c/);
      assert.match(beginning(value, 'other.get'), /ann@b\.c/);
    }
  });

  it('shows no part of a secret at the end of what it has looked at', () => {
    const hiding = (before: number) => {
      const text = `${'sk-a '.repeat(13_000)}${'x'.repeat(before)}${secret}${filler}`;
      return jsonBeginning(redactor, text, undefined, 1_000_000);
    };
    for (let before = 500; before < 560; before += 1)
      assert.ok(!hiding(before).includes('key-0'), String(before));
  });

  it('takes no longer for a value that is long', async () => {
    const showing = (size: number) => {
      const rows = Array.from({ length: size }, (_, id) => ({ id, note: 'abcdefghijklmnopqrstuvwxyz' }));
      const text = 'x = "y"\n'.repeat(10 * size);
      return () => [
        beginning(rows),
        beginning(text),
        beginning({ rows, text }),
        beginning([text], 'crm.get'),
      ];
    };
    const grown = await growth(showing, 2_000, 50);
    assert.ok(grown < 15, String(grown));
  });
});
