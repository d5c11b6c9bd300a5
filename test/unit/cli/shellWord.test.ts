import assert from 'node:assert/strict';
import { shellWord } from '../../../src/cli/shellWord.ts';

describe('a word of an advised command', () => {
  for (const [platform, text, word] of [
    ['linux', 'out/report.ts', 'out/report.ts'],
    ['linux', 'two words', "'two words'"],
    ['linux', "$(date)'s", `'$(date)'\\''s'`],
    ['win32', String.raw`C:\two words\a.ts`, String.raw`"C:\two words\a.ts"`],
    ['win32', "$(date)'s", "'$(date)''s'"],
    ['win32', 'a\u201d;calc;\u2019', "'a\u201d;calc;\u2019\u2019'"],
    ['win32', '$a&calc', "'$a^&calc'"],
  ] as const)
    it(`is ${word} for ${text} on ${platform}`, () => assert.equal(shellWord(text, platform), word));
});
