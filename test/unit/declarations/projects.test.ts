// Tests the declarations of `code-mode types -o tools.d.ts` in projects of users, with libraries that declare the same
// globals.
import assert from 'node:assert/strict';
import * as ts from 'typescript';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { FakeToolSource } from '../../fakes/fakeToolSource.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { recordedCatalogs, recordedServers } from '../../fakes/recordedTools.ts';
import { snapshotOf } from '../../fakes/snapshotOf.ts';
import { diagnose } from './diagnose.ts';

/**
 * The options that `tsc --init` of TypeScript 6 writes, except that libraries are checked. Without `lib`, the DOM is
 * included.
 */
const byInit: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
};

const projects: readonly (readonly [what: string, options: ts.CompilerOptions])[] = [
  ['as `tsc --init` makes it', byInit],
  ['with ES2022 and the DOM', { target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] }],
  ['with ES2022 and no DOM', { target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'] }],
  ['of a web worker', { lib: ['lib.es2024.d.ts', 'lib.webworker.d.ts'] }],
];

describe('the declarations in a project', () => {
  const script = `
    const { href } = new URL("https://example.com");
    const stop = new AbortController();
    stop.signal.onabort = () => console.log(href, URL.canParse(href));
    AbortSignal.any([stop.signal, AbortSignal.timeout(5)]).throwIfAborted();
    export const hash: Promise<ArrayBuffer> = crypto.subtle.digest("SHA-256", new TextEncoder().encode(href));
    export const graph = await tools.memory.readGraph();
  `;
  let api = '';
  before(async () => {
    const known: readonly string[] = recordedServers;
    const source = new FakeToolSource(
      ...recordedCatalogs().filter(({ name }) => everyTest || known.includes(name)),
    );
    const { servers } = await snapshotOf(source);
    api = await new Declarations({ compiler: hostCompiler }).api(servers);
  });

  for (const [what, options] of projects) {
    it(`compile ${what}`, () => {
      const { lib, ...others } = options;
      const libraries = lib ? { lib } : { lib: [ts.getDefaultLibFileName(options)] };
      assert.deepEqual(
        diagnose({ '/tools.d.ts': api, '/script.mts': script }, { ...others, ...libraries }),
        [],
      );
    }).timeout(300_000);
  }
});
