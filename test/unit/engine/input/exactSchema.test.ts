// Tests which arguments are refused before their server is asked: those that every server refuses, and no others.
import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/base/json.ts';
import { CompiledSchemas } from '../../../../src/engine/input/compiledSchemas.ts';
import { problemText } from '../../../../src/engine/input/problemText.ts';

const schemas = new CompiledSchemas();

/** Returns the problem of `input`; empty if there is none. */
function problem(schema: JsonObject, input: JsonObject): string {
  const mistakes = schemas.mistakes(JSON.stringify(schema), input);
  assert.ok(mistakes, 'the schema cannot be compiled');
  return problemText(mistakes);
}

/**
 * Returns a schema with an argument `x` of the given schema and an argument that must be a whole number. If one keyword
 * is not checked, the other must still be.
 */
const withX = (x: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { x, n: { type: 'integer' } },
  ...more,
});

const [text, number] = [{ type: 'string' }, { type: 'number' }];

describe('an argument that some servers accept', () => {
  const formats: readonly (readonly [format: string, values: readonly string[]])[] = [
    ['date-time', ['2026-01-31T09:00:00', '2026-01-31 09:00', '2026-01-31']],
    ['time', ['09:00']],
    ['url', ['http://localhost']],
    ['uri', ['https://example.com/ä', 'example.com', '/path']],
    ['regex', ['(?P<name>a)', '(?i)a']],
    ['uuid', ['123e4567e89b42d3a456426614174000']],
    ['duration', ['5m', '1h30m']],
    ['email', ['ann@localhost', 'Ann <ann@example.com>']],
    ['ipv4', ['localhost']],
    ['hostname', ['my_host']],
    ['byte', ['no base64!']],
    ['unheard-of', ['x']],
  ];
  const large: readonly (readonly [keyword: string, schema: JsonObject, value: JsonValue])[] = [
    ['exclusiveMaximum', { type: 'integer', exclusiveMaximum: 2 ** 63 }, 2 ** 63],
    ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 2 ** 60 }, 2 ** 60],
    ['uniqueItems', { type: 'array', uniqueItems: true }, [2 ** 60, 2 ** 60]],
    ['multipleOf', { type: 'integer', multipleOf: 3 }, 2 ** 60],
  ];
  for (const [name, schema, value] of large) {
    it(`is sent where ${name} speaks against an integer that was rounded`, () =>
      assert.equal(problem(withX(schema), { x: value }), ''));
  }

  it('is refused all the same where a large integer is beyond a bound', () => {
    assert.match(
      problem(withX({ type: 'integer', exclusiveMaximum: 2 ** 60 }), { x: 2 ** 63 }),
      /`x` must be < /,
    );
  });

  for (const [format, values] of formats) {
    it(`is sent whatever its format ${format} says`, () => {
      for (const value of values) assert.equal(problem(withX({ ...text, format }), { x: value }), '', value);
    });
  }

  it('is sent whatever a format of numbers says', () => {
    assert.equal(problem(withX({ type: 'integer', format: 'int32' }), { x: 3_000_000_000 }), '');
    assert.equal(problem(withX({ ...number, format: 'float' }), { x: 1e300 }), '');
  });

  for (const value of [143.48, 8.69, 1.11, 19.99, 0.07, 1_234_567.89, 123_456_789_012.34, -4.35]) {
    it(`is sent as ${value}, a multiple of 0.01`, () =>
      assert.equal(problem(withX({ ...number, multipleOf: 0.01 }), { x: value }), ''));
  }

  it('is sent as a multiple so large that a division is not exact', () => {
    assert.equal(problem(withX({ ...number, multipleOf: 1 }), { x: 1e21 }), '');
    assert.equal(problem(withX({ ...number, multipleOf: 0.1 }), { x: 0.1 + 0.2 }), '');
  });

  for (const pattern of [
    '(?P<year>\\d{4})',
    '\\A\\d+\\Z',
    '(?i)^abc$',
    '^a++$',
    '[\\w-.]+',
    '\\Qa.b\\E',
    '^a{,3}$',
    '(',
    '\\p{IsGreek}',
  ]) {
    it(`is sent where its pattern is ${pattern}, which JavaScript cannot read`, () => {
      assert.equal(problem(withX({ ...text, pattern }), { x: '???' }), '');
    });
  }

  it('is sent where languages disagree about its letters', () => {
    for (const [pattern, value] of [
      ['^\\w+$', 'größe'],
      ['^\\d+$', '٣'],
      ['^[a-z]+$', 'abc\n'],
      ['^.$', '🙂'],
      ['^a\\sb$', 'a\u0085b'],
    ] as const) {
      assert.equal(problem(withX({ ...text, pattern }), { x: value }), '', pattern);
    }
  });

  const left: readonly (readonly [what: string, schema: JsonObject, input: JsonObject])[] = [
    ['`nullable` beside a type', withX({ type: 'string', nullable: true }), { x: null }],
    ['`nullable` beside values', withX({ type: 'string', enum: ['a'], nullable: true }), { x: null }],
    [
      '`nullable` beside a reference',
      withX({ $ref: '#/$defs/a', nullable: true }, { $defs: { a: text } }),
      { x: null },
    ],
    ['`nullable` beside alternatives', withX({ anyOf: [text, number], nullable: true }), { x: null }],
    ['`nullable` alone', withX({ nullable: true }), { x: null }],
    ['an unknown type', withX({ type: 'date' }), { x: '2026' }],
    ['an unknown type beside a known one', withX({ type: ['string', 'any'] }), { x: 1 }],
    ['`required: true`', withX({ type: 'string', required: true }), { x: 'a' }],
    ['a reference to nowhere', withX({ $ref: '#/nowhere', type: 'string' }), { x: 'a' }],
    ['a reference to elsewhere', withX({ $ref: 'https://example.com/schema.json' }), { x: 1 }],
    [
      'a reference beside `unevaluatedProperties`',
      { allOf: [{ $ref: 'x.json' }], properties: { n: { type: 'integer' } }, unevaluatedProperties: false },
      { a: 1 },
    ],
    [
      'a keyword that the draft of the schema does not know',
      withX(text, { $schema: 'http://json-schema.org/draft-07/schema#', dependentRequired: { x: ['y'] } }),
      { x: 'a' },
    ],
    ['an `id` of draft-04', withX({ id: 'x', type: 'string' }, { id: 'root' }), { x: 'a' }],
    ['an unknown draft', withX(text, { $schema: 'https://example.com/draft-99' }), { x: 'a' }],
    ['bounds that are texts', withX({ type: 'number', minimum: '5' }), { x: 1 }],
    ['an empty list of values', withX({ enum: [] }), { x: 1 }],
    ['a step of zero', withX({ type: 'number', multipleOf: 0 }), { x: 1 }],
    ['a schema that is none', withX(5), { x: 1 }],
    [
      'a list of items without `prefixItems`',
      withX({ type: 'array', items: [text, number] }),
      { x: ['a', 1, 'more'] },
    ],
    [
      'a mapping that tells forms apart',
      withX({ oneOf: [text], discriminator: { propertyName: 'kind' } }),
      { x: 'a' },
    ],
    [
      'an encoding',
      withX({ ...text, contentEncoding: 'base64', contentMediaType: 'application/json' }),
      { x: '???' },
    ],
    [
      'exactly one of two formats',
      withX({
        oneOf: [
          { ...text, format: 'date' },
          { ...text, format: 'date-time' },
        ],
      }),
      { x: '2026-01-31' },
    ],
    [
      'exactly one of two patterns',
      withX({
        oneOf: [
          { ...text, pattern: '(?i)a' },
          { ...text, pattern: '(?i)b' },
        ],
      }),
      { x: 'b' },
    ],
    ['a format that it must not have', withX({ not: { format: 'email' } }), { x: 'a' }],
    ['a pattern that it must not have', withX({ not: { type: 'string', pattern: '(?i)^x' } }), { x: 'a' }],
    [
      'a format behind a reference',
      withX({ not: { $ref: '#/$defs/a' } }, { $defs: { a: { format: 'email' } } }),
      { x: 'a' },
    ],
    ['a condition on a format', withX({ if: { format: 'uri' }, then: { type: 'number' } }), { x: 'a' }],
    [
      'names like an expression that cannot be read',
      withX(text, { patternProperties: { '(?i)^y': text }, additionalProperties: false }),
      { Y: 'a' },
    ],
    [
      'properties of its parts, closed beside them',
      withX({ additionalProperties: false, allOf: [{ properties: { a: text } }] }),
      { x: { a: 'a' } },
    ],
    [
      'properties of its parts, closed in each of them',
      withX({
        allOf: [
          { properties: { a: text }, additionalProperties: false },
          { properties: { b: text }, additionalProperties: false },
        ],
      }),
      { x: { a: 'a', b: 'b' } },
    ],
    [
      'a bound that `minimum` makes exclusive, above it',
      withX({ type: 'number', minimum: 5, exclusiveMinimum: true }),
      { x: 6 },
    ],
    [
      'a bound that is not exclusive',
      withX({ type: 'number', minimum: 5, exclusiveMinimum: false }),
      { x: 5 },
    ],
  ];
  for (const [what, schema, input] of left) {
    it(`is sent: ${what}`, () => {
      assert.equal(problem(schema, input), '');
      assert.equal(problem(schema, { ...input, n: 1.5 }), '`n` must be integer, not number');
    });
  }
});

