import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sandboxGlobals } from '../../../src/checker/scopeAnalysis/sandboxGlobals.ts';
import { pendingText } from '../../../src/declarations/apiText.ts';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import type { ServerShape } from '../../../src/declarations/toolShape.ts';
import { FakeToolSource } from '../../fakes/fakeToolSource.ts';
import { recorded, recordedServers } from '../../fakes/recordedTools.ts';
import { serverShape, toolShape } from '../../fakes/toolShape.ts';
import { snapshotOf } from '../../fakes/snapshotOf.ts';
import { diagnose } from './diagnose.ts';

async function realServers(): Promise<readonly ServerShape[]> {
  const source = new FakeToolSource(...recordedServers.map((name) => ({ name, ...recorded(name) })));
  return (await snapshotOf(source)).servers;
}

describe('the API of real servers', () => {
  const scripts: string[] = [];
  let api = '';
  let errors: readonly string[] = [];
  before(async () => {
    api = await new Declarations({ compiler: hostCompiler }).api(await realServers());
    // One program has all scripts; each script is a module of its own.
    const files = scripts.map((script, index) => [`/${index}.ts`, `${script}\nexport {};`] as const);
    errors = diagnose({ '/tools.d.ts': api, ...Object.fromEntries(files) });
  });

  const checked = (script: string) => {
    const index = scripts.push(script) - 1;
    return () => errors.filter((error) => error.startsWith(`/${index}.ts(`));
  };

  it('compiles alone', () => {
    assert.deepEqual(diagnose({ '/tools.d.ts': api }), []);
  });

  const right: readonly string[] = [
    'const { content } = await tools.filesystem.readTextFile({ path: "/a", head: 3 }); content.trim();',
    'await tools.filesystem["read_text_file"]({ path: "/a" });',
    'await tools["sequential-thinking"].sequentialthinking({ thought: "a", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 });',
    'const { entities } = await tools.memory.readGraph(); entities.map((entity) => entity.name.length);',
    'await tools.memory.readGraph({});',
    'const sum = await tools.everything.getSum({ a: 1, b: 2 }); sum.anything[0].works.toFixed(2);',
    'const { content, isError } = await tools.everything.getTinyImage.raw(); for (const block of content) if (block.type === "image") codemode.display(block);',
    'try { await tools.everything.echo({ message: "" }); } catch (error) { if (error instanceof ToolError && error.code === "timeout") throw error; }',
    'const [found] = await codemode.search("read", { limit: 1 }); await codemode.describe([found?.path ?? ""]);',
    'await codemode.store.set("seen", [1]); const seen = await codemode.store.get("seen"); console.log(seen.length, codemode.args.city, codemode.results.r7);',
    'codemode.progress("half", 0.5); codemode.display("text");',
    'const block: CodeMode.ContentBlock = { type: "text", text: "" }; codemode.display(block);',
    'new URL("http://a/").searchParams.get("q"); new TextDecoder().decode(new TextEncoder().encode("a")); structuredClone({ a: 1 }).a.toFixed();',
    'const id = setTimeout(() => undefined, 5); clearTimeout(id); crypto.randomUUID(); new AbortController().signal.aborted; AbortSignal.timeout(5); atob(btoa("a"));',
    'for (const [key, value] of new URLSearchParams("a=1")) console.table({ key, value });',
  ];
  for (const script of right) {
    const found = checked(script);
    it(`allows ${script}`, () => assert.deepEqual(found(), []));
  }

  const wrong: readonly (readonly [what: string, script: string, message: RegExp])[] = [
    [
      'an unknown server',
      'await tools.filesytem.readTextFile({ path: "" });',
      /'filesytem' does not exist on type 'Tools'. Did you mean 'filesystem'/,
    ],
    [
      'an unknown tool',
      'await tools.filesystem.readTextFil({ path: "" });',
      /'readTextFil' does not exist on type 'Tools'. Did you mean 'readTextFile'/,
    ],
    ['a missing argument', 'await tools.filesystem.readTextFile({});', /'path' is missing/],
    [
      'no argument where one is needed',
      'await tools.filesystem.readTextFile();',
      /Expected 1 arguments, but got 0/,
    ],
    [
      'a wrong type',
      'await tools.everything.getSum({ a: 1, b: "2" });',
      /'string' is not assignable to type 'number'/,
    ],
    [
      'an extra argument',
      'await tools.everything.getSum({ a: 1, b: 2, c: 3 });',
      /'c' does not exist in type/,
    ],
    [
      'an argument of a tool that takes none',
      'await tools.memory.readGraph({ limit: 1 });',
      /not assignable to type 'never'/,
    ],
    [
      'a value that is not in the enum',
      'await tools.filesystem.listDirectoryWithSizes({ path: "", sortBy: "date" });',
      /"date"' is not assignable/,
    ],
    [
      'an extra argument deep inside',
      'await tools.memory.createEntities({ entities: [{ name: "", entityType: "", observations: [], x: 1 }] });',
      /'x' does not exist/,
    ],
    [
      'an unknown property of the answer',
      '(await tools.memory.readGraph()).entitys;',
      /'entitys' does not exist/,
    ],
    [
      'an unawaited answer',
      'tools.filesystem.readTextFile({ path: "" }).content;',
      /'content' does not exist on type 'Promise/,
    ],
    ['assigning to a tool', 'tools.memory.readGraph = tools.memory.readGraph;', /read-only/],
    ['what a sandbox lacks', 'fetch("http://a/");', /Cannot find name 'fetch'/],
  ];
  for (const [what, script, message] of wrong) {
    const found = checked(script);
    it(`refuses ${what}`, () => {
      assert.equal(found().length, 1, found().join('\n'));
      assert.match(found()[0] ?? '', message);
    });
  }

  // Values that ES2024 lacks, or that TypeScript does not list among its values.
  const unlisted = new Set(['escape', 'unescape', 'globalThis', 'Iterator']);
  const globals = checked(
    [...sandboxGlobals]
      .filter((name) => !unlisted.has(name))
      .map((name) => `void ${name};`)
      .join('\n'),
  );
  it('declares every global of the sandbox', () => assert.deepEqual(globals(), []));
});

