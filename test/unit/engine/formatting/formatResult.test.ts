import assert from 'node:assert/strict';
import { fitLines, formatResult } from '../../../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../../../src/engine/textBudget.ts';
import { done } from '../../../fakes/runStoreIn.ts';

const textOf = async (...given: Parameters<typeof formatResult>) => (await formatResult(...given)).text;
const keepNothing = () => assert.fail('nothing had to be kept');

describe('formatResult', () => {
  it('gives the value as JSON', async () => {
    assert.equal(
      await textOf({ ...done, value: { a: [1, 'x', null] } }, defaultBudget, keepNothing),
      '{"a":[1,"x",null]}',
    );
  });

  it('says that nothing was returned and how to return something', async () => {
    assert.match(await textOf(done, defaultBudget, keepNothing), /use `return`/);
  });

  it('puts console lines after the value, with their level', async () => {
    const logs = [
      { level: 'log', text: 'one', ms: 0 },
      { level: 'warn', text: 'two', ms: 1 },
    ] as const;
    assert.equal(
      await textOf({ ...done, value: 1, logs }, defaultBudget, keepNothing),
      '1\n\nConsole:\none\n[warn] two',
    );
  });

  it('says that nothing ran of a script that was refused', async () => {
    const errors = [{ code: 'unknown_tool', message: 'tools.geo has no tool "getCitty".' }] as const;
    assert.equal(
      await textOf({ ...done, ok: false, errors }, defaultBudget, keepNothing),
      'Failed (unknown_tool): tools.geo has no tool "getCitty".\n\nNothing ran.',
    );
  });

  it('adds the receipt when the script had run', async () => {
    const calls = [
      { sequence: 1, server: 's', tool: 't', path: 'tools.s.t', state: 'unknown', writes: true, ms: 1 },
    ] as const;
    const text = await textOf(
      { ...done, ok: false, errors: [{ code: 'timeout', message: 'Too slow.' }], calls },
      defaultBudget,
      keepNothing,
    );
    assert.match(text, /may have taken effect.*\n {4}tools\.s\.t \(can write\)/);
  });

  it('cuts a value that is over the budget, keeps the whole, and names its handle', async () => {
    const value = Array.from({ length: 5_000 }, (_, index) => ({ index }));
    const kept: unknown[] = [];
    const text = await textOf({ ...done, value }, { ...defaultBudget, tokens: 500 }, (whole) => {
      kept.push(whole);
      return 'r7';
    });
    assert.deepEqual(kept, [value]);
    assert.match(text, /codemode\.results\.r7/);
    assert.ok((defaultBudget.count(text) as number) <= 500);
  });

  for (const [what, value, advice] of [
    ['an array', Array.from({ length: 5_000 }, () => 'item'), 'codemode.results.r7.slice(0, 20)'],
    ['a text', 'word '.repeat(5_000), 'codemode.results.r7.slice(0, 5000)'],
    ['an object', { text: 'word '.repeat(5_000) }, 'Object.keys(codemode.results.r7)'],
  ] as const) {
    it(`says how to look at more of ${what} that was cut`, async () => {
      const text = await textOf({ ...done, value }, { ...defaultBudget, tokens: 500 }, () => 'r7');
      assert.ok(text.endsWith(`e.g. \`return ${advice}\`.`), text);
    });
  }

  for (const [what, count] of [
    ['fails', () => Promise.reject(new Error('no tokenizer'))],
    ['takes any text for four tokens', () => 4],
  ] as const) {
    it(`cuts a value for a reader whose tokenizer ${what}`, async () => {
      const text = await textOf({ ...done, value: 'x'.repeat(100_000) }, { tokens: 500, count }, () => 'r7');
      assert.ok(text.length < 5_000 && text.includes('codemode.results.r7'), text);
    });
  }

  it('keeps a result whose data it leaves out, and names its handle', async () => {
    const value = { type: 'image', data: `iVBORw0KGgo${'A'.repeat(4_000)}`, mimeType: 'image/png' };
    const kept: unknown[] = [];
    const text = await textOf({ ...done, value }, defaultBudget, (whole) => `r${kept.push(whole)}`);
    assert.deepEqual(kept, [value]);
    assert.equal(
      text,
      '{"type":"image","data":"(3,008 bytes, shown below as picture 1)","mimeType":"image/png"}\n\n' +
        'Whole result, in later scripts: codemode.results.r1.',
    );
  });

  describe('for a reader of few characters', () => {
    const budget = { ...defaultBudget, characters: 2_000 };
    const long = 'say "one\n" '.repeat(1_000);
    const logs = Array.from(
      { length: 2_000 },
      (_, index) => ({ level: 'log', text: `line ${index}`, ms: index }) as const,
    );
    const error = { code: 'tool_failed', message: long } as const;

    for (const [what, outcome, shown] of [
      ['a text and lines', { ...done, value: long, logs }, /^"say .*results\.r1.*Console:\nline 0\n/s],
      ['a list', { ...done, value: Array.from({ length: 500 }, () => 'x "y"') }, /^\["x .*results\.r1/s],
      [
        'an error',
        { ...done, ok: false, errors: [error] },
        /^Failed \(tool_failed\): say .*more characters\)\n\nReceipt: no calls\.$/s,
      ],
    ] as const) {
      it(`cuts ${what} to them`, async () => {
        const text = await textOf(outcome, budget, () => 'r1');
        assert.match(text, shown);
        assert.ok(text.length <= budget.characters, `${text.length}`);
      });
    }

    it('cuts no emoji in two, which the service of a model may refuse', async () => {
      for (const message of ['😀'.repeat(2_000), `x${'😀'.repeat(2_000)}`]) {
        const text = await textOf({ ...done, ok: false, errors: [{ ...error, message }] }, budget);
        assert.ok(text.isWellFormed(), text);
      }
    });

    it('leaves room for the receipt beside a long error', async () => {
      const calls = Array.from({ length: 500 }, (_, index) => {
        const names = {
          server: 's',
          tool: 'save',
          path: 'tools.s.save',
          state: 'finished',
          writes: true,
        } as const;
        return { ...names, sequence: index + 1, ms: 1, input: { id: `N${index + 1}` } };
      });
      const text = await textOf({ ...done, ok: false, errors: [error], calls, logs }, budget, keepNothing);
      assert.ok(text.length <= budget.characters, `${text.length}`);
      assert.match(
        text,
        /^Failed \(tool_failed\): say .*"N1".* more that can write.*"N500" \}\) \(can write\)\n/s,
      );
    });

    it('gives a value all that console lines leave', async () => {
      const value = 'x'.repeat(1_500);
      assert.equal(await textOf({ ...done, value }, budget, keepNothing), JSON.stringify(value));
    });
  });

  it('leaves room for the value however much is logged', async () => {
    const logs = Array.from(
      { length: 2_000 },
      (_, index) => ({ level: 'log', text: `line ${index}`, ms: index }) as const,
    );
    const text = await textOf(
      { ...done, value: 'the value', logs },
      { ...defaultBudget, tokens: 300 },
      keepNothing,
    );
    assert.match(text, /^"the value"\n\nConsole:\nline 0\n/);
    assert.ok(text.length < 1_200);
  });
});

describe('fitLines', () => {
  const budget = { tokens: 10, count: (text: string) => Math.ceil(text.length / 4) };

  it('leaves alone what fits', async () => assert.equal(await fitLines('one\ntwo', budget), 'one\ntwo'));

  it('cuts to the characters that the reader takes, and says what to do next', async () => {
    const text = await fitLines(
      'word\n'.repeat(1_000),
      { ...defaultBudget, characters: 800 },
      'Ask for less.',
    );
    assert.match(text, /more characters\) Ask for less\.$/);
    assert.ok(text.length <= 800);
  });

  it('leaves no half of a character', async () => {
    assert.ok((await fitLines('\ud83d', budget)).isWellFormed());
    for (const text of ['😀'.repeat(1_000), `x${'😀'.repeat(1_000)}`])
      assert.ok((await fitLines(text, budget)).isWellFormed());
  });

  it('cuts at the end of a line and says how much is missing', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n');
    assert.equal(
      await fitLines(lines, budget),
      `${lines.slice(0, lines.indexOf('\nline 6'))}\n… (${lines.length - lines.indexOf('\nline 6')} more characters)`,
    );
  });
});