describe('an argument that each server refuses', () => {
  const wrong: readonly (readonly [what: string, schema: JsonObject, input: JsonObject, problem: string])[] =
    [
      [
        'a text that misses a plain pattern',
        withX({ ...text, pattern: '^[a-z]+$' }),
        { x: 'A1' },
        '`x` must match pattern "^[a-z]+$", not "A1"',
      ],
      [
        'a number between two multiples',
        withX({ ...number, multipleOf: 0.01 }),
        { x: 1.115 },
        '`x` must be a multiple of 0.01, not 1.115',
      ],
      [
        'an odd number',
        withX({ type: 'integer', multipleOf: 2 }),
        { x: 9_007_199_254_740_991 },
        '`x` must be a multiple of 2, not 9007199254740991',
      ],
      [
        'a number that is only the exclusive bound',
        withX({ ...number, minimum: 5, exclusiveMinimum: true }),
        { x: 5 },
        '`x` must be > 5',
      ],
      [
        'an item of a tuple of draft-07',
        withX({ type: 'array', items: [text] }),
        { x: [1] },
        '`x[0]` must be string, not number',
      ],
      [
        'a value that is not there for null alone',
        withX({ type: 'string', nullable: true }),
        { x: 1 },
        '`x` must be string or null, not number',
      ],
      ['what must not be there', withX(false), { x: 1 }, '`x` must be left out'],
      [
        'two of two numbers of which one may fit',
        withX({ oneOf: [{ minimum: 1 }, { minimum: 5 }] }),
        { x: 6 },
        '`x` must match exactly one schema in oneOf',
      ],
    ];
  for (const [what, schema, input, words] of wrong)
    it(`is refused: ${what}`, () => assert.equal(problem(schema, input), words));
});

