import assert from 'node:assert/strict';
import {
  patternPlaces,
  settingPlaces,
  typedPattern,
} from '../../../../src/vscode/patternSettings/patternPlaces.ts';

/** `|` is where somebody types. */
function typedIn(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const typed = typedPattern(text, offset);
  return typed && { replaced: text.slice(typed.start, typed.end), kind: typed.kind };
}

describe('the settings of a file', () => {
  it('are found by their names, at the top alone', () => {
    const text =
      '{ "codeMode.mode": "code", /* ours */ "codeMode.chatTools": "server", "x": { "codeMode.chatTools": 1 } }';
    const [place, ...others] = settingPlaces(text, new Set(['codeMode.chatTools']));
    assert.deepEqual([text.slice(place?.start, place?.end), others], ['"codeMode.chatTools"', []]);
  });
});

describe('the globs of a settings file', () => {
  it('are those of lists and rules, with comments between them', () => {
    const text = `{ // ours
      "codeMode.excludedTools": ["a.*", "b.*",],
      "codeMode.blockedTools": "c.*",
      "codeMode.approvals.rules": { "d.*": "ask", "e.*": 1, },
      "codeMode.models": [{ "match": "gpt-*", "excludedTools": ["f.*"] }],
      "files.exclude": { "g.*": true },
    }`;
    const places = patternPlaces(text);
    assert.deepEqual(
      places.map(({ pattern }) => pattern),
      ['a.*', 'b.*', 'c.*', 'd.*', 'e.*', 'f.*'],
    );
    for (const { pattern, start, end } of places)
      assert.equal(text.slice(start, end), JSON.stringify(pattern));
  });

  it('are found in a .code-workspace file', () => {
    assert.deepEqual(
      patternPlaces('{ "folders": [], "settings": { "codeMode.approvals.rules": { "a.*": "ask" } } }').map(
        ({ pattern }) => pattern,
      ),
      ['a.*'],
    );
  });

  for (const text of [
    '',
    '[',
    '{ "codeMode.excludedTools": { "a": 1 } }',
    '{ "codeMode.approvals.rules": ["a.*"] }',
    '['.repeat(100_000),
  ]) {
    it(`are none in ${text.slice(0, 40)}`, () => assert.deepEqual(patternPlaces(text), []));
  }
});

describe('where a glob is typed', () => {
  for (const [marked, expected] of [
    ['{ "codeMode.excludedTools": ["|"] }', { replaced: '""', kind: 'pattern' }],
    ['{ "codeMode.excludedTools": ["a.*", "geo.|ci"] }', { replaced: '"geo.ci"', kind: 'pattern' }],
    ['{ "codeMode.excludedTools": [|] }', { replaced: '', kind: 'pattern' }],
    ['{ "codeMode.approvals.rules": { "|" } }', { replaced: '""', kind: 'newRule' }],
    ['{ "codeMode.approvals.rules": { "geo.|": "ask" } }', { replaced: '"geo."', kind: 'pattern' }],
    ['{ "settings": { "codeMode.approvals.rules": { "|": "ask" } } }', { replaced: '""', kind: 'pattern' }],
    ['{ "codeMode.models": [{ "excludedTools": ["|"] }] }', { replaced: '""', kind: 'pattern' }],
    ['{ "codeMode.approvals.rules": { "geo.*": "|" } }', undefined],
    ['{ "|" }', undefined],
    ['{ "files.exclude": { "|": true } }', undefined],
  ] as const) {
    it(`is ${expected ? `at ${expected.replaced || 'nothing'}` : 'not'} in ${marked}`, () =>
      assert.deepEqual(typedIn(marked), expected));
  }
});
