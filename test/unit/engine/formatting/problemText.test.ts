import assert from 'node:assert/strict';
import { advice } from '../../../../src/engine/formatting/advice.ts';
import { errorText, warningText } from '../../../../src/engine/formatting/problemText.ts';

const error = {
  code: 'unknown_tool',
  message: 'tools.geo has no tool "getCitty".',
  position: { line: 2, column: 23 },
  sourceLine: 'const c = await tools.geo.getCitty();',
  hint: `${advice.signature.model}tools.geo.getCity()`,
} as const;

describe('an error in words', () => {
  it('tells a model the place, the line and the next step', () => {
    const [first, line, next] = errorText(error).split('\n');
    assert.match(first ?? '', /^Failed \(unknown_tool\) at 2:23: /);
    assert.equal(line, '  2 | const c = await tools.geo.getCitty();');
    assert.equal(next, 'Next: Signature: tools.geo.getCity()');
  });

  it('tells a user the same in their words, with the file', () => {
    const [first, , next] = errorText(error, { reader: 'user', file: 'report.ts' }).split('\n');
    assert.match(first ?? '', /^Failed \(unknown_tool\) at report\.ts:2:23: /);
    assert.equal(next, 'Signature: tools.geo.getCity()');
  });

  it('tells a user the functions on the way to it', () => {
    const stack = [{ name: 'inner', position: { line: 2, column: 9 } }, { position: { line: 5, column: 1 } }];
    const text = errorText(
      { code: 'script_error', message: 'Error: a', stack },
      { reader: 'user', file: 'report.ts' },
    );
    assert.equal(text, 'Failed (script_error): Error: a\n    at inner (report.ts:2:9)\n    at report.ts:5:1');
    assert.doesNotMatch(errorText({ code: 'script_error', message: 'Error: a', stack }), /inner/);
  });

  it('has no last line where a user needs no advice', () => {
    const text = warningText(
      { code: 'type_error', message: 'Wrong.', hint: advice.runAgainIfWanted.model },
      { reader: 'user' },
    );
    assert.equal(text, 'Warning (type_error): Wrong.');
  });
});
