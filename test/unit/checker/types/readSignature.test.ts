import assert from 'node:assert/strict';
import { readSignature } from '../../../../src/checker/types/readSignature.ts';

function signature(code: string) {
  const reading = readSignature(code);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem);
  return reading.signature;
}

const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

describe('the signature of a saved script', () => {
  it('has the types of its main, and what its doc comment says', () => {
    const read = signature(`
      /**
       * Sums up a month.
       * @title Monthly report
       * @param month Of the year, from 1
       * @returns the lines
       */
      export default async function main(input: { month: number; kind?: "short" | "long" }): Promise<string[]> { return [] }`);
    assert.deepEqual(read, {
      title: 'Monthly report',
      description: 'Sums up a month. Returns the lines.',
      input: object(
        {
          month: { type: 'number', description: 'Of the year, from 1' },
          kind: { type: 'string', enum: ['short', 'long'] },
        },
        'month',
      ),
      output: { type: 'array', items: { type: 'string' } },
    });
  });

  it('has the tags of its doc comment where it has no main', () => {
    const read = signature(`/**
 * Greets.
 * @param {string} name Who
 * @param {boolean} [loud] Shout
 * @returns {{ greeting: string }}
 */
return { greeting: codemode.args.name };`);
    assert.deepEqual(
      read.input,
      object(
        { name: { type: 'string', description: 'Who' }, loud: { type: 'boolean', description: 'Shout' } },
        'name',
      ),
    );
    assert.deepEqual(read.output, object({ greeting: { type: 'string' } }, 'greeting'));
  });

  it('has the comment before that of another function which stands first, and not that of the function', () => {
    const read = signature(`/** Greets. @param {string} name Who */
/** @param {number} a One */
function plus(a) { return a + 1; }
return plus(1) + codemode.args.name;`);
    assert.deepEqual(
      [read.description, read.input],
      ['Greets.', object({ name: { type: 'string', description: 'Who' } }, 'name')],
    );
  });

  it('takes the tag of the parameter of its main for the whole', () => {
    const read = signature(`/**
 * @param given What to greet
 * @param {string} given.name Who
 */
async function main(given) {}`);
    assert.deepEqual(read.input, object({ name: { type: 'string', description: 'Who' } }, 'name'));
  });

  it('follows interfaces and aliases of the file, with what they extend', () => {
    const read = signature(`
      interface Base { id: number }
      interface Order extends Base {
        /** Each once */
        items: ReadonlyArray<Item>;
        note: string | null;
      }
      type Item = { name: string } & { price: number };
      async function main({ id }: Partial<Order>): Promise<Record<string, Item>> { return {} }`);
    const item = object({ name: { type: 'string' }, price: { type: 'number' } }, 'name', 'price');
    assert.deepEqual(
      read.input,
      object({
        id: { type: 'number' },
        items: { type: 'array', items: item, description: 'Each once' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      }),
    );
    assert.deepEqual(read.output, { type: 'object', additionalProperties: item });
  });

  it('takes anything where nothing is said, and nothing where main takes nothing', () => {
    assert.deepEqual(signature('return 1').input, { type: 'object' });
    assert.deepEqual(signature('async function main() { return 1 }').input, object({}));
  });

  it('leaves open what it does not understand', () => {
    const read = signature(
      'async function main(input: { when: Temporal.Instant; how: keyof Window }): Promise<ReturnType<typeof x>> {}',
    );
    assert.deepEqual(read.input, object({ when: {}, how: {} }, 'when', 'how'));
    assert.equal(read.output, undefined);
  });

  it('says why a script cannot be called', () => {
    const problem = (code: string) => {
      const reading = readSignature(code);
      return reading.ok ? '' : reading.problem;
    };
    assert.match(problem('function main(a: {}, b: {}) {}'), /its main takes several parameters/);
    assert.match(problem('function main(month: number) {}'), /is no object/);
  });

  it('ends for types that name themselves, are endless, or are named as what objects have', () => {
    const self = signature('interface Tree { left?: Tree; right?: Tree } async function main(tree: Tree) {}');
    assert.equal(self.input['type'], 'object');
    const wide = Array.from(
      { length: 60 },
      (_, n) => `type T${n} = { a: T${n + 1}; b: T${n + 1}; c: T${n + 1} };`,
    ).join('\n');
    assert.ok(
      JSON.stringify(signature(`${wide} async function main(input: T0) {}`).input).length < 1_000_000,
    );
    const names = signature(
      'async function main(input: { __proto__: string; constructor: number }) {}',
    ).input;
    assert.deepEqual(Object.keys(names['properties'] as object), ['__proto__', 'constructor']);
  });

  it('is no larger than its text, however often that names a type of many fields, a long literal or a long comment', () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `f${index};`).join('');
    const times = (type: string) =>
      Array.from({ length: 1_000 }, (_, index) => `t${index}: ${type}`).join(';');
    const main = 'export default function main(input: All) {}';
    for (const code of [
      `interface All { ${times('Wide')} }\ninterface Wide { ${fields} }\n${main}`,
      `interface All { ${times('Long')} }\ntype Long = '${'x'.repeat(50_000)}';\n${main}`,
      `interface All { ${times('Said')} }\ninterface Said { /** ${'x'.repeat(50_000)} */ one: string }\n${main}`,
    ]) {
      const { input } = signature(code);
      assert.ok(JSON.stringify(input).length < 300_000, String(JSON.stringify(input).length));
    }
  });
});
