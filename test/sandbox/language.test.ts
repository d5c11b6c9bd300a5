// What a script can count on: the language as the runtime has it, and the globals beside it.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/catalog/json.ts';
import { failure, onEachEngine, returned } from './sandboxBed.ts';

onEachEngine('a script has', (sandbox, engine) => {
  const features: readonly (readonly [what: string, body: string, expected: JsonValue])[] = [
    [
      'async generators',
      'async function* two() { yield 1; yield 2 }\nconst all = []; for await (const n of two()) all.push(n); return all',
      [1, 2],
    ],
    ['helpers of iterators', 'return [1, 2, 3].values().map((n) => n * 2).filter((n) => n > 2).toArray()', [4, 6]],
    ['Array.fromAsync', 'return Array.fromAsync((async function* () { yield 1 })())', [1]],
    ['named groups', 'return "2026-05".match(/(?<year>\\d+)-(?<month>\\d+)/).groups.month', '05'],
    ['Object.groupBy', 'return Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"))', { odd: [1, 3], even: [2] }],
    ['methods of sets', 'return [...new Set([1, 2]).union(new Set([3]))]', [1, 2, 3]],
    [
      'arrays that are sorted as copies',
      'const list = [2, 1]; return [list.toSorted(), list]',
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ['private members and static blocks', 'class A { static #n = 1; static { A.m = A.#n } } return A.m', 1],
    ['labels', 'let n = 0; outer: for (;;) { for (;;) { n += 1; if (n > 2) break outer } } return n', 3],
    ['BigInt', 'return String(2n ** 64n)', '18446744073709551616'],
    ['structuredClone', 'return structuredClone({ at: new Date(0) }).at.getTime()', 0],
    ['URL', 'return new URL("http://a/b?c=1").searchParams.get("c")', '1'],
    ['TextEncoder and TextDecoder', 'return new TextDecoder().decode(new TextEncoder().encode("é"))', 'é'],
    ['atob and btoa', 'return atob(btoa("x"))', 'x'],
    ['timers', 'return new Promise((resolve) => { const id = setInterval(() => { clearInterval(id); resolve("tick") }, 1) })', 'tick'],
    [
      'AbortController',
      'const c = new AbortController(); setTimeout(() => c.abort(), 1); await new Promise((r) => c.signal.addEventListener("abort", r)); return c.signal.aborted',
      true,
    ],
    ['random UUIDs', 'return /^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(crypto.randomUUID())', true],
    [
      'random bytes',
      'const bytes = crypto.getRandomValues(new Uint32Array(8)); return bytes.length === 8 && bytes.some((n) => n > 0)',
      true,
    ],
    [
      'digests',
      'const bytes = new TextEncoder().encode("abc");\nconst digest = await crypto.subtle.digest("SHA-256", bytes);\nreturn [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("")',
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    ],
    [
      'digests of a part of a buffer',
      'const all = new TextEncoder().encode("xabcx");\nreturn new Uint8Array(await crypto.subtle.digest({ name: "sha-1" }, all.subarray(1, 4)))[0]',
      0xa9,
    ],
  ];
  const languages: typeof features = [
    ['number formats of a language', 'return (1234.5).toLocaleString("de")', '1.234,5'],
    ['time zones', 'return new Date(0).toLocaleString("en", { timeZone: "Asia/Tokyo" })', '1/1/1970, 9:00:00 AM'],
    [
      'plurals, lists and collation',
      'return [new Intl.PluralRules("en").select(1), new Intl.ListFormat("en").format(["a", "b"]), ["b", "a"].sort(new Intl.Collator("en").compare)]',
      ['one', 'a and b', ['a', 'b']],
    ],
  ];
  // The wasm engine knows no languages: engineDifferences.test.ts has what it says of them.
  for (const [what, body, expected] of engine === 'process' ? [...features, ...languages] : features) {
    it(what, async () => assert.deepEqual(await returned(sandbox(), body), expected));
  }

  it('nothing of its host', async () => {
    const names =
      'process require module fetch Buffer WebAssembly SharedArrayBuffer Atomics Worker WebSocket navigator global setImmediate eval Function WeakRef';
    assert.deepEqual(await returned(sandbox(), `return ${JSON.stringify(names.split(' '))}.filter((name) => name in globalThis)`), []);
  });

  const refusals: readonly (readonly [what: string, body: string, said: RegExp])[] = [
    [
      'a digest that it does not know',
      'await crypto.subtle.digest("MD5", new Uint8Array(1))',
      /knows SHA-1, SHA-256, SHA-384, SHA-512, not "MD5"/,
    ],
    ['a digest of text', 'await crypto.subtle.digest("SHA-1", "text")', /takes bytes: new TextEncoder\(\)\.encode\(text\)/],
    ['random numbers with fractions', 'crypto.getRandomValues(new Float64Array(1))', /takes an array of whole numbers/],
    ['too many random bytes', 'crypto.getRandomValues(new Uint8Array(65_537))', /at most 65536 bytes at once, not 65537/],
  ];
  for (const [what, body, said] of refusals) {
    it(`a clear no to ${what}`, async () => assert.match((await failure(sandbox(), body)).message, said));
  }
});
