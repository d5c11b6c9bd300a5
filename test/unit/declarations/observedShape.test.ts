// Tests the types that are learned from answers, in the declarations against which scripts are written.
import assert from 'node:assert/strict';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import {
  observe,
  observedOutput,
  readShape,
  type ObservedShape,
} from '../../../src/declarations/observedShape.ts';
import { toolShape } from '../../fakes/toolShape.ts';

function shapeOf(answers: readonly unknown[]): ObservedShape {
  return answers.reduce<ObservedShape | undefined>(observe, undefined) ?? { seen: 0, kinds: [] };
}

/** Returns the type of a tool after these answers. */
async function typeAfter(...answers: readonly unknown[]): Promise<string> {
  const declarations = new Declarations({
    compiler: hostCompiler,
    learned: () => observedOutput(shapeOf(answers)),
  });
  const { signature } = await declarations.tool(toolShape());
  return /Promise<(.*)>/.exec(signature)?.[1] ?? signature;
}

describe('an observed type', () => {
  const cases: readonly (readonly [what: string, answers: readonly unknown[], type: string])[] = [
    ['says that it was observed, and how often', ['x'], '/** observed, 1 call */ string'],
    [
      'shows the fields of an object',
      [{ id: 1, name: 'a' }],
      '/** observed, 1 call */ { id: number; name: string }',
    ],
    [
      'has a field as optional that was not always there',
      [{ a: 1 }, { a: 1, b: true }],
      '/** observed, 2 calls */ { a: number; b?: boolean }',
    ],
    [
      'joins what was seen in one place',
      [{ a: 1 }, { a: 'x' }, { a: null }],
      '/** observed, 3 calls */ { a: string | number | null }',
    ],
    [
      'joins the items of arrays',
      [{ list: [1, 'a'] }],
      '/** observed, 1 call */ { list: (string | number)[] }',
    ],
    [
      'joins the objects of arrays',
      [[{ a: 1 }, { a: 2, b: 3 }]],
      '/** observed, 1 call */ { a: number; b?: number }[]',
    ],
    [
      'knows nothing of the items of an array that was empty',
      [{ list: [] }],
      '/** observed, 1 call */ { list: any[] }',
    ],
    [
      'learns the items of an array that was empty at first',
      [{ list: [] }, { list: ['x'] }],
      '/** observed, 2 calls */ { list: string[] }',
    ],
    ['tells text from objects', ['plain', { a: 1 }], '/** observed, 2 calls */ (string | { a: number })'],
    ['counts in round numbers', Array(27).fill(1), '/** observed, 20+ calls */ number'],
    [
      'takes keys that are paths for data',
      [{ 'src/a.ts': { size: 1 }, 'src/b.ts': { size: 2 } }],
      '/** observed, 1 call */ { [k: string]: { size: number } }',
    ],
    [
      'takes keys that are identifiers for data',
      [{ 'a3f8c2e1-77': 1, b2c4d6e8f0: 2 }],
      '/** observed, 1 call */ { [k: string]: number }',
    ],
    [
      'takes keys that are dates for data',
      [{ '2026-01-02': [1] }],
      '/** observed, 1 call */ { [k: string]: number[] }',
    ],
    [
      'takes keys that are tokens for data',
      [{ ghp_abcDEFghiJKLmnoPQRstu: { a: 1 } }],
      '/** observed, 1 call */ { [k: string]: { a: number } }',
    ],
    [
      'takes keys of mixed letters and digits for data',
      [{ aB3dEfGh5jKlMnOpQ: 1 }],
      '/** observed, 1 call */ { [k: string]: number }',
    ],
    [
      'takes keys of objects that are all alike for data',
      [{ alice: { age: 1 }, bob: { age: 2 }, carol: { age: 3 } }],
      '/** observed, 1 call */ { [k: string]: { age: number } }',
    ],
    [
      'takes keys that are addresses for data',
      [{ 'ann@example.com': 'x' }],
      '/** observed, 1 call */ { [k: string]: string }',
    ],
    [
      'takes a great many keys for data',
      [
        Object.fromEntries(
          Array.from({ length: 61 }, (_, n) => [`k${String.fromCharCode(97 + (n % 26))}${n}`, n]),
        ),
      ],
      '/** observed, 1 call */ { [k: string]: number }',
    ],
    [
      'sees collections also where the keys grow over several answers',
      Array.from({ length: 70 }, (_, n) => ({ [`k${String.fromCharCode(97 + (n % 26))}${n}`]: n })),
      '/** observed, 70+ calls */ { [k: string]: number }',
    ],
  ];
  const blocks: typeof cases = [
    [
      'says how the texts of content blocks are read',
      [[{ type: 'text', text: '{}' }]],
      '/** content blocks: read `text` of each, with JSON.parse where it is JSON; observed, 1 call */ { type: string; text: string }[]',
    ],
    [
      'says what the data of an image is',
      [[{ type: 'image', data: 'eA==', mimeType: 'image/png' }]],
      '/** content blocks: `data` is base64; observed, 1 call */ { type: string; data: string; mimeType: string }[]',
    ],
    [
      'takes no other objects for content blocks',
      [[{ type: 'text', text: 'a', id: 1 }]],
      '/** observed, 1 call */ { type: string; text: string; id: number }[]',
    ],
  ];
  for (const [what, answers, type] of [...cases, ...blocks])
    it(what, async () => assert.equal(await typeAfter(...answers), type));

  it('gives way to what the tool itself says', async () => {
    const declarations = new Declarations({
      compiler: hostCompiler,
      learned: () => observedOutput(shapeOf(['text'])),
    });
    const { signature } = await declarations.tool(toolShape({ outputSchema: { type: 'number' } }));
    assert.match(signature, /Promise<number>$/);
  });

  it('ends in the depth', async () => {
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ inner }), 1);
    assert.ok((await typeAfter(deep)).length < 600);
  });

  it('stays small when every answer is another', () => {
    const answer = (n: number) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `a${i}`,
          Object.fromEntries(
            Array.from({ length: 20 }, (_x, j) => [`b${(n * 7 + j) % 60}`, [{ [`c${(n + j) % 50}`]: j }]]),
          ),
        ]),
      );
    const shape = shapeOf(Array.from({ length: 30 }, (_, n) => answer(n)));
    assert.ok(JSON.stringify(shape).length < 100_000, String(JSON.stringify(shape).length));
  });

  it('looks at a bounded part of a huge answer', async () => {
    assert.equal(
      await typeAfter(Array.from({ length: 200_000 }, () => ({ a: 1 }))),
      '/** observed, 1 call */ { a: number }[]',
    );
  });
});

describe('an observed shape', () => {
  it('holds no value', () => {
    const shape = shapeOf([{ secret: 'S3CRET', list: ['S3CRET', 4711], 'S3CRET@example.com': 'S3CRET' }]);
    assert.doesNotMatch(JSON.stringify(shape), /S3CRET|4711/);
  });

  it('is the same after it was kept', () => {
    const shape = shapeOf([{ a: [1, { b: null }] }, { 'x y': { c: true } }, 'text']);
    assert.deepEqual(readShape(JSON.parse(JSON.stringify(shape))), shape);
  });

  for (const [what, value] of Object.entries({
    nothing: null,
    text: 'x',
    'an object': {},
    'kinds that are none': { seen: 1, kinds: 'x' },
    'an unknown kind': { seen: 1, kinds: ['string', 'evil'] },
    'fields that are none': { seen: 1, kinds: ['object'], fields: [1] },
  })) {
    it(`is not read from ${what}`, () => assert.equal(readShape(value), undefined));
  }

  it('keeps nothing but what it knows', () => {
    const shape = { seen: 1, kinds: ['string'] };
    assert.deepEqual(readShape({ ...shape, extra: 'x' }), shape);
  });
});
