import assert from 'node:assert/strict';
import { scriptOf } from '../prepared.ts';

interface Expected {
  /** `server.tool@line:column`, or `server@line:column`. */
  readonly tools?: readonly string[];
  readonly dynamic?: true;
  readonly searches?: true;
  readonly handles?: readonly string[];
  readonly anyResult?: true;
}

const table: readonly (readonly [what: string, code: string, expected: Expected])[] = [
  ['nothing', 'return 1', {}],
  ['a call', 'return tools.geo.getCity()', { tools: ['geo.getCity@1:8'] }],
  ['raw', 'return tools.geo.getCity.raw({})', { tools: ['geo.getCity@1:8'] }],
  ['brackets', 'return tools["my server"]["get_city"]()', { tools: ['my server.get_city@1:8'] }],
  ['brackets with a template', 'return tools[`geo`].getCity()', { tools: ['geo.getCity@1:8'] }],
  ['optional chaining', 'return tools?.geo?.["getCity"]?.({})', { tools: ['geo.getCity@1:8'] }],
  ['several lines', 'return tools\n  .geo\n  .getCity()', { tools: ['geo.getCity@1:8'] }],
  [
    'types before it',
    'const x: number = 1, y = (tools as any).geo!.getCity<string>(x); return y',
    { tools: ['geo.getCity@1:26'] },
  ],
  ['calls in calls', 'return tools.a.one(await tools.b.two())', { tools: ['a.one@1:8', 'b.two@1:26'] }],
  ['a tool passed on', 'return [1].map(tools.geo.getCity)', { tools: ['geo.getCity@1:16'] }],
  [
    'resources and prompts',
    'return [tools.geo.$resources.list(), tools.geo.$prompts.get("x")]',
    { tools: ['geo@1:9', 'geo@1:38'] },
  ],

  [
    'a server of a constant',
    'const geo = tools.geo;\nreturn geo.getCity()',
    { tools: ['geo@1:13', 'geo.getCity@2:8'] },
  ],
  [
    'a server of a variable that stays',
    'let geo = tools.geo;\nreturn geo.getCity()',
    { tools: ['geo@1:11', 'geo.getCity@2:8'] },
  ],
  ['all tools of a constant', 'const t = tools;\nreturn t.geo.getCity()', { tools: ['geo.getCity@2:8'] }],
  [
    'a constant of a constant',
    'const t = tools, g = t.geo;\nreturn g.getCity()',
    { tools: ['geo@1:22', 'geo.getCity@2:8'] },
  ],
  [
    'a constant used above',
    'const f = () => geo.getCity();\nconst geo = tools.geo;\nreturn f()',
    { tools: ['geo.getCity@1:17', 'geo@2:13'] },
  ],
  [
    'a tool of a constant',
    'const get = tools.geo.getCity;\nreturn get({})',
    { tools: ['geo.getCity@1:13', 'geo.getCity@2:8'] },
  ],
  [
    'a server taken out',
    'const { geo } = tools;\nreturn geo.getCity()',
    { tools: ['geo@1:9', 'geo.getCity@2:8'] },
  ],
  [
    'a server taken out and renamed',
    'const { "my server": s } = tools;\nreturn s.x()',
    { tools: ['my server@1:9', 'my server.x@2:8'] },
  ],
  [
    'a tool taken out',
    'const { getCity } = tools.geo;\nreturn getCity()',
    { tools: ['geo.getCity@1:9', 'geo.getCity@2:8'] },
  ],
  [
    'a tool taken out in depth',
    'const { geo: { getCity: g } } = tools;\nreturn 1',
    { tools: ['geo.getCity@1:16'] },
  ],
  ['by globalThis', 'return globalThis.tools.geo.getCity()', { tools: ['geo.getCity@1:8'] }],
  ['by this at the top', 'return this.tools.geo.getCity()', { tools: ['geo.getCity@1:8'] }],
  ['this of an arrow at the top', 'const f = () => this.tools.a.b();\nreturn f()', { tools: ['a.b@1:17'] }],
  ['globalThis for something else', 'return globalThis.Math.max(1)', {}],
  ['this of a function', 'function f() { return this.tools.a.b() }\nconst o = { f };\nreturn o', {}],

  ['a local variable called tools', 'const tools = { geo: { x: () => 1 } };\nreturn tools.geo.x()', {}],
  ['a parameter called tools', 'const f = (tools) => tools.geo.x();\nreturn f(1)', {}],
  [
    'a block that shadows',
    '{ const tools = { a: 1 }; tools.a }\nreturn tools.geo.x()',
    { tools: ['geo.x@2:8'] },
  ],
  ['a shadowed alias', 'const g = tools.geo;\nreturn ((g) => g.y())({ y() { } })', { tools: ['geo@1:11'] }],
  ['a property called tools', 'const o = { tools: { a: { b: 1 } } };\nreturn o.tools.a.b', {}],
  ['a label called tools', 'tools: for (;;) break tools;\nreturn 1', {}],

  [
    'names looked at',
    'return [typeof tools.geo, "geo" in tools, Object.keys(tools), Object.keys(tools.geo)]',
    { tools: ['geo@1:16', 'geo@1:75'] },
  ],

  ['a computed server', 'const s = "geo"; return tools[s].getCity()', { dynamic: true }],
  ['a computed tool', 'const t = "x"; return tools.geo[t]()', { tools: ['geo@1:23'], dynamic: true }],
  ['all tools passed on', 'return f(tools); function f(t) { return t.geo.x() }', { dynamic: true }],
  [
    'a server passed on',
    'return f(tools.geo); function f(g) { return g.x() }',
    { tools: ['geo@1:10'], dynamic: true },
  ],
  [
    'a server in a list',
    'for (const s of [tools.a, tools.b]) s.x()',
    { tools: ['a@1:18', 'b@1:27'], dynamic: true },
  ],
  [
    'a choice',
    'const s = Math.random() > 1 ? tools.a : tools.b; return s.x()',
    { tools: ['a@1:31', 'b@1:41'], dynamic: true },
  ],
  [
    'a variable that changes',
    'let s = tools.a;\ns = tools.b;\nreturn s.x()',
    { tools: ['a@1:9', 'b@2:5'], dynamic: true },
  ],
  [
    'a pattern with a default',
    'const { geo = {} } = tools; return geo.x()',
    { tools: ['geo@1:9'], dynamic: true },
  ],
  [
    'a pattern with a rest',
    'const { a, ...others } = tools; return [a.x(), others]',
    { tools: ['a@1:9', 'a.x@1:41'], dynamic: true },
  ],
  ['a pattern with a computed key', 'const k = "a", { [k]: s } = tools; return s.x()', { dynamic: true }],
  ['all tools returned', 'return tools', { dynamic: true }],
  ['values of all tools', 'return Object.values(tools)', { dynamic: true }],
  [
    'Object.keys of somebody else',
    'const Object = { keys: (x) => x }; return Object.keys(tools)',
    { dynamic: true },
  ],
  ['a default parameter', 'const f = (t = tools) => t.a.b(); return f()', { dynamic: true }],
  ['an assigned pattern', 'let geo; ({ geo } = tools); return geo.x()', { dynamic: true }],
  [
    'globalThis passed on',
    'return f(globalThis); function f(g) { return g.tools.a.b() }',
    { dynamic: true, searches: true, anyResult: true },
  ],
  [
    'globalThis computed',
    'const k = "tools"; return globalThis[k].a.b()',
    { dynamic: true, searches: true, anyResult: true },
  ],

  ['search', 'return codemode.search("x")', { searches: true }],
  ['describe', 'return codemode["describe"]("x")', { searches: true }],
  ['search taken out', 'const { search, args } = codemode; return search(args.q)', { searches: true }],
  [
    'the rest of codemode',
    'codemode.progress("x", 1); return [codemode.args.a, codemode.store.get("x")]',
    {},
  ],
  [
    'codemode passed on',
    'return f(codemode); function f(c) { return c.search("x") }',
    { searches: true, anyResult: true },
  ],
  ['codemode of a constant', 'const c = codemode; return c.args', {}],
  ['a result', 'return codemode.results.r7.slice(1)', { handles: ['r7'] }],
  [
    'results, each once',
    'const { r1 } = codemode.results, { results } = codemode; return [results["r2"], codemode.results.r1, r1]',
    { handles: ['r1', 'r2'] },
  ],
  ['a result by a computed handle', 'return codemode.results["r" + codemode.args.n]', { anyResult: true }],
  ['the handles of all results', 'return Object.keys(codemode.results)', { anyResult: true }],
  ['all results', 'return { ...codemode.results }', { anyResult: true }],
];

describe('references', () => {
  for (const [
    what,
    code,
    { tools = [], dynamic = false, searches = false, handles = [], anyResult = false },
  ] of table) {
    it(`of ${what}: ${JSON.stringify(code)}`, () => {
      const script = scriptOf(code);
      assert.deepEqual(
        script.references.map(
          ({ server, tool, position }) =>
            `${server}${tool === undefined ? '' : `.${tool}`}@${position.line}:${position.column}`,
        ),
        tools,
      );
      assert.equal(script.dynamic, dynamic, 'dynamic');
      assert.equal(script.searches, searches, 'searches');
      assert.deepEqual(script.resultHandles, handles);
      assert.equal(script.readsAnyResult, anyResult, 'anyResult');
    });
  }

  it('of too many places to list make the script dynamic', () => {
    const { references, dynamic } = scriptOf('await tools.a.b();\n'.repeat(5_001));
    assert.equal(references.length, 5_000);
    assert.equal(dynamic, true);
  });
});
