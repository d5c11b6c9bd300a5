// Texts for property tests: normal words between control characters, invisible characters and broken characters.
import fc from 'fast-check';

const odd = [
  ...['\u0000', '\u0007', '\u001b[2J', '\r', '\r\n', '\n', '\t', '\v', '\u007f', '\u0085', '\u009b'],
  ...Array.from('\u00a0\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u2003'),
  ...Array.from('\u2028\u2029\u202e\u2060\u2066\u2069\u2800\u3164\ufe00\ufe0e\ufe0f\ufeff\ufff9'),
  ...['\u{e0041}', '\u{e007f}', '\u{e0100}', '\u{e0fff}', '\ud800', '\udc00', '\ufffd', '\u20e3'],
  ...'а р ο ａ 𝐚 ∕ ． ❤ 👩 🏻 🏴 1 # م क् " \\ \\u{202e} ` /'.split(' '),
];

export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...odd),
      fc.constantFrom('path', 'a', ' ', 'Ünder', '東京'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/**
 * Matches characters that no text for a person or a model may contain. Joiners and selectors of emoji have tests of
 * their own.
 */
export const forbidden =
  /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
