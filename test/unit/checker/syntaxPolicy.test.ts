import assert from 'node:assert/strict';
import { placeOf, problemOf, problemsOf, scriptOf } from './prepared.ts';

const modules: readonly (readonly [code: string, place: string])[] = [
  ['import fs from "fs";\nreturn fs;', '1:1'],
  ['import * as fs from "node:fs";\nreturn 1;', '1:1'],
  ['import { readFile } from "fs";\nreturn readFile("x");', '1:1'],
  ['import "fs";\nreturn 1;', '1:1'],
  ['const x: number = 1;\nreturn await import("fs");', '2:14'],
  ['const f = async (x: string) => import(x);\nreturn f("fs")', '1:32'],
  ['return import.meta.url', '1:8'],
  ['import source x from "y";\nreturn x', '1:1'],
  ['import defer * as x from "y";\nreturn x', '1:1'],
  ['return import.source("y")', '1:8'],
  ['return import.defer("y")', '1:8'],
  ['import json\nreturn 1', '1:1'],
  ['from os import path', '1:1'],
  ['export * from "y";\nreturn 1', '1:1'],
  ['export { x } from "y";\nreturn 1', '1:1'],
];

describe('the syntax policy', () => {
  for (const [code, place] of modules) {
    it(`refuses modules: ${JSON.stringify(code)}`, () => {
      const problem = problemOf(code);
      assert.equal(placeOf(problem), `forbidden_syntax ${place}`);
      assert.match(problem.message, /`(import|export)\b/);
      assert.match(problem.hint ?? '', /modules: call `tools/);
    });
  }

  const others: readonly (readonly [code: string, place: string, message: RegExp])[] = [
    ['const o: object = {};\nwith (o) { }', '2:1', /`with`/],
    ['using x = null;', '1:1', /`using`/],
    ['await using x = null;', '1:1', /`await using`/],
    ['const y = 1;\nnamespace A { export const x = y }\nreturn A.x', '2:1', /`namespace`/],
    ['module A { export const x = 1 }\nreturn 1', '1:1', /`namespace`/],
  ];
  for (const [code, place, message] of others) {
    it(`refuses ${JSON.stringify(code)}`, () => {
      const problem = problemOf(code);
      assert.equal(placeOf(problem), `forbidden_syntax ${place}`);
      assert.match(problem.message, message);
    });
  }

  for (const code of [
    '}); globalThis.x = 1; (async () => {',
    'return 1 }); (() => {',
    '}\nreturn 1\n{',
    '}})(); (async () => {{',
    '*/ }); x(); /*',
    '`}); x(); (async () => {',
    '// \u2028}); x(); (async () => {',
    '<!-- \n }); x(); (async () => {',
    '})/*',
  ]) {
    it(`lets nobody out of the function: ${JSON.stringify(code)}`, () => {
      for (const problem of problemsOf(code))
        assert.ok(problem.code === 'syntax_error' || problem.code === 'unknown_global', placeOf(problem));
    });
  }

  for (const code of [
    'label: for (const x of [1]) { if (x) continue label; else break label }',
    'switch (1) { case 1: break; default: }',
    'class A extends Array { static { } #p = 1; static s; get p() { return this.#p } has(o) { return #p in o } }',
    'function* g() { yield 1; yield* [2] } for (const x of g()) { }',
    'for await (const x of [1]) { }',
    'let a = 1; a ??= 2; a **= 2; a ||= 3; a = a?.b?.[0] ?? `x${a}`; void a, typeof a',
    'const { a, ...rest } = { a: 1 }; const [b = 1, , ...c] = [1]; return [rest, b, c, a]',
    'try { throw new Error("x") } catch { } finally { }',
    'do { } while (false); while (false); for (let i = 0; i < 1; i++); for (const k in {}) { }',
    'function F() { return new.target } return new F()',
    'debugger; return 1n + 2n',
    'declare const x: number; declare namespace N { const y: number } declare global { } return 1',
  ]) {
    it(`lets ordinary syntax through: ${code}`, () => assert.ok(scriptOf(code)));
  }
});
