import assert from 'node:assert/strict';
import { modelTitle, runTitle, titleFrom } from '../../../src/engine/runTitle.ts';

describe('the title of a run', () => {
  it('is what the model says, in one line that shows nothing hidden', () => {
    assert.equal(modelTitle(' Count\n\topen\u202e issues\u200b\u001b[31m '), 'Count open issues');
  });

  it('has at most 80 characters, of which none is cut in two', () => {
    assert.equal(modelTitle('x'.repeat(80)), 'x'.repeat(80));
    assert.equal(modelTitle('x'.repeat(81)), `${'x'.repeat(79)}…`);
    assert.equal(modelTitle('😀'.repeat(5_000)), `${'😀'.repeat(79)}…`);
  });

  it('is none where the model gives no text', () => {
    for (const title of [undefined, null, 7, '', ' \n\u200b']) assert.equal(modelTitle(title), undefined);
  });

  it('has no secret, not even the part of one before the cut', () => {
    const redacted = (text: string) => text.replace('hunter22', '•••');
    assert.equal(titleFrom(`${'x'.repeat(76)}hunter22`, redacted), `${'x'.repeat(76)}•••`);
  });

  it('is the first comment of code that has one', () => {
    assert.equal(
      runTitle('// Code Mode\nawait tools.geo.getCity({});\n/** Weather of cities */\nreturn 1'),
      'Weather of cities',
    );
  });

  it('is the tools of code without a comment, each once, three of them by name', () => {
    assert.equal(
      runTitle('const city = await tools.geo.getCity({});\nreturn tools.geo.getCity.raw(city)'),
      'geo.getCity',
    );
    const code =
      'await tools.a.one(); await tools.b["two_2"](); await tools?.["c"]?.three(); await tools\n  .d.four(); await tools.e.five();';
    assert.equal(runTitle(code), 'a.one, b.two_2, c.three and 2 more');
  });

  it('is the first line of code that names no tool', () => {
    assert.equal(
      runTitle('```ts\nconst mytools = { a: { b: 1 } };\nreturn mytools.a.b + x.tools.a.b;\n```'),
      'const mytools = { a: { b: 1 } };',
    );
  });

  it('is found in proportion to the length of the code', () => {
    for (const part of ['tools', 'tools.', 'tools[', '$tools', 'tools . ', 'tools.$', '[', ' '])
      assert.ok(runTitle(part.repeat(1_000_000 / part.length)).length <= 80);
  });
});
