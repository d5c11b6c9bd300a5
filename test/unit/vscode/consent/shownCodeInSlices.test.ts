import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownCode } from '../../../../src/base/text/visibleText.ts';
import { shownCodeInSlices } from '../../../../src/vscode/consent/shownCodeInSlices.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { anyText } from '../../base/text/anyText.ts';

describe('the code of a script, shown in slices', () => {
  it('is what is shown at once', async () => {
    const text = fc
      .array(fc.oneof(anyText, fc.constantFrom(' ', '\n', '\r\n')), { maxLength: 30 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (code) => assert.equal(await shownCodeInSlices(code, 3), shownCode(code))),
    );
  });

  it('gives others their turn again and again, of a megabyte in which much hides', async () => {
    const code = 'p\u0430th = "\u202e\u200b\u2066x"; '.repeat(15_000);
    const turns = new CountedTurns();
    const shown = await shownCodeInSlices(code);
    assert.ok(turns.stop() > 3);
    assert.equal(shown.length, shownCode(code).length);
  });
});