describe('an argument that is refused', () => {
  const root = (more: JsonObject): JsonObject => ({ type: 'object', ...more });
  const either = {
    properties: { route: text, file: text },
    anyOf: [{ required: ['route'] }, { required: ['file'] }],
  };
  const one = { properties: { uid: text, id: text }, oneOf: [{ required: ['uid'] }, { required: ['id'] }] };
  const forms = {
    anyOf: [
      { type: 'object', properties: { u: text }, required: ['u'] },
      { type: 'object', properties: { v: text }, required: ['v'] },
    ],
  };
  const actions = {
    anyOf: [
      {
        type: 'object',
        properties: { action: { const: 'create' }, title: text },
        required: ['action', 'title'],
      },
      { type: 'object', properties: { action: { const: 'close' }, id: number }, required: ['action', 'id'] },
    ],
  };
  const cases: readonly (readonly [what: string, schema: JsonObject, input: JsonObject, problem: string])[] =
    [
      ['gives one of two', root(one), {}, 'give exactly one of `uid`, `id`'],
      [
        'gives no more than one of two',
        root(one),
        { uid: 'a', id: 'b' },
        'give exactly one of `uid`, `id`, not several',
      ],
      ['gives one of two or both', root(either), {}, 'give `route` or `file` (or both)'],
      [
        'gives some of three',
        root({ anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }, { required: ['d'] }] }),
        {},
        'give at least one of `a`, `b` with `c`, `d`',
      ],
      [
        'gives one of two inside an argument',
        root({ properties: { y: { type: 'object', ...one } } }),
        { y: {} },
        'give exactly one of `y.uid`, `y.id`',
      ],
      [
        'gives one of two that a part asks for',
        root({ allOf: [one, {}] }),
        {},
        'give exactly one of `uid`, `id`',
      ],
      [
        'gives one of two that exclude each other',
        root({ oneOf: [{ required: ['a'], not: { required: ['b'] } }, { required: ['b'] }] }),
        {},
        'give exactly one of `a`, `b`',
      ],
      [
        'has what one of its forms needs',
        root({ properties: { y: forms } }),
        { y: {} },
        '`y.u` or `y.v` is missing',
      ],
      [
        'has what the form that it names needs',
        root({ properties: { y: actions } }),
        { y: { action: 'close' } },
        '`y.id` is missing',
      ],
      [
        'has another type than each form',
        root({ properties: { y: forms } }),
        { y: 'a' },
        '`y` must be object, not string',
      ],
      [
        'has a name like a pattern',
        root({ patternProperties: { '^x-': text }, additionalProperties: false }),
        { a: 1 },
        '`a` is not an argument (it takes names like ^x-)',
      ],
      [
        'has a name that a part lists',
        root({
          allOf: [{ properties: { first: text } }, { properties: { second: text } }],
          unevaluatedProperties: false,
        }),
        { frist: 1 },
        '`frist` is not an argument (it takes first, second)',
      ],
      [
        'has a name that may be behind a reference',
        root({
          $ref: '#/$defs/a',
          unevaluatedProperties: false,
          $defs: { a: { properties: { first: text } } },
        }),
        { a: 1 },
        '`a` is not an argument',
      ],
      [
        'has a name that a part lists beside a reference',
        root({
          allOf: [{ $ref: '#/$defs/a' }, { properties: { second: text } }],
          unevaluatedProperties: false,
          $defs: { a: { properties: { first: text } } },
        }),
        { a: 1 },
        '`a` is not an argument (it takes second, …)',
      ],
      [
        'has only names of a list',
        root({ properties: { y: { type: 'object', propertyNames: { enum: ['a', 'b'] } } } }),
        { y: { c: 1 } },
        'the name of `y.c` must be one of "a", "b", not "c"',
      ],
      [
        'has one of several values',
        root({ properties: { y: { oneOf: [{ const: 'a' }, { const: 'b' }] } } }),
        { y: 'c' },
        '`y` must be one of "a", "b", not "c"',
      ],
      [
        'has one of several types',
        root({ properties: { y: { anyOf: [text, number, { type: 'array', items: text }] } } }),
        { y: true },
        '`y` must be string or number or array, not boolean',
      ],
      [
        'has a value or a type',
        root({ properties: { y: { anyOf: [{ ...text, enum: ['auto'] }, number] } } }),
        { y: 'c' },
        '`y` must be one of "auto", number, not "c"',
      ],
      [
        'has a value of a type with other mistakes',
        root({ properties: { y: { anyOf: [{ type: 'integer', minimum: 5 }, { type: 'null' }] } } }),
        { y: 1.5 },
        '`y` must be integer or null, not number',
      ],
      [
        'has one of several values of a type',
        root({ properties: { y: { anyOf: [{ ...text, enum: ['a', 'b'] }, { type: 'null' }] } } }),
        { y: 5 },
        '`y` must be one of "a", "b", null, not 5',
      ],
      [
        'fits two choices at once',
        root({
          properties: {
            y: { allOf: [{ anyOf: [text, { type: 'null' }] }, { anyOf: [text, number] }] },
          },
        }),
        { y: true },
        '`y` must be string or null, not boolean; `y` must be string or number, not boolean',
      ],
      [
        'has an item of a kind',
        root({ properties: { y: { type: 'array', contains: { const: 'a' } } } }),
        { y: ['b'] },
        '`y` must contain at least 1 valid item(s)',
      ],
      [
        'has no value that is excluded',
        root({ properties: { y: { not: { enum: ['a', 'b'] } } } }),
        { y: 'a' },
        '`y` does not fit: not "a" or "b"',
      ],
      [
        'has not both of two',
        root({ properties: { y: text, z: text }, not: { required: ['y', 'z'] } }),
        { y: 'a', z: 'b' },
        '`input` does not fit: not y together with z',
      ],
      ['has none', root({ additionalProperties: false }), { a: 1 }, '`a` is not an argument (it takes none)'],
    ];
  for (const [what, schema, input, words] of cases)
    it(`is asked that it ${what}`, () => assert.equal(problem(schema, input), words));
});

describe('an argument that its server refused', () => {
  const doubts = (x: JsonObject, value: JsonValue) =>
    problemText(schemas.doubts(JSON.stringify(withX(x)), { x: value }), 'should');

  it('is told of its format', () => {
    assert.equal(
      doubts({ ...text, format: 'date-time' }, '2026-01-31'),
      '`x` should be a date-time, not "2026-01-31"',
    );
    assert.equal(doubts({ ...text, format: 'email' }, 'ann'), '`x` should be an email, not "ann"');
  });

  it('is told of a pattern that languages read differently', () => {
    assert.equal(
      doubts({ ...text, pattern: '^\\w+$' }, 'größe'),
      '`x` should match pattern "^\\\\w+$", not "größe"',
    );
  });

  it('is told nothing where nothing is known', () =>
    assert.equal(doubts({ ...text, format: 'uuid' }, '123e4567-e89b-42d3-a456-426614174000'), ''));
});
