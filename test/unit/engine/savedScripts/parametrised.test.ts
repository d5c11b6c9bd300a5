import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { readSignature } from '../../../../src/checker/types/readSignature.ts';
import { scriptDraft } from '../../../../src/checker/types/scriptDraft.ts';
import { callProblem } from '../../../../src/engine/savedScripts/callProblem.ts';
import {
  nameProblem,
  parametrised,
  scriptFileName,
} from '../../../../src/engine/savedScripts/parametrised.ts';

/** Returns the saved script in which all literals become arguments. */
function saved(code: string, title = 'Sums up a month', args?: JsonObject): string {
  const draft = scriptDraft(code);
  return parametrised({ code, title, draft, literals: draft.literals, ...(args && { args }) });
}

/** Returns the input schema of a script that can be called as its code needs. */
function inputOf(text: string) {
  const reading = readSignature(text);
  assert.equal(callProblem(reading, scriptDraft(text).reads), undefined, text);
  assert.ok(reading.ok);
  return reading.signature.input;
}

function typesOf(text: string): readonly (readonly [name: string, type: unknown])[] {
  const properties = inputOf(text)['properties'] as Readonly<Record<string, { readonly type?: unknown }>>;
  return Object.entries(properties).map(([name, { type }]) => [name, type] as const);
}

