// Tests arguments for which a schema has several forms, each also with `null`: such a call is checked even if
// TypeScript finds no error.
import assert from 'node:assert/strict';
import { checkTypes } from '../../../../src/checker/types/checkTypes.ts';
import { ScriptProgram } from '../../../../src/checker/types/scriptProgram.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../../fakes/hostCompiler.ts';
import { serverShape, toolShape } from '../../../fakes/toolShape.ts';
import { typeLibrary } from '../../../fakes/typeLibrary.ts';

const [text, number, integer] = [{ type: 'string' }, { type: 'number' }, { type: 'integer' }];
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

describe('the type check of an argument with several forms', () => {
  const scripts = new ScriptProgram(typeLibrary());
  const declarations = new Declarations({ compiler: hostCompiler });

  async function said(x: object, value: string): Promise<readonly string[]> {
    const inputSchema = object({ x, note: { type: ['string', 'null'] } }, ['x']);
    const api = await declarations.api([serverShape([toolShape({ inputSchema })])]);
    const source = `return await tools.geo.getCity({ x: ${value}, note: null });`;
    return checkTypes(scripts, { source, declarations: api }).map(({ message }) => message);
  }

  const tuple = { type: 'array', prefixItems: [text], items: number };
  const points = {
    oneOf: [
      { type: 'array', prefixItems: [number, number], minItems: 2, items: false },
      { type: 'array', prefixItems: [text, number, number], minItems: 3, items: false },
    ],
  };
  const rows = { anyOf: [list(object({ a: text }, ['a'])), list(list(number))] };
  const right: readonly (readonly [what: string, x: object, values: readonly string[]])[] = [
    ['lists of two kinds', { anyOf: [list(text), list(integer)] }, ['["a"]', '[1, 2]', '[]']],
    ['a tuple without a least length', tuple, ['[]', '["a"]', '["a", 1, 2]', '["a", ...[1, 2]]']],
    ['tuples of two lengths', points, ['[1, 2]', '["a", 1, 2]']],
    ['lists of objects and lists of lists', rows, ['[{ a: "x" }]', '[[1], [2, 3]]', '[]']],
    ['a list inside a list', list({ anyOf: [list(text), list(number)] }), ['[["a"], [1]]', '[[]]']],
    [
      'a list that two parts describe',
      { allOf: [list(text), { type: 'array', maxItems: 3 }] },
      ['["a"]', '[]'],
    ],
    ['a tuple that two parts describe', { allOf: [tuple, { type: 'array' }] }, ['["a"]', '["a", 1]', '[]']],
    [
      'an integer that is written with all its digits',
      integer,
      ['725653563933458433n', 'BigInt("1")', '-1n'],
    ],
    [
      'an object whose JSON form is a text',
      text,
      ['new URL("https://a.example")', 'new (class { toJSON() { return "x"; } })()', 'new Date(0)'],
    ],
    [
      'an object with the properties of several forms',
      { anyOf: [object({ a: text }), object({ b: number })] },
      ['{ a: "x", b: 1 }', '{ b: 1, a: "x" }'],
    ],
    ['a list or anything', { anyOf: [list(text), {}] }, ['[1]', '[null]']],
    [
      'a name that every object has',
      { anyOf: [object({ a: text }, ['a']), { type: 'object' }] },
      ['{ constructor: "x" }', '{ toString: null }'],
    ],
    [
      'a name with quotes in it',
      object({ 'q"q': list(text) }, ['q"q']),
      [`{ 'q"q': ["a"] }`, '{ "q\\"q": [] }'],
    ],
  ];
  for (const [what, x, values] of right) {
    it(`passes ${what}`, async () => {
      for (const value of values) assert.deepEqual(await said(x, value), [], value);
    });
  }

  const wrong: readonly (readonly [what: string, x: object, value: string, message: string])[] = [
    [
      'an item of neither list',
      { anyOf: [list(text), list(integer)] },
      '[true]',
      '`x[0]` must be string, not true.',
    ],
    [
      'an item of another type than the tuple has there',
      tuple,
      '["a", "b"]',
      '`x[1]` must be number, not "b".',
    ],
    ['an item behind the end of a tuple', { ...tuple, items: false }, '["a", 1]', '`x[1]` must be left out.'],
    [
      'a property that must not be there',
      object({ gone: false }),
      '{ gone: 1 }',
      '`x.gone` must be left out.',
    ],
    [
      'an object that lacks what each form needs',
      { anyOf: [object({ u: text }, ['u']), object({ v: text }, ['v'])] },
      '{}',
      '`x.u` or `x.v` is missing.',
    ],
  ];
  for (const [what, x, value, message] of wrong) {
    it(`refuses ${what}`, async () => assert.deepEqual(await said(x, value), [message]));
  }
});
