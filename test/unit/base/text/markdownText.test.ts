import assert from 'node:assert/strict';
import { markdownText } from '../../../../src/base/text/plainText.ts';

describe('text inside Markdown', () => {
  it('leaves no mark that could be syntax', () => {
    const marks = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33));
    assert.match(markdownText(marks), /^(?:&#\d+;|[A-Za-z0-9])+$/);
  });

  it('is one line of words as they are', () => {
    assert.equal(markdownText('seven  words\nof a\u202e server'), 'seven words of a server');
  });

  it('is cut before its marks become longer', () => {
    assert.equal(markdownText('a*b*c', 3), 'a&#42;b…');
  });
});