describe('a script that is made of one that ran', () => {
  it('has the literals of its calls and its constants as arguments, the same value once', () => {
    const code = `const city = "Oslo";
const a = await tools.shop.listOrders({ month: 5, filter: { paid: true }, page: n });
const b = await tools.shop["listOrders"].raw({ month: 5, filter: { paid: false } });
return [a, b, "text", 7];
`;
    assert.equal(
      saved(code),
      `/**
 * Sums up a month
 * @param {string} city For example "Oslo".
 * @param {number} month For example 5.
 * @param {boolean} paid For example true.
 * @param {boolean} paid2 For example false.
 */
const city = codemode.args.city;
const a = await tools.shop.listOrders({ month: codemode.args.month, filter: { paid: codemode.args.paid }, page: n });
const b = await tools.shop["listOrders"].raw({ month: codemode.args.month, filter: { paid: codemode.args.paid2 } });
return [a, b, "text", 7];
`,
    );
  });

  it('can be called with them', () => {
    for (const code of [
      'return await tools.a.b({ n: -3 })',
      'async () => { const n = -3; return n }',
      'await tools.a.b({ n: -3 })',
    ]) {
      const reading = readSignature(saved(code));
      const properties = reading.ok ? reading.signature.input['properties'] : undefined;
      assert.deepEqual(properties, { n: { type: 'number', description: 'For example -3.' } }, code);
    }
  });

  it('is not ended by what its title or values say', () => {
    const text = saved('await tools.a.b({ path: "*/ evil() /*" })', 'a */ b\n@param {number} z');
    assert.equal(text.split('*/').length, 2);
    const reading = readSignature(text);
    assert.deepEqual(Object.keys((reading.ok && reading.signature.input['properties']) || {}), ['path']);
  });

  it('says what it takes in the doc comment that its code begins with', () => {
    const text = saved(
      '/** Sums. */\nexport default async function main() {\n  return await tools.shop.sum({ city: "Oslo" });\n}\n',
    );
    assert.equal(
      text,
      `/**
 * Sums.
 * @param {string} city For example "Oslo".
 */
export default async function main() {
  return await tools.shop.sum({ city: codemode.args.city });
}
`,
    );
    assert.deepEqual(typesOf(text), [['city', 'string']]);
  });

  it('says it there too where that has lines and tags of its own', () => {
    const code = `  /**
   * Sums.
   * @param {string} city Which
   * @returns {number}
   */
  const { city, unit = "C" } = codemode.args;
  return await tools.shop.sum({ city, unit, month: 5 });`;
    const text = saved(code);
    assert.ok(
      text.includes(
        '{number}\n   * @param {unknown} [unit]\n   * @param {number} month For example 5.\n   */\n',
      ),
      text,
    );
    assert.deepEqual(typesOf(text), [
      ['city', 'string'],
      ['unit', undefined],
      ['month', 'number'],
    ]);
  });

  it('has a doc comment of its own before that of another function, whose parameters are not its arguments', () => {
    const code = `/**
 * Adds.
 * @param {number} a One
 */
function plus(a) { return a + 1; }
/** Sums. */
export default async function main() { return plus((await tools.shop.sum({ month: 5 })).n); }`;
    const text = saved(code);
    assert.deepEqual(typesOf(text), [['month', 'number']]);
    const reading = readSignature(text);
    assert.equal(reading.ok && reading.signature.description, 'Sums up a month Sums.');
  });

  it('takes what its typed main takes, and no literal', () => {
    const code = `export default async function main(input: { city: string }) {
  return await tools.shop.sum({ city: input.city, unit: "C" });
}`;
    assert.deepEqual(scriptDraft(code).literals, []);
    assert.deepEqual(typesOf(saved(code)), [['city', 'string']]);
    assert.ok(saved(code).includes('unit: "C"'));
  });

  it('takes what its code read of its arguments, typed as they were, beside literals of the same name', () => {
    const code = `const { days, ...others } = codemode.args;
return await tools.shop.sum({ city: "Oslo", from: codemode.args.city, days, tags: others.tags, to: codemode.args["to"] ?? null, input: 1 });`;
    const text = saved(code, 'Sums', { city: 'Bergen', days: [1, 2], tags: ['a', 1], more: true });
    assert.deepEqual(inputOf(text), {
      type: 'object',
      properties: {
        city: { type: 'string' },
        to: {},
        days: { type: 'array', items: { type: 'number' } },
        tags: { type: 'array', items: {} },
        city2: { type: 'string', description: 'For example "Oslo".' },
        input: { type: 'number', description: 'For example 1.' },
      },
      required: ['days', 'tags', 'city', 'city2', 'input'],
      additionalProperties: false,
    });
    assert.ok(text.includes('city: codemode.args.city2, from: codemode.args.city,'), text);
  });

  it('takes what a main without types reads of them, by whatever name', () => {
    for (const code of [
      'export default async function main(input) { return await tools.a.b({ n: 1, city: input.city }); }',
      'async function main({ city }) { return await tools.a.b({ n: 1, city }); }',
      'export default async ({ city }) => await tools.a.b({ n: 1, city });',
      'const main = async (args) => await tools.a.b({ n: 1, city: args?.city });\nreturn await main(codemode.args);',
      '/** @param given All */\nexport default async function main(given) { return await tools.a.b({ n: 1, city: given["city"] }); }',
      'const { args } = codemode;\nconst given = args as { city: string };\nreturn await tools.a.b({ n: 1, city: given.city });',
    ])
      assert.deepEqual(
        typesOf(saved(code, 'B', { city: 'Oslo' })),
        [
          ['city', 'string'],
          ['n', 'number'],
        ],
        code,
      );
  });

  it('stays open where its code may read any of them', () => {
    for (const code of [
      'return await tools.a.b({ n: 1, ...codemode.args });',
      'for (const name in codemode.args) await tools.a.b({ n: 1, of: codemode.args[name] });',
      'export default async function main(input) { return await tools.a.b({ n: 1, input }); }',
    ]) {
      assert.deepEqual(inputOf(saved(code)), { type: 'object' }, code);
      assert.ok(saved(code).includes('n: 1'));
    }
  });

  it('has a name that a file and a tool can have', () => {
    assert.deepEqual(
      [
        scriptFileName('Compare the weather!'),
        scriptFileName('5 things'),
        scriptFileName('…'),
        scriptFileName('Con'),
      ],
      ['compareTheWeather', 'script5Things', 'script', 'scriptcon'],
    );
    assert.deepEqual(['a-b', 'weekly_Report'].map(nameProblem), [undefined, undefined]);
    for (const name of ['', '../x', 'a/b', '.x', 'a b', 'x'.repeat(81), 'con', 'LPT1'])
      assert.ok(nameProblem(name), name);
  });
});

describe('a script that says what it takes', () => {
  const problem = (code: string) => callProblem(readSignature(code), scriptDraft(code).reads);

  it('can be called with what its code reads', () => {
    for (const code of [
      'export default async function main(input: { city: string; unit?: string }) { return input.city; }',
      '/** @param {string} city */\nreturn codemode.args.city',
      '/** @param {string} city */\nreturn JSON.stringify(codemode.args)',
      'export default function main(input: Record<string, string>) { return input.city }',
      'return codemode.args.city',
    ])
      assert.equal(problem(code), undefined, code);
  });

  it('cannot where its code reads what it does not say', () => {
    assert.match(
      problem(
        'export default async function main(input: { city: string }) { return [input.city, codemode.args.unit]; }',
      ) ?? '',
      /^its code reads unit of its arguments, /,
    );
    assert.match(
      problem('export default async function main() { return codemode.args; }') ?? '',
      /codemode\.args as a whole, .* takes nothing/,
    );
  });

  it('cannot where it needs what its code does not read', () => {
    assert.match(
      problem(
        'async function main(input: { city: string }) { return input.city; }\nreturn await main({ city: "Oslo" });',
      ) ?? '',
      /^it says that it needs city, .* not read/,
    );
  });
});
