import assert from 'node:assert/strict';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { readEnvFile } from '../../../../src/mcp/definitions/launchEnvironment.ts';

describe('readEnvFile', () => {
  const cases: readonly (readonly [what: string, text: string, found: Readonly<Record<string, string>>])[] = [
    [
      'lines, and skips comments and what is none',
      '# c\nA=1\n\nword\n  B = two words \n=3',
      { A: '1', B: 'two words' },
    ],
    ['lines of Windows, after a byte order mark', '\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['names with a colon', 'A: 1\nURL: http://x.test', { A: '1', URL: 'http://x.test' }],
    ['export', 'export A=1', { A: '1' }],
    [
      'comments after values',
      'A=1 # one\nB="1 # one" # two\nC=it\'s # so',
      { A: '1', B: '1 # one', C: "it's # so" },
    ],
    ['quotes of three kinds', 'A="a\'b"\nB=\'a"b\'\nC=`a"b`', { A: "a'b", B: 'a"b', C: 'a"b' }],
    ['ends of lines in double quotes alone', 'A="a\\nb"\nB=\'a\\nb\'', { A: 'a\nb', B: 'a\\nb' }],
    ['quotes that are escaped, which stay so', 'A="{\\"a\\": 1}"', { A: '{\\"a\\": 1}' }],
    ['JSON', 'A={"a": 1}\nB=\'{"a": "#"}\'', { A: '{"a": 1}', B: '{"a": "#"}' }],
    ['empty values', 'A=\nB=""', { A: '', B: '' }],
    ['more than one sign', 'A=a=b:c', { A: 'a=b:c' }],
    ['a quote that nothing closes, for what it is', 'A="abc\nB="x"', { A: '"abc', B: 'x' }],
    [
      'several lines in quotes',
      'KEY="-----BEGIN\nabc=\n-----END" \nB=2',
      { KEY: '-----BEGIN\nabc=\n-----END', B: '2' },
    ],
  ];
  for (const [what, line] of [
    ['quotes that later lines close', 'A="\n'],
    ['a name without a value', `A${' '.repeat(40)}`],
  ] as const) {
    it(`takes time in proportion to a file of ${what}`, async () => {
      const reading = (lines: number) => () => readEnvFile(line.repeat(lines));
      assert.ok((await growth(reading, 4_000, 10)) < proportionalTenfold);
    });
  }

  for (const [what, text, found] of cases)
    it(`reads ${what}`, () => assert.deepEqual(Object.fromEntries(readEnvFile(text)), found));
});
