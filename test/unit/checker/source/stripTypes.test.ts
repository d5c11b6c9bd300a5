import assert from 'node:assert/strict';
import { resultOf, scriptOf } from '../prepared.ts';

/**
 * Every name in the sample stands there once, so that its place in the body can be compared with that in the source.
 */
const samples: readonly (readonly [name: string, code: string])[] = [
  [
    'annotations',
    'const aa: number = 5, bb: Array<string> = [], cc = "x" as string; return { dd: aa, ee: bb, ff: cc };',
  ],
  [
    'generics',
    'function ident<T extends object>(arg: T): T { return arg }\nconst got = ident<{ k: 1 }>({ kk: 1 } as const); return got;',
  ],
  [
    'arrow generics',
    'const one = async <T,>(xx: T, yy?: number): Promise<T> => { await yy; return xx }; return one<string>("s");',
  ],
  [
    'interfaces',
    'interface A { a: number;\n b: string }\nconst first: A = { uu: 1 } as unknown as A; return first!;',
  ],
  [
    'many lines of types',
    'const value: {\n  a: number;\n  b: string;\n} | undefined = undefined; const after: number = 1; return [value, after]',
  ],
  [
    'satisfies',
    'const conf = { depth: 1 } satisfies Record<string, number>; return conf.width + Math.floor(2.5);',
  ],
  [
    'classes',
    'class Base<T> { protected readonly item?: T; declare q: number; constructor(public left: number, right = 2) { this.sum = left } }\nreturn new Base<string>(3) as Base<string>',
  ],
  [
    'overloads',
    'function over(a: string): void;\nfunction over(a: number): void;\nfunction over(arg1: any) { return arg1 }\nreturn over(42 as number, 43)',
  ],
  [
    'destructuring',
    'const { p1, p2 }: { p1: number; p2: string } = { p1: 1, p2: "" }; const last: string = `${p2}`; return last',
  ],
  ['an enum', 'enum Color { Red, Green = "g" }\nconst picked: Color = Color.Red; return { picked2: 1 }'],
  [
    'non-null and optional',
    'const maybe: { deep?: number[] } | null = null; return maybe!.deep![0]!.toFixed<number>(2)',
  ],
  [
    'type guards',
    'function isIt(thing: unknown): thing is string { return typeof thing === "string" } return isIt(99)',
  ],
  [
    'templates without text beside their values',
    'const t1: string = `${1}`; const t2: number = 2;\nconst t3: string = ``; return { k1: t1, k2: `${t2}${t3}` }',
  ],
  ['abstract classes', 'abstract class Shape { abstract area(): number; name1 = "n" }\nreturn Shape.length'],
  [
    'an expression',
    '(await Promise.all([1, 2].map(async (nn: number): Promise<number> => nn * 3))) as number[]',
  ],
  ['an object literal', '{ left1: 1 as number, right1: <string>"x", both1: [2] }'],
  [
    'a default export',
    'export default async function (): Promise<number> { const inner: number = 1; return inner }',
  ],
];

const words = (text: string): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const match of text.matchAll(/[A-Za-z_$][\w$]*|\d+/g))
    found.set(match[0], [...(found.get(match[0]) ?? []), match.index]);
  return found;
};

const positionOf = (text: string, offset: number) => {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

describe('stripped types', () => {
  for (const [name, code] of samples) {
    it(`leave every word where it can be found again: ${name}`, () => {
      const script = scriptOf(code);
      const { source, body } = script;
      const inSource = words(source);
      let compared = 0;
      for (const [word, [offset, another]] of words(body)) {
        const [original, ambiguous] = inSource.get(word) ?? [];
        if (
          offset === undefined ||
          original === undefined ||
          another !== undefined ||
          ambiguous !== undefined
        )
          continue;
        assert.deepEqual(script.toSource(positionOf(body, offset)), positionOf(source, original), word);
        compared++;
      }
      assert.ok(compared >= 2, `only ${compared} words could be compared`);
    });

    it(`leave the number of lines: ${name}`, () => {
      const { source, body } = scriptOf(code);
      const added = body.split('\n').length - source.split('\n').length;
      assert.ok(added >= 0 && added <= 1, `${added} lines added`);
    });
  }

  it('give the end of the source for what was appended to the body', () => {
    const script = scriptOf('function main() { return 1 }');
    assert.deepEqual(script.toSource({ line: script.body.split('\n').length, column: 3 }), {
      line: 1,
      column: 29,
    });
  });

  it('bear positions outside of the body', () => {
    const script = scriptOf('const x: number = 1;\nreturn x;');
    assert.deepEqual(script.toSource({ line: 0, column: 0 }), { line: 1, column: 1 });
    assert.deepEqual(script.toSource({ line: 99, column: 99 }), { line: 2, column: 10 });
    assert.deepEqual(script.toSource({ line: 1, column: 999 }), { line: 1, column: 21 });
  });

  // TypeScript ends a statement where its type ends; without the type, the next line would continue it.
  const endings: readonly (readonly [code: string, result: unknown])[] = [
    ['const log = [];\nconst a = 1\ntype X = number\n(() => log.push(a))()\nreturn log', [1]],
    [
      'const log = [];\nconst a = 1\ninterface X { a: number }\n[2].forEach((x) => log.push(x))\nreturn log',
      [2],
    ],
    ['const log = [];\nconst a = 1 as number\n;[2].forEach((x) => log.push(x, a))\nreturn log', [2, 1]],
    ['const log = [];\nconst a = 1 as number\n[2].forEach((x) => log.push(x, a))\nreturn log', [2, 1]],
    ['const a = "x" satisfies string // why\n/* how */ (() => 1)()\nreturn a', 'x'],
    ['const a = "x"\ndeclare const b: number\n`text`.length\nreturn a', 'x'],
    ['const f = (x: number) => x + 1\nreturn f\n(1)', 2],
    ['class A { x = 1\n public [`y`]() { return this.x } }\nreturn new A().y()', 1],
    ['const f = <T>(x: T) => x\nconst y = f<number>\n(3)\nreturn y', 3],
    [
      'const f = (s: string): any => ({ a: [s] })\nconst x = (f(`list?of=${1}`) as { a: readonly string[] }).a.map(\n  (c) => c)\nreturn x',
      ['list?of=1'],
    ],
    ['const f: (() => number) | null = () => 4\nconst y = f!\n()\nreturn y', 4],
  ];
  for (const [code, result] of endings) {
    it(`end statements where TypeScript does: ${JSON.stringify(code)}`, async () => {
      assert.deepEqual(await resultOf(code), result);
    });
  }

  it('are not mistaken for code: erased names are no references', () => {
    assert.ok(
      scriptOf(
        'type A = Foo<Bar>; const x: Baz = 1 as Qux; class C implements Iface { y!: Quux } return [x, C] satisfies Corge',
      ),
    );
  });

  it('leave JavaScript alone that sucrase does not understand', async () => {
    assert.equal(await resultOf('const x = true ? (1) : y => y\nreturn x'), 1);
  });
});