describe('the API', () => {
  const api = (...servers: readonly ServerShape[]) =>
    new Declarations({ compiler: hostCompiler }).api(servers);

  it('compiles without a server', async () => {
    assert.deepEqual(diagnose({ '/tools.d.ts': await api() }), []);
  });

  it('has no errors in a script while no server has answered', () => {
    const script =
      'const { sum } = await tools.geo.getSum({ a: 1 });\nconsole.log(await tools["a-b"]["c-d"]({}), sum);\nexport {};';
    assert.deepEqual(diagnose({ '/tools.d.ts': pendingText(), '/script.ts': script }), []);
  });

  it('names the codes of a ToolError that there are', async () => {
    const source = readFileSync(new URL('../../../src/base/callFailure.ts', import.meta.url), 'utf8');
    const codesIn = (text: string) =>
      [...(/type ToolErrorCode =\n((?:\s*\|.*\n)+)/.exec(text)?.[1] ?? '').matchAll(/\| ['"](\w+)['"]/g)].map(
        ([, code]) => code,
      );
    assert.ok(codesIn(source).length > 5);
    assert.deepEqual(codesIn(await api()), codesIn(source));
  });

  it('lets scripts name tools of a server that is not available, and says why', async () => {
    const text = await api(
      serverShape([], { error: 'it exited with code 1. */' }),
      serverShape([], { name: 'idle', namespace: 'idle', listed: false }),
    );
    assert.match(text, /Not available: it exited with code 1/);
    assert.deepEqual(
      diagnose({
        '/tools.d.ts': text,
        '/script.ts': 'await tools.geo.anything({ a: 1 }); await tools.idle.x(); export {};',
      }),
      [],
    );
  });

  it('refuses every tool of a server that has none', async () => {
    const errors = diagnose({
      '/tools.d.ts': await api(serverShape([])),
      '/script.ts': 'tools.geo.getCity;',
    });
    assert.match(errors.join(), /'getCity' does not exist/);
  });

  it('declares what a server offers beside its tools, and nothing else of the kind', async () => {
    const text = await api(serverShape([], { features: ['resources'] }));
    const script =
      'const [first] = await tools.geo.$resources.list(); await tools.geo.$resources.read(first!.uri); tools.geo.$prompts;';
    const errors = diagnose({ '/tools.d.ts': text, '/script.ts': `${script} export {};` });
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.match(errors.join(), /'\$prompts' does not exist/);
  });

  it('declares the wait for a change only of a server that tells of changes', async () => {
    const script = 'const { uri } = await tools.geo.$resources.updated("a:b"); uri.length; export {};';
    const told = async (...features: ('resources' | 'subscriptions')[]) =>
      diagnose({ '/tools.d.ts': await api(serverShape([], { features })), '/script.ts': script });
    assert.deepEqual(await told('resources', 'subscriptions'), []);
    assert.match((await told('resources')).join(), /'updated' does not exist/);
  });

  it('declares completions only of a server that has them', async () => {
    const script =
      'await tools.geo.$prompts.complete({ name: "a", argument: "b", value: "c" }); ' +
      'await tools.geo.$resources.complete({ uriTemplate: "a:{b}", argument: "b", value: "c" }); export {};';
    const errors = async (...more: ('resourceCompletions' | 'promptCompletions')[]) => {
      const features = ['resources', 'prompts', ...more] as const;
      return diagnose({ '/tools.d.ts': await api(serverShape([], { features })), '/script.ts': script });
    };
    assert.deepEqual(await errors('resourceCompletions', 'promptCompletions'), []);
    assert.match((await errors()).join(), /'complete' does not exist.*'complete' does not exist/s);
  });

  it('lets scripts name the resources and prompts of a server that is not known yet', async () => {
    const text = await api(serverShape([], { listed: false }));
    const script =
      'const { messages } = await tools.geo.$prompts.get("a", { b: "c" }); messages[0]!.role; await tools.geo.$resources.templates();';
    assert.deepEqual(diagnose({ '/tools.d.ts': text, '/script.ts': `${script} export {};` }), []);
  });

  it('takes `$resources` for the server’s even where a tool is called so', async () => {
    const text = await api(
      serverShape([toolShape({ method: 'resources', name: '$resources' })], { features: ['resources'] }),
    );
    assert.deepEqual(
      diagnose({ '/tools.d.ts': text, '/script.ts': 'await tools.geo.$resources.list(); export {};' }),
      [],
    );
  });

  it('compiles whatever servers and tools are called', async () => {
    const names = [
      'any',
      'string',
      'keyof',
      'infer',
      'unique',
      'readonly',
      'delete',
      'Tools',
      'Call',
      'Promise',
      'größe',
      '获取',
      '_3d',
      'x y',
      '"',
      '',
      '1',
      '__proto__',
    ];
    const $defs = { Tools: { type: 'object', properties: { self: { $ref: '#/$defs/Tools' } } } };
    const inputSchema = { type: 'object', properties: { t: { $ref: '#/$defs/Tools' } }, $defs };
    const shapeOf = (namespace: string, methods: readonly string[]) =>
      serverShape(
        methods.map((method) => toolShape({ namespace, method, name: `raw ${method}`, inputSchema })),
        { namespace, name: `raw ${namespace}` },
      );
    const servers = names.map((namespace, index) =>
      shapeOf(namespace, index === 0 || everyTest ? names : names.slice(index, index + 2)),
    );
    assert.deepEqual(diagnose({ '/tools.d.ts': await api(...servers) }), []);
  });
});
