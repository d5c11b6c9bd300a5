import assert from 'node:assert/strict';
import { UnsentCalls } from '../../../../src/engine/calls/unsentCalls.ts';

describe('the mark of a call that a dry run does not send', () => {
  const calls = new UnsentCalls();
  calls.answer(
    { server: 'tracker', tool: 'create_issue', sequence: 2 },
    'tools.tracker.createIssue',
    undefined,
  );
  const mark = '(dry-run-2 tools.tracker.createIssue.url)';
  const needed = (input: string) => calls.neededBy({ to: [input] })?.path;

  for (const [how, encode] of [
    ['in a text', (text) => `see ${text}.`],
    ['in an address', encodeURIComponent],
    ['in a form', (text) => new URLSearchParams({ q: text }).toString()],
    [
      'in an address in an address',
      (text) => new URLSearchParams({ to: `?${new URLSearchParams({ q: text }).toString()}` }).toString(),
    ],
    ['in lower case', (text) => new URLSearchParams({ q: text }).toString().toLowerCase()],
    ['as a name', (text) => text.toUpperCase()],
  ] as readonly (readonly [string, (text: string) => string])[]) {
    it(`is known ${how}`, () => assert.equal(needed(encode(mark)), 'tools.tracker.createIssue'));
  }

  it('is none where no call has the number', () => assert.equal(needed('%28dry-run-20 x'), undefined));
});
