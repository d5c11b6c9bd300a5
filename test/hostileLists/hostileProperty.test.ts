import assert from 'node:assert/strict';
import fc from 'fast-check';
import { everyTest } from '../fakes/everyTest.ts';
import { openedForAll } from '../fakes/opened.ts';
import { HostileBed } from './hostileBed.ts';

const seed = 12_012_026;
/** Number of lists, each with several tools. */
const lists = everyTest ? 12 : 3;
const toolsInList = 3;

const words = fc.constantFrom(
  'a',
  '__proto__',
  'toString',
  '\u200b',
  'a'.repeat(300),
  ' '.repeat(2_000),
  'A'.repeat(5_000),
  '\ud800',
  '*/',
  '"',
);
const patterns = fc.constantFrom('^(a+)+$', '(a|a)*b', 'a*a*a*b', '(', '\\p{L}+', '(?<=a)b', '.{0,100000}');
const numbers = fc.constantFrom(0, -1, 1e308, 5e-324, 2 ** 53, 0.1, 2_147_483_647);
const references = fc.constantFrom(
  '#',
  '#/$defs/x',
  '#/properties/a',
  '#x',
  'http://127.0.0.1:9/',
  '#/$defs/none',
  'x.json',
);

/** Makes any keyword with a right or a wrong value. */
const { schema } = fc.letrec((tie) => {
  const inner = tie('schema');
  const some = fc.array(inner, { maxLength: 4 });
  const record = fc.dictionary(words, inner, { maxKeys: 4 });
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), words);
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(
      fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'null', 'none'),
      anything,
    ),
    properties: record,
    patternProperties: fc.dictionary(patterns, inner, { maxKeys: 2 }),
    additionalProperties: fc.oneof(inner, fc.boolean()),
    propertyNames: inner,
    required: fc.array(words, { maxLength: 4 }),
    items: fc.oneof(inner, some),
    prefixItems: some,
    uniqueItems: fc.boolean(),
    minItems: numbers,
    maxItems: numbers,
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    enum: fc.array(anything, { maxLength: 4 }),
    const: anything,
    default: anything,
    examples: fc.array(anything, { maxLength: 3 }),
    description: words,
    pattern: patterns,
    format: fc.oneof(patterns, fc.constantFrom('date', 'uri', 'regex')),
    minimum: numbers,
    multipleOf: numbers,
    minLength: numbers,
    $ref: references,
    $dynamicRef: references,
    $id: words,
    $anchor: words,
    $defs: fc.record({ x: inner }),
  };
  const entries = Object.entries(keywords).map(([name, value]) => fc.tuple(fc.constant(name), value));
  const fields = fc
    .array(fc.oneof(...entries), { maxLength: 5 })
    .map((chosen): object => Object.fromEntries(chosen));
  return { schema: fc.oneof({ depthSize: 'small', maxDepth: 6 }, fc.boolean(), fields) };
});

const tools = fc.array(
  fc.record(
    { description: words, title: words, inputSchema: schema, outputSchema: schema },
    { requiredKeys: ['inputSchema'] },
  ),
  {
    minLength: toolsInList,
    maxLength: toolsInList,
  },
);

describe('any list of tools', () => {
  const bed = openedForAll(() => HostileBed.create());

  it('neither holds the host nor lasts', () =>
    fc.assert(
      fc.asyncProperty(tools, async (items) => {
        const list = JSON.stringify({ tools: items.map((item, index) => ({ name: `t${index}`, ...item })) });
        const { server } = await bed.driveHardlyStill({ list });
        assert.equal(server.error, undefined);
      }),
      // Shrinking a failing list would take longer than reading it.
      { seed, numRuns: lists, endOnFailure: true },
    ));
}).timeout(300_000);
