import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { compileSchema } from '../../../src/declarations/types/compileSchema.ts';
import type { SchemaObject } from '../../../src/declarations/schema/jsonSchema.ts';
import { layOut, layOutMember } from '../../../src/declarations/types/typeText.ts';
import { diagnose } from './diagnose.ts';

/** One keyword, or one way to write it. `invalid` are values that a type can refuse, even if ajv accepts them. */
interface SchemaCase {
  readonly what: string;
  readonly schema: SchemaObject;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const folder = new URL('../../fixtures/schemas/', import.meta.url);
const cases = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as SchemaCase[],
); // written by us

describe('a schema as a type', () => {
  const options = { strict: false, logger: false, ownProperties: true } as const;
  const [draft7, draft2020] = [addFormats(new Ajv(options)), addFormats(new Ajv2020(options))];
  const types: string[] = [];
  let said: readonly string[] = [];

  before(async () => {
    for (const [index, { schema }] of cases.entries()) types.push(await declared(schema, `Case${index}`));
    said = diagnose({
      '/types.d.ts': types.join('\n'),
      '/script.ts': [...cases.map(assignments), 'export {};'].join('\n'),
    });
  });

  it('compiles, whatever the keywords', () =>
    assert.deepEqual(
      said.filter((one) => !one.startsWith('/script.ts')),
      [],
    ));

  for (const [index, { what, schema, valid, invalid }] of cases.entries()) {
    it(`is never \`any\` in an input: ${what}`, () =>
      assert.doesNotMatch(withoutComments(types[index] ?? 'any'), /\bany\b/));

    it(`accepts and refuses values as the schema does: ${what}`, () => {
      const here = said.filter((one) => one.startsWith(`/script.ts(${index + 1},`));
      const refused = new Set(here.map((one) => Number(/value(\d+)/.exec(statementOf(one))?.[1])));
      const expected = new Set(invalid.map((_, number) => valid.length + number));
      assert.deepEqual(refused, expected, [JSON.stringify(schema), types[index], ...here].join('\n'));
    });

    it(`is a case that the validator confirms: ${what}`, () => {
      const dialect = keywordOf(schema, '$schema') === undefined ? draft2020 : draft7;
      if (valid.length === 0) return;
      const validate = dialect.compile(schema);
      for (const value of valid) assert.ok(validate(value), JSON.stringify(value));
      dialect.removeSchema();
    });
  }

  function statementOf(diagnostic: string): string {
    const [, line, column] = /\((\d+),(\d+)\)/.exec(diagnostic) ?? [];
    const text = assignments(cases[Number(line) - 1] as SchemaCase, Number(line) - 1);
    return text.slice(text.lastIndexOf('const value', Number(column) + 10));
  }
});

async function declared(schema: SchemaObject, name: string): Promise<string> {
  const { type, definitions } = await compileSchema(schema, { role: 'Input', taken: new Set() });
  const members = definitions.map((member) => layOutMember(member, 'whole', '  '));
  return [`declare namespace ${name} {`, `  type Value = ${layOut(type)};`, ...members, '}'].join('\n');
}

function assignments({ valid, invalid }: SchemaCase, index: number): string {
  return [...valid, ...invalid]
    .map(
      (value, number) =>
        `{ const value${number}: Case${index}.Value = ${JSON.stringify(value)}; void value${number}; }`,
    )
    .join(' ');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*\*[^]*?\*\//g, '');
}

function keywordOf(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null ? (schema as SchemaObject)[name] : undefined;
}
