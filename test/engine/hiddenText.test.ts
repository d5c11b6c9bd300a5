// Tests that texts of servers reach models and people without control characters, invisible characters or direction
// marks.
import assert from 'node:assert/strict';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import { warningText } from '../../src/engine/formatting/problemText.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { forbidden, HiddenTexts, hiddenPart } from '../fakes/hiddenTexts.ts';
import { sharedEngine } from '../fakes/testEngine.ts';

const budget = { tokens: 100_000, count: (text: string) => Promise.resolve(text.length / 4) };

describe('text of a server that hides something', () => {
  const answerTo = async (code: string) =>
    (await formatResult(await engine.run(code), budget, () => 'r1')).text;
  const engine = sharedEngine([new HiddenTexts()], { typeCheck: 'error' });

  for (const request of [
    {},
    { query: 'read rows' },
    { query: 'read rows', detail: 'full' },
    { server: 'odd', detail: 'names' },
  ] as const) {
    it(`is not in what findTools answers to ${JSON.stringify(request)}`, async () => {
      const text = await engine.engine.finder.findTools(await engine.snapshot(), request);
      assert.match(text, /odd/);
      assert.doesNotMatch(text, forbidden);
    });
  }

  for (const path of ['tools.odd', 'tools.odd.fail', 'tools.odd.nothing', 'tools.nothing']) {
    it(`is not in the description of ${path}`, async () => {
      assert.doesNotMatch(
        (await engine.engine.finder.describe(await engine.snapshot(), path)).text,
        forbidden,
      );
    });
  }

  it('is not in the description of a tool, short or whole, whose literals stay what they are', async () => {
    const tools = await engine.snapshot();
    const path = tools.servers[0]?.tools.find(({ description }) => description !== '')?.path ?? '';
    for (const whole of [false, true]) {
      const { text, found } = await engine.engine.finder.describe(tools, path, { whole });
      assert.ok(found);
      assert.doesNotMatch(text, forbidden);
      assert.match(text, /"one\\u\{9b\}2J\\u\{7f\}\\u\{202e\}/);
    }
  });

  it('is not in the declarations', async () => {
    assert.doesNotMatch(await engine.declarations.api((await engine.snapshot()).servers), forbidden);
  });

  it('is in no text of the snapshot that is not a name or a value', async () => {
    const { servers, warnings } = await engine.snapshot();
    const texts = servers.flatMap(({ instructions = '', tools }) => [
      instructions,
      ...tools.flatMap(({ title = '', description, serverVersion = '', path }) => [
        title,
        description,
        serverVersion,
        path,
      ]),
    ]);
    for (const text of [...texts, ...warnings]) assert.doesNotMatch(text, forbidden);
  });

  for (const [what, code] of [
    ['a tool that failed', 'return await tools.odd.fail()'],
    ['a call that was refused', 'return await tools.odd.refuse()'],
    ['an argument that does not fit', 'return await tools.odd.readIt({ kind: "three" })'],
    ['a tool that is not there', 'return await tools.odd.readNothing()'],
    ['an error of the script', `throw new Error(${JSON.stringify(hiddenPart)})`],
    ['the line of an error', `const a = ${JSON.stringify(hiddenPart.replace(/\u2028/, ''))}; null.x`],
    ['the console', `console.log(${JSON.stringify(hiddenPart)}); return 1`],
    ['a note', 'return tools.ODD.fail().catch(() => 1)'],
  ] as const) {
    it(`is not in what is said of ${what}`, async () => {
      const text = await answerTo(code);
      assert.doesNotMatch(text, forbidden);
    });
  }

  it('is in no error that a script catches, receipt or warning', async () => {
    const outcome = await engine.run(
      'try { await tools.odd.refuse() } catch (error) { return error.message }',
    );
    assert.equal(outcome.ok, true);
    const message = typeof outcome.value === 'string' ? outcome.value : '';
    assert.match(message, /^It was refused/);
    assert.doesNotMatch(message, forbidden);
    for (const line of [
      ...receipt(outcome.calls),
      ...outcome.warnings.map((warning) => warningText(warning)),
    ])
      assert.doesNotMatch(line, forbidden);
  });
});
