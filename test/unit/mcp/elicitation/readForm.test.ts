import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { contentOf, type FormField } from '../../../../src/mcp/elicitation/form.ts';
import { readForm } from '../../../../src/mcp/elicitation/readForm.ts';

describe('readForm', () => {
  const read = (properties: JsonObject, required: readonly string[] = []) =>
    readForm({ message: 'Please', requestedSchema: { type: 'object', properties, required } });
  const fields = (properties: JsonObject, required: readonly string[] = []): readonly FormField[] => {
    const outcome = read(properties, required);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.form.fields;
  };
  const field = (schema: JsonObject) => fields({ f: schema })[0];
  const base = { name: 'f', title: 'f', required: false };
  const choices = [
    { value: 'a', title: 'Apple' },
    { value: 'b', title: 'Bean' },
  ];

  it('a string has its format, its bounds and its default', () => {
    const schema = {
      type: 'string',
      format: 'email',
      minLength: 3,
      maxLength: 40,
      pattern: 'x',
      default: 'x@example.com',
    };
    const { type: _, ...kept } = schema;
    assert.deepEqual(field(schema), { kind: 'text', ...base, ...kept });
  });

  it('a format that is not known is no reason to refuse', () => {
    assert.deepEqual(field({ type: 'string', format: 'phone' }), { kind: 'text', ...base });
  });

  it('numbers and integers have their range and their default', () => {
    assert.deepEqual(
      fields({
        n: { type: 'number', minimum: 0, default: 1.5 },
        i: { type: 'integer', maximum: 9, default: 3 },
      }),
      [
        { kind: 'number', name: 'n', title: 'n', required: false, integer: false, minimum: 0, default: 1.5 },
        { kind: 'number', name: 'i', title: 'i', required: false, integer: true, maximum: 9, default: 3 },
      ],
    );
  });

  it('a boolean has its title, its description and its default', () => {
    const schema = { type: 'boolean', title: 'Agree', description: 'To the terms', default: false };
    assert.deepEqual(field(schema), {
      kind: 'flag',
      ...base,
      title: 'Agree',
      description: 'To the terms',
      default: false,
    });
  });

  it('a field that may be null is one that may be left out, however that is written', () => {
    const [text, number] = [
      { type: 'string', minLength: 2 },
      { type: 'integer', minimum: 1 },
    ];
    const none = { type: 'null' };
    assert.deepEqual(field({ anyOf: [text, none], title: 'Name', default: null }), {
      kind: 'text',
      ...base,
      title: 'Name',
      minLength: 2,
    });
    assert.deepEqual(field({ oneOf: [none, number], default: 3 }), {
      kind: 'number',
      ...base,
      integer: true,
      minimum: 1,
      default: 3,
    });
    assert.deepEqual(field({ type: ['string', 'null'], minLength: 2 }), {
      kind: 'text',
      ...base,
      minLength: 2,
    });
    assert.deepEqual(
      field({ anyOf: [{ enum: ['a', 'b'], type: 'string', enumNames: ['Apple', 'Bean'] }, none] }),
      {
        kind: 'choice',
        ...base,
        choices,
      },
    );
  });

  it('a choice needs no type', () => {
    const titled = choices.map(({ value, title }) => ({ const: value, title }));
    for (const schema of [{ enum: ['a', 'b'], enumNames: ['Apple', 'Bean'] }, { oneOf: titled }])
      assert.deepEqual(field(schema), { kind: 'choice', ...base, choices });
  });

  it('a plain enum shows its values', () => {
    const schema = { type: 'string', enum: ['a', 'b'], default: 'b' };
    const plain = [
      { value: 'a', title: 'a' },
      { value: 'b', title: 'b' },
    ];
    assert.deepEqual(field(schema), { kind: 'choice', ...base, choices: plain, default: 'b' });
  });

  it('an enum with enumNames shows these', () => {
    assert.deepEqual(field({ type: 'string', enum: ['a', 'b'], enumNames: ['Apple', 'Bean'] }), {
      kind: 'choice',
      ...base,
      choices,
    });
  });

  it('oneOf shows the titles of its constants', () => {
    const oneOf = choices.map(({ value, title }) => ({ const: value, title }));
    assert.deepEqual(field({ type: 'string', oneOf }), { kind: 'choice', ...base, choices });
  });

  it('an array of a plain enum has its bounds and its defaults', () => {
    const items = { type: 'string', enum: ['a', 'b'] };
    const read = field({ type: 'array', items, minItems: 1, maxItems: 2, default: ['b'] });
    assert.ok(read?.kind === 'choices');
    assert.deepEqual([read.choices.length, read.minItems, read.maxItems, read.default], [2, 1, 2, ['b']]);
  });

  for (const keyword of ['anyOf', 'oneOf'])
    it(`an array of ${keyword} shows the titles of its constants`, () => {
      const items = { [keyword]: choices.map(({ value, title }) => ({ const: value, title })) };
      assert.deepEqual(field({ type: 'array', items }), { kind: 'choices', ...base, choices });
    });

  it('what is required is marked', () => {
    const marks = fields({ a: { type: 'string' }, b: { type: 'string' } }, ['b', 'c']).map(
      ({ required }) => required,
    );
    assert.deepEqual(marks, [false, true]);
  });

  for (const [what, schema] of [
    ['of another type', { type: 'integer', default: '3' }],
    ['out of range', { type: 'number', maximum: 2, default: 3 }],
    ['that is no whole number', { type: 'integer', default: 1.5 }],
    ['that does not have the format', { type: 'string', format: 'date', default: 'soon' }],
    ['that is no choice', { type: 'string', enum: ['a'], default: 'z' }],
    [
      'with too many choices',
      { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1, default: ['a', 'b'] },
    ],
  ] as const)
    it(`a default ${what} is dropped`, () => {
      assert.equal(field(schema)?.default, undefined);
    });

  it('the defaults of all fields are what is sent when nothing is changed', () => {
    const outcome = read({
      s: { type: 'string', default: 'x' },
      n: { type: 'number' },
      b: { type: 'boolean', default: false },
    });
    assert.ok(outcome.ok);
    assert.deepEqual(
      contentOf(outcome.form, (field) => field.default),
      { s: 'x', b: false },
    );
  });

  it('a field named __proto__ is a field like any other', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string", "default": "x"}}') as JsonObject;
    const outcome = read(properties);
    assert.ok(outcome.ok);
    assert.deepEqual(Object.entries(contentOf(outcome.form, (field) => field.default)), [['__proto__', 'x']]);
  });

  it('what could drive a screen or turn the writing is taken out of texts', () => {
    const schema = { type: 'string', title: '\u001b[31mName\u202e\n', description: 'a\tb' };
    assert.deepEqual(field(schema), { kind: 'text', ...base, title: 'Name', description: 'a b' });
  });

  it('a long text is cut', () => {
    assert.ok((field({ type: 'string', title: 'x'.repeat(9_999) })?.title.length ?? Infinity) < 300);
  });

  for (const [what, properties] of [
    ['an object', { f: { type: 'object', properties: {} } }],
    ['an array of texts', { f: { type: 'array', items: { type: 'string' } } }],
    ['an enum of numbers', { f: { type: 'string', enum: [1, 2] } }],
    ['an enum without values', { f: { type: 'string', enum: [] } }],
    ['an enum of thousands', { f: { type: 'string', enum: Array.from({ length: 5_000 }, String) } }],
    ['a value that is no schema', { f: 'string' }],
    ['a name of thousands of letters', { ['f'.repeat(5_000)]: { type: 'string' } }],
  ] as const)
    it(`refuses a form with ${what}`, () => {
      const outcome = read(properties);
      assert.equal(outcome.ok, false);
      assert.match(outcome.problem, /^its field "f+…?" is unsupported$/);
    });

  it('refuses a form of a thousand fields', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`f${index}`, { type: 'string' }]),
    );
    assert.deepEqual(read(many), { ok: false, problem: 'its form has over 50 fields' });
  });

  for (const params of [
    {},
    { message: 'x' },
    { message: 'x', requestedSchema: { type: 'array' } },
    { requestedSchema: { type: 'object', properties: {} } },
  ])
    it(`refuses ${JSON.stringify(params)}`, () => {
      assert.equal(readForm(params).ok, false);
    });
});
