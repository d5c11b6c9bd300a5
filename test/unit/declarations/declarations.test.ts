import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import type { SchemaObject } from '../../../src/declarations/schema/jsonSchema.ts';
import type { ToolShape } from '../../../src/declarations/toolShape.ts';
import { toolText, type ToolDeclaration } from '../../../src/declarations/toolText.ts';
import { serverShape, toolShape } from '../../fakes/toolShape.ts';
import { diagnose } from './diagnose.ts';

const text = { type: 'string' };

function object(properties: SchemaObject, rest: SchemaObject = {}): SchemaObject {
  return { type: 'object', properties, ...rest };
}

function toolOf(overrides: Partial<ToolShape>): Promise<ToolDeclaration> {
  return new Declarations({ compiler: hostCompiler }).tool(toolShape(overrides));
}

async function signatureOf(overrides: Partial<ToolShape>): Promise<string> {
  return (await toolOf(overrides)).signature;
}

describe('a signature', () => {
  it('shows the call on one line', async () => {
    const signature = await signatureOf({
      inputSchema: object(
        { name: { ...text, description: 'Its name.' }, limit: { type: 'integer', default: 3 } },
        { required: ['name'] },
      ),
      outputSchema: object({ city: text }, { required: ['city'] }),
    });
    assert.equal(
      signature,
      'tools.geo.getCity(input: { name: string; limit?: number }): Promise<{ city: string }>',
    );
  });

  it('shows a call without arguments as one', async () => {
    assert.equal(
      await signatureOf({ inputSchema: { type: 'object' } }),
      'tools.geo.getCity(): Promise<ToolOutput>',
    );
  });

  it('shows that the argument may be left out where no part of the schema requires one', async () => {
    const [a, b] = [object({ a: text }), object({ b: text })];
    const [one, either] = [object({ a: text }, { required: ['a'] }), { anyOf: [{ required: ['a'] }, b] }];
    const optional = [a, { allOf: [a, b] }, { $ref: '#/$defs/a', $defs: { a } }, { anyOf: [one, b] }];
    const recursive = object({ of: { $ref: '#' } });
    for (const inputSchema of [...optional, recursive, { ...a, ...either }])
      assert.match(await signatureOf({ inputSchema }), /\(input\?: /);
    for (const inputSchema of [one, { allOf: [one, b] }, { ...a, oneOf: [one] }])
      assert.match(await signatureOf({ inputSchema }), /\(input: /);
  });

  it('shows that an argument is needed where all alternatives have one part that requires it', async () => {
    const base = object({ a: text }, { required: ['a'] });
    const kind = { allOf: [{ $ref: '#/$defs/base' }, object({ b: text })] };
    const inputSchema = { oneOf: [kind, { ...kind, title: 'other' }], $defs: { base } };
    assert.match(await signatureOf({ inputSchema }), /\(input: /);
  });

  it('is shown where references lead through thousands of definitions', async () => {
    const next = (at: number) => ({ $ref: `#/$defs/d${at}` });
    const chain = Array.from({ length: 9_000 }, (_, at) => [`d${at}`, next(at + 1)] as const);
    const shape = toolShape({ inputSchema: { ...next(0), $defs: Object.fromEntries(chain) } });
    const { declaration } = await toolText(shape, () =>
      Promise.resolve({ type: ['unknown'], definitions: [] }),
    );
    assert.match(declaration.signature, /getCity\(/);
  });

  it('shows null beside alternatives, where `nullable` may mean it', async () => {
    const a = { type: 'string', nullable: true, oneOf: [{ const: 'x' }, { const: 'y' }] };
    assert.match(await signatureOf({ inputSchema: object({ a }) }), /\| null \}/);
  });

  it('shows all types of alternatives, whatever type the keywords beside them are for', async () => {
    const a = { anyOf: [text, { type: 'array' }], items: text };
    assert.match(await signatureOf({ inputSchema: object({ a }) }), /a\?: string \| unknown\[\]/);
    const b = { anyOf: [{ const: 'all' }, { type: 'array' }], items: text };
    assert.match(await signatureOf({ inputSchema: object({ b }) }), /b\?: "all" \| unknown\[\]/);
  });

  it('says which arguments exclude each other', async () => {
    const inputSchema = object(
      { uid: text, id: text },
      { oneOf: [{ required: ['uid'] }, { required: ['id'] }] },
    );
    const { signature, text: told } = await toolOf({ inputSchema });
    const choice = 'give exactly one of `uid`, `id`';
    assert.equal(
      signature,
      `tools.geo.getCity(input: { uid?: string; id?: string }): Promise<ToolOutput> // ${choice}`,
    );
    assert.ok(told.startsWith(`/** Finds a city. Input: ${choice} @effect may write */`), told);
  });

  it('says which arguments need each other also where it is cut', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`property${index}`, text]),
    );
    const signature = await signatureOf({
      inputSchema: object(properties, { allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }] }),
    });
    assert.match(
      signature,
      / \/\/ give `a` or `b` \(or both\); all of it: codemode\.describe\("tools\.geo\.getCity"\)$/,
    );
  });

  it('lists named types after the call', async () => {
    const signature = await signatureOf({
      inputSchema: object(
        { node: { $ref: '#/$defs/Node' } },
        { $defs: { Node: object({ next: { $ref: '#/$defs/Node' } }) } },
      ),
    });
    assert.equal(
      signature,
      'tools.geo.getCity(input?: { node?: Node }): Promise<ToolOutput>; type Node = { next?: Node }',
    );
  });

  it('keeps twenty values of a long enum and tells how many there are', async () => {
    const values = Array.from({ length: 45 }, (_, index) => `v${index}`);
    const signature = await signatureOf({ inputSchema: object({ zone: { enum: values } }) });
    assert.match(signature, /"v19" \| … 25 more \}.*codemode\.describe\(.*whole: true/);
    assert.doesNotMatch(signature, /"v20"/);
  });

  const wide = object(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`property${index}`, object({ inside: text })]),
    ),
    {
      required: ['property59'],
    },
  );

  it('cuts the output before the input', async () => {
    const signature = await signatureOf({
      inputSchema: object({ a: object({ b: object({ c: text }) }) }),
      outputSchema: wide,
    });
    assert.match(signature, /input\?: \{ a\?: \{ b\?: \{ c\?: string \} \} \}/);
    assert.match(
      signature,
      /Promise<\{ property59: \{ \.\.\. \}; property0\?: .*\.\.\. 52 more \}> \/\/ all of it: codemode\.describe\("tools\.geo\.getCity"\)$/,
    );
  });

  it('shows what is required when it cannot show all', async () => {
    const signature = await signatureOf({ inputSchema: wide });
    assert.match(signature, /input: \{ property59: /);
    assert.ok(signature.length < 700, String(signature.length));
  });

  it('cuts no literal in the middle, however many and long they are', async () => {
    const codes = (letter: string) => ({
      enum: Array.from({ length: 42 }, (_, index) => `${letter.repeat(20)}-${index}`),
    });
    const signature = await signatureOf({
      inputSchema: object({ language: codes('l'), region: codes('r'), voice: codes('v') }),
    });
    assert.match(signature, /language\?: "l{20}-0" \| (?:"l{20}-\d+" \| )*… \d+ more;/);
    assert.equal((signature.replace(/\/\/.*/, '').match(/"/g) ?? []).length % 2, 0);
    const huge = await signatureOf({ inputSchema: object({ text: { enum: ['x'.repeat(900), 'y'] } }) });
    assert.match(huge, /^tools\.geo\.getCity\(input\?: \{ \.\.\. \}\): Promise<\{ \.\.\. \}> \/\/ all of it/);
  });

  it('has an end whatever the names are', async () => {
    const signature = await signatureOf({ inputSchema: object({ ['x'.repeat(100_000)]: text }) });
    assert.ok(signature.length < 700, String(signature.length));
  });
});

describe('declarations', () => {
  it('describe a tool with its comments and named types', async () => {
    const { text: description } = await toolOf({
      inputSchema: object(
        { node: { $ref: '#/$defs/Node', description: 'Where to start.' } },
        { $defs: { Node: object({ next: { $ref: '#/$defs/Node' } }) } },
      ),
      readOnly: true,
    });
    assert.equal(
      description,
      [
        '/** Finds a city. @effect read-only */',
        'tools.geo.getCity(input?: {',
        '  node?: Node; // Where to start.',
        '}): Promise<ToolOutput>;',
        'type Node = { next?: Node };',
      ].join('\n'),
    );
  });

  const long =
    'It is the name of a city, in its own language. Names in other languages are found too, but more slowly, so give this one.';

  it('cut a comment at a sentence, keep its constraints, and say how to see the rest', async () => {
    const { text: brief, whole } = await toolOf({
      inputSchema: object({ name: { ...text, description: long, maxLength: 50 } }),
    });
    assert.deepEqual(brief.split('\n').slice(2), [
      '  name?: string; // It is the name of a city, in its own language. (maximum length 50)',
      '}): Promise<ToolOutput>;',
      '// shortened: name; codemode.describe(path, { whole: true })',
    ]);
    assert.ok(whole.includes(long));
  });

  it('do not speak of a rest where there is none', async () => {
    const { text: brief } = await toolOf({
      inputSchema: object({ name: { ...text, description: 'Its name.\nIn full.' } }),
    });
    assert.doesNotMatch(brief, /shortened/);
  });

  for (const [what, description, kept] of [
    [
      'after others',
      `${long} More of it. You must include the country.`,
      'It is the name of a city, in its own language. You must include the country.',
    ],
    [
      'as the first one that is too long',
      `The name, which must ${'by all means '.repeat(8)}include the country. Or not.`,
      /include the country\.$/,
    ],
  ] as const) {
    it(`keep a sentence that demands something ${what}`, async () => {
      const { text: brief } = await toolOf({ inputSchema: object({ name: { ...text, description } }) });
      const comment = /name\?: string; \/\/ (.*)/.exec(brief)?.[1] ?? '';
      if (typeof kept === 'string') assert.equal(comment, kept);
      else assert.match(comment, kept);
    });
  }

  it('name what they cut, within objects and named types too', async () => {
    const node = object({ note: { ...text, description: long }, next: { $ref: '#/$defs/Node' } });
    const filter = object({ since: { ...text, description: long } });
    const { text: brief, isCut } = await toolOf({
      inputSchema: object({ node: { $ref: '#/$defs/Node' }, filter }, { $defs: { Node: node } }),
      outputSchema: filter,
    });
    assert.match(brief, /\/\/ shortened: filter\.since, its result: since, Node\.note; codemode/);
    assert.equal(isCut, true);
  });

  it('do not call spaces a rest', async () => {
    const description = `Finds a city.${' '.repeat(300)}\n${' '.repeat(300)}Slowly.`;
    const { text: brief, isCut } = await toolOf({ description });
    assert.doesNotMatch(brief, /shortened/);
    assert.equal(isCut, false);
  });

  it('cut a long description of the tool at a sentence', async () => {
    const description = 'Finds a city by its name. '.repeat(30).trim();
    const { text: brief, whole } = await toolOf({ description });
    assert.match(
      brief,
      /^\/\*\* (?:Finds a city by its name\. ){19}@effect may write \*\/\n[^]*shortened: the description;/,
    );
    assert.ok(whole.includes(description));
  });

  it('keep twenty values of a long enum and tell how to see all', async () => {
    const zone = { enum: Array.from({ length: 45 }, (_, index) => `v${index}`) };
    const { text: brief, whole } = await toolOf({ inputSchema: object({ zone }) });
    assert.match(brief, /"v19" \| … 25 more;[^]*\/\/ shortened: zone; codemode/);
    assert.match(whole, /"v44"/);
  });

  it('keep a hostile comment on its line', async () => {
    const description = 'First\u2028line\r\nsecond */ line\u0002';
    const { text: brief } = await toolOf({ inputSchema: object({ a: { ...text, description } }) });
    assert.equal(brief.split(/[\n\r\u2028\u2029]/).length, 4);
  });

  it('accept their own named types where any object is asked for', async () => {
    const place = object({ lat: { type: 'number' }, lon: { type: 'number' } });
    const shapes = [
      toolShape({
        outputSchema: object(
          { a: { $ref: '#/$defs/P' }, b: { $ref: '#/$defs/P' } },
          { $defs: { P: place }, required: ['a'] },
        ),
      }),
      toolShape({ method: 'save', name: 'save', inputSchema: object({ any: { type: 'object' } }) }),
    ];
    const api = await new Declarations({ compiler: hostCompiler }).api([serverShape(shapes)]);
    const script = 'void tools.geo.getCity().then(({ a }) => tools.geo.save({ any: a }));';
    assert.deepEqual(diagnose({ '/tools.d.ts': api, '/script.ts': script }), []);
  });

  const summaries: readonly (readonly [description: string, summary: string])[] = [
    ['Finds a city. Give its name.', 'Finds a city.'],
    ['Finds e.g. a city', 'Finds e.g. a city'],
    ['\n\n  Finds a city\nby its name', 'Finds a city'],
    ['Finds v1.5 files. Then stops.', 'Finds v1.5 files.'],
    ['x'.repeat(500), `${'x'.repeat(159)}…`],
    ['', ''],
  ];
  for (const [description, summary] of summaries) {
    it(`sum ${JSON.stringify(description.slice(0, 30))} up`, async () => {
      assert.equal((await toolOf({ description })).summary, summary);
    });
  }

  it('are made once for a tool that stays the same', async () => {
    const declarations = new Declarations({ compiler: hostCompiler });
    assert.equal(await declarations.tool(toolShape()), await declarations.tool(toolShape()));
  });

  it('are made anew for a tool that changed', async () => {
    const declarations = new Declarations({ compiler: hostCompiler });
    const [before, after] = await Promise.all([
      declarations.tool(toolShape()),
      declarations.tool(toolShape({ inputSchema: object({ a: text }) })),
    ]);
    assert.notEqual(before.signature, after.signature);
  });

  it('let other work run between two tools', async () => {
    const shapes = Array.from({ length: 10 }, (_, index) => toolShape({ method: `tool${index}` }));
    const declarations = new Declarations({ compiler: hostCompiler });
    await declarations.tool(toolShape());
    let turns = 0;
    let done = false;
    const all = Promise.all(shapes.map((shape) => declarations.tool(shape))).finally(() => (done = true));
    while (!done) {
      await setImmediate();
      turns += 1;
    }
    await all;
    assert.ok(turns >= shapes.length, `${turns} turns`);
  });

  const deep = JSON.parse(
    '{"type":"object","properties":{"a":'.repeat(5_000) + '{}' + '}}'.repeat(5_000),
  ) as SchemaObject; // written here
  const degraded: readonly (readonly [what: string, schema: SchemaObject, reason: RegExp])[] = [
    ['too deep', deep, /over 60 levels/],
    [
      'too large',
      object(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, text]))),
      /over 4000 parts/,
    ],
    [
      'too much by reference',
      object(
        { start: { $ref: '#/$defs/D0' } },
        {
          $defs: Object.fromEntries(
            Array.from({ length: 400 }, (_, index) => [
              `D${index}`,
              object({ next: { $ref: `#/$defs/D${index + 1}` } }),
            ]),
          ),
        },
      ),
      /over 300 definitions/,
    ],
  ];
  for (const [what, inputSchema, reason] of degraded) {
    it(`accept anything, and say so, where a schema is ${what}`, async () => {
      const { signature, text: description } = await toolOf({ inputSchema });
      assert.equal(signature, 'tools.geo.getCity(input?: unknown): Promise<ToolOutput>');
      assert.match(description, reason);
    });
  }

  it('stay small where definitions multiply', async () => {
    const double = (index: number) =>
      object({ a: { $ref: `#/$defs/D${index + 1}` }, b: { $ref: `#/$defs/D${index + 1}` } });
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`D${index}`, double(index)]));
    const { text: description } = await toolOf({
      inputSchema: object({ start: { $ref: '#/$defs/D0' } }, { $defs }),
    });
    assert.ok(description.length < 10_000, String(description.length));
  });

  it('keep a hostile description a comment', async () => {
    const description = `*/ declare const evil: 1; /* \`\${x}\` \n*/\r*/\u2028*/ @deprecated ${'*/'.repeat(50_000)}`;
    const shape = toolShape({
      description,
      inputSchema: object({ a: { ...text, description } }),
      outputSchema: object({ a: { ...text, description } }),
    });
    const api = await new Declarations({ compiler: hostCompiler }).api([
      serverShape([shape], { instructions: description }),
    ]);
    assert.deepEqual(diagnose({ '/tools.d.ts': api, '/script.ts': 'evil;' }), [
      "/script.ts(1,1): Cannot find name 'evil'.",
    ]);
    assert.ok(api.length < 60_000, String(api.length));
  });
});
