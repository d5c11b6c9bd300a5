import assert from 'node:assert/strict';
import { redact } from '../../../../src/workbench/diagnose/diagnosis.ts';

const env = { API_KEY: 'sk-0123456789', HOME: '/home/ada' };

describe('redact', () => {
  const shown = (text: string) => redact({ text }, { env, home: '/home/ada' }).text;

  it('hides the values of variables that are secret by their name, wherever they stand', () => {
    assert.equal(shown('exited: bad key sk-0123456789'), 'exited: bad key •••');
  });

  const addresses: readonly (readonly [written: string, shown: string])[] = [
    ['reached at https://ada:pass@x.test/mcp: no', 'reached at https://x.test/… no'],
    ['reached at https://x.test/mcp?api=abc#d.', 'reached at https://x.test/…'],
    ['(https://x.test?token=abc) no', '(https://x.test/… no'],
    ['at https://x.test no', 'at https://x.test no'],
    ['at https://x.test/ no', 'at https://x.test/ no'],
    ['at https://x.test:8080/s/sk-0/mcp no', 'at https://x.test:8080/… no'],
    ['at https://ada:p@ss@x.test/mcp no', 'at https://x.test/… no'],
    [`at https://x.test/a?q=a)b'c"d no`, 'at https://x.test/… no'],
    ['at https://ada:p/a?s#s@x.test/mcp no', 'at https://… no'],
  ];
  for (const [written, expected] of addresses)
    it(`writes ${written} as ${expected}`, () => assert.equal(shown(written), expected));

  const windows = String.raw`C:\Users\ada`;
  const homes: readonly (readonly [home: string, written: string, shown: string])[] = [
    ['/home/ada', 'correct /home/ada/w/mcp.json', 'correct ~/w/mcp.json'],
    [windows, String.raw`in C:\Users\ada\mcp.json`, String.raw`in ~\mcp.json`],
    [windows, String.raw`in c:\users\ADA\mcp.json`, String.raw`in ~\mcp.json`],
    [windows, String.raw`in C:\\Users\\ada\\mcp.json`, String.raw`in ~\\mcp.json`],
    [windows, 'in C:/Users/ada/mcp.json', 'in ~/mcp.json'],
    [windows, 'in file:///c%3A/Users/ada/mcp.json', 'in ~/mcp.json'],
    [windows, 'in file:///C:/Users/ada/mcp.json', 'in ~/mcp.json'],
  ];
  for (const [home, written, expected] of homes)
    it(`writes the home folder in ${written} as ~`, () =>
      assert.equal(redact(written, { env, home }), expected));

  it('keeps all else as it is', () => {
    const plain = { list: [1, true, null, 'https://x.test'], API_KEY: 2 };
    assert.deepEqual(redact(plain, { env, home: '/' }), plain);
  });
});
