// Tests the language features and globals on which a script can rely.
import assert from 'node:assert/strict';
import * as ts from 'typescript';
import { absentGlobals, sandboxGlobals } from '../../src/checker/scopeAnalysis/sandboxGlobals.ts';
import { scriptGlobals } from '../../src/declarations/scriptGlobals.ts';
import { itReturns, itThrows, onProcessEngine, returned, type Fact, type Refusal } from './sandboxBed.ts';

/** Newer than the declared library, ES2024. */
const undeclaredOnPurpose = new Set(['Iterator']);

const ofHosts =
  'process require module fetch Buffer WebAssembly SharedArrayBuffer Atomics Worker WebSocket navigator global setImmediate eval Function WeakRef';

/**
 * Returns the names of all values that the project of a scratch script declares: the library of the language and the
 * globals of Code Mode.
 */
function declaredValues(): ReadonlySet<string> {
  const options: ts.CompilerOptions = {
    lib: ['lib.es2024.d.ts'],
    types: [],
    target: ts.ScriptTarget.ES2024,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const readLibrary = host.getSourceFile.bind(host);
  const ours = 'globals.d.ts';
  host.getSourceFile = (name, version) =>
    name === ours ? ts.createSourceFile(name, scriptGlobals, version) : readLibrary(name, version);
  const program = ts.createProgram([ours], options, host);
  const file = program.getSourceFile(ours);
  assert.ok(file);
  return new Set(
    program
      .getTypeChecker()
      .getSymbolsInScope(file, ts.SymbolFlags.Value)
      .map(({ name }) => name),
  );
}

onProcessEngine(
  'a script has',
  /^of the language:$|^the globals that the checker promises, and no others$/,
  (sandbox, engine) => {
    const features: readonly Fact[] = [
      [
        'async generators',
        'async function* two() { yield 1; yield 2 }\nconst all = []; for await (const n of two()) all.push(n); return all',
        [1, 2],
      ],
      [
        'helpers of iterators',
        'return [1, 2, 3].values().map((n) => n * 2).filter((n) => n > 2).toArray()',
        [4, 6],
      ],
      ['Array.fromAsync', 'return Array.fromAsync((async function* () { yield 1 })())', [1]],
      ['named groups', 'return "2026-05".match(/(?<year>\\d+)-(?<month>\\d+)/).groups.month', '05'],
      [
        'Object.groupBy',
        'return Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"))',
        { odd: [1, 3], even: [2] },
      ],
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
      ['URL.parse', 'return [URL.parse("/b", "http://a").href, URL.parse("/b")]', ['http://a/b', null]],
      [
        'parameters of a URL that follow it',
        'const url = new URL("http://a/?x=1"); const { searchParams } = url; url.search = "?y=2"; searchParams.append("z", "3");\nreturn [url.search, [...url.searchParams], url.searchParams === searchParams, String(new URLSearchParams(searchParams))]',
        [
          '?y=2&z=3',
          [
            ['y', '2'],
            ['z', '3'],
          ],
          true,
          'y=2&z=3',
        ],
      ],
      ['TextEncoder and TextDecoder', 'return new TextDecoder().decode(new TextEncoder().encode("é"))', 'é'],
      ['atob and btoa', 'return atob(btoa("x"))', 'x'],
      [
        'timers',
        'return new Promise((resolve) => { const id = setInterval(() => { clearInterval(id); resolve("tick") }, 1) })',
        'tick',
      ],
      [
        'AbortController',
        'const c = new AbortController(); setTimeout(() => c.abort(), 1); await new Promise((r) => c.signal.addEventListener("abort", r)); return c.signal.aborted',
        true,
      ],
      [
        'signals that abort in time, or for a reason',
        'const late = AbortSignal.timeout(1); await new Promise((r) => late.addEventListener("abort", r)); return [late.reason.name, AbortSignal.abort("why").reason]',
        ['TimeoutError', 'why'],
      ],
      [
        'random UUIDs',
        'return /^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(crypto.randomUUID())',
        true,
      ],
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
      [
        'resizable buffers',
        'const b = new ArrayBuffer(1, { maxByteLength: 4 }); b.resize(3); return [b.byteLength, b.transfer(2).byteLength]',
        [3, 2],
      ],
      ['sets of characters in patterns (flag v)', 'return "aé1".match(/[\\p{L}--[a-z]]/v)[0]', 'é'],
      ['look-behind and sticky patterns', 'const p = /(?<=a)b/y; p.lastIndex = 1; return p.test("ab")', true],
      [
        'iterators of its own',
        'return Iterator.from({ i: 0, next() { return { done: this.i > 2, value: this.i++ } } }).drop(1).take(2).toArray()',
        [1, 2],
      ],
      [
        'array holes found from the end',
        'return [[1, 2, 3].findLast((n) => n < 3), [1, 2].at(-1), [1, 2].with(0, 5)]',
        [2, 2, [5, 2]],
      ],
      [
        'well-formed text',
        'return ["a\\ud800".isWellFormed(), "a\\ud800".toWellFormed()]',
        [false, 'a\ufffd'],
      ],
      [
        'promises with resolvers',
        'const { promise, resolve } = Promise.withResolvers(); resolve(1); return promise',
        1,
      ],
      [
        'groups in maps',
        'return [...Map.groupBy([1, 2, 3], (n) => n % 2)]',
        [
          [1, [1, 3]],
          [0, [2]],
        ],
      ],
      [
        'logical assignment, optional calls and big exponents',
        'let a; a ??= 2; return [a ** 3, a?.b?.(), 1_000]',
        [8, null, 1000],
      ],
      ['errors with causes', 'return new Error("a", { cause: "b" }).cause', 'b'],
    ];
    const languages: readonly Fact[] = [
      ['number formats of a language', 'return (1234.5).toLocaleString("de")', '1.234,5'],
      [
        'time zones',
        'return new Date(0).toLocaleString("en", { timeZone: "Asia/Tokyo" })',
        '1/1/1970, 9:00:00 AM',
      ],
      [
        'plurals, lists and collation',
        'return [new Intl.PluralRules("en").select(1), new Intl.ListFormat("en").format(["a", "b"]), ["b", "a"].sort(new Intl.Collator("en").compare)]',
        ['one', 'a and b', ['a', 'b']],
      ],
      [
        'dates in words',
        'return new Date(0).toLocaleDateString("de", { timeZone: "UTC", month: "long" })',
        'Januar',
      ],
      [
        'money',
        'return new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(1234.5)',
        '€1,234.50',
      ],
      [
        'names of languages and regions',
        'return new Intl.DisplayNames("en", { type: "region" }).of("NO")',
        'Norway',
      ],
      [
        'relative times',
        'return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")',
        'yesterday',
      ],
      [
        'segments of text',
        'return [...new Intl.Segmenter("en", { granularity: "word" }).segment("a b")].map((s) => s.segment)',
        ['a', ' ', 'b'],
      ],
      ['locales', 'return new Intl.Locale("zh-Hant-TW").script', 'Hant'],
      [
        'formats of dates',
        'return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(0))',
        'Jan 1, 1970',
      ],
    ];
    describe('of the language:', () => {
      // The wasm engine has no languages; engineDifferences.test.ts tests this difference.
      itReturns(sandbox, engine === 'process' ? [...features, ...languages] : features);
    });

    itReturns(sandbox, [
      [
        'objects that have properties of their own by the names of the language',
        `
      const plain = {};
      for (const name of ['constructor', 'hasOwnProperty', 'toString', 'valueOf', '__lookupGetter__']) plain[name] = (plain[name] === 1 ? 2 : 1);
      const list = [1]; list.map = 3; list.push = 4;
      const map = new Map(); map.get = 5;
      const error = new TypeError('a'); error.message = 'b'; error.name = 'C';
      class Own { constructor() { this.toString = () => 'own'; this.constructor = 6; } }
      return [Object.values(plain), Object.keys(list), list.map, map.get, String(error), String(new Own()), [2].map((n) => n + 1)];`,
        [[1, 1, 1, 1, 1], ['0', 'map', 'push'], 3, 5, 'C: b', 'own', [3]],
      ],
      [
        'prototypes that nobody changes',
        `
      const refused = (change) => { try { change(); return false } catch (error) { return error instanceof TypeError } };
      return [
        refused(() => { Array.prototype.map = 1 }),
        refused(() => { Object.prototype.constructor = 1 }),
        refused(() => { Map.prototype.added = 1 }),
        refused(() => { Object.getPrototypeOf(Uint8Array.prototype).map = 1 }),
        refused(() => { Object.defineProperty(Array.prototype, 'map', { value: 1 }) }),
      ];`,
        [true, true, true, true, true],
      ],
      ['nothing of its host', `return '${ofHosts}'.split(' ').filter((name) => name in globalThis)`, []],
    ]);

    it('every recent part of the language that the runtime has', async () => {
      const recent =
        'Promise.try Promise.withResolvers Promise.any Array.fromAsync Array.prototype.toSorted Array.prototype.toSpliced Array.prototype.with ' +
        'Set.prototype.union Set.prototype.intersection Set.prototype.difference Set.prototype.symmetricDifference Set.prototype.isSubsetOf ' +
        'Set.prototype.isSupersetOf Set.prototype.isDisjointFrom Iterator.from Iterator.prototype.map Iterator.prototype.flatMap ' +
        'Iterator.prototype.reduce Iterator.prototype.some Iterator.prototype.find Object.groupBy Map.groupBy ArrayBuffer.prototype.resize ' +
        'ArrayBuffer.prototype.transfer String.prototype.isWellFormed String.prototype.replaceAll Math.f16round JSON.rawJSON ' +
        'Intl.Collator Intl.DateTimeFormat Intl.DisplayNames Intl.DurationFormat Intl.ListFormat Intl.Locale Intl.NumberFormat Intl.PluralRules ' +
        'Intl.RelativeTimeFormat Intl.Segmenter Intl.supportedValuesOf Date.prototype.toLocaleString BigInt.prototype.toLocaleString';
      const kinds = (path: string) =>
        path.split('.').reduce<unknown>((object, key) => Reflect.get(Object(object), key), globalThis);
      const promised = recent.split(' ').filter((path) => engine === 'process' || !path.startsWith('Intl.'));
      const here = promised.filter((path) => typeof kinds(path) === 'function');
      const body = `return ${JSON.stringify(here)}.filter((path) => typeof path.split(".").reduce((object, key) => object?.[key], globalThis) !== "function")`;
      assert.deepEqual(await returned(sandbox(), body), []);
    });

    it('the globals that the checker promises, and no others', async () => {
      const names = await returned(sandbox(), 'return Object.getOwnPropertyNames(globalThis)');
      const promised = [...sandboxGlobals].filter((name) => engine === 'process' || name !== 'Intl');
      assert.deepEqual([...(names as string[])].sort(), promised.sort()); // names are strings
    });

    it('the globals that its declarations promise, but for those of which the checker says that they are absent', () => {
      const promised = declaredValues();
      assert.deepEqual(
        [...sandboxGlobals].filter((name) => !promised.has(name) && !undeclaredOnPurpose.has(name)),
        [],
        'a script has it and no declaration says so',
      );
      assert.deepEqual(
        [...promised].filter((name) => !sandboxGlobals.has(name) && !absentGlobals.has(name)),
        [],
        'declared, and neither there nor known to be absent',
      );
    });

    const refusals: readonly Refusal[] = [
      [
        'a digest that it does not know',
        'await crypto.subtle.digest("MD5", new Uint8Array(1))',
        /SHA-512, not "MD5"/,
      ],
      ['a digest of text', 'await crypto.subtle.digest("SHA-1", "text")', /takes bytes: new TextEncoder/],
      [
        'random numbers with fractions',
        'crypto.getRandomValues(new Float64Array(1))',
        /takes an integer array/,
      ],
      [
        'too many random bytes',
        'crypto.getRandomValues(new Uint8Array(65_537))',
        /at most 65536 bytes, not 65537/,
      ],
    ];
    itThrows(sandbox, refusals, (what) => `a clear no to ${what}`);
  },
);
