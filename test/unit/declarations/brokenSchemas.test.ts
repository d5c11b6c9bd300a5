import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { compileSchema } from '../../../src/declarations/types/compileSchema.ts';
import { isSchemaObject, type SchemaObject } from '../../../src/declarations/schema/jsonSchema.ts';
import { layOut, layOutMember } from '../../../src/declarations/types/typeText.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { recordedCatalogs } from '../../fakes/recordedTools.ts';
import { Random } from '../../sandbox/random.ts';
import { diagnose } from './diagnose.ts';

/** Every keyword that is read, with values that a server may use by mistake. */
const junk = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '',
  'x',
  '#',
  '#/',
  '%',
  'http://[',
  [],
  {},
  [null],
  [[]],
  { type: 7 },
  { $ref: 1 },
  { $ref: '#' },
] as const;
const keywords =
  '$ref $id $anchor $defs definitions type enum const properties required additionalProperties patternProperties propertyNames items prefixItems ' +
  'additionalItems minItems maxItems allOf anyOf oneOf not if then else dependentRequired dependencies nullable description default examples format';

describe('a broken schema', function () {
  this.timeout(300_000);
  const broken = brokenSchemas(everyTest ? 600 : 150);
  const texts: string[] = [];
  const problems: string[] = [];

  before(async () => {
    for (const [index, schema] of broken.entries()) {
      const { type, definitions, problem } = await compileSchema(schema, { role: 'Input', taken: new Set() });
      if (problem !== undefined) problems.push(`${problem}: ${JSON.stringify(schema).slice(0, 2_000)}`);
      const members = definitions.map((member) => layOutMember(member, 'whole', '  '));
      texts.push(
        [`declare namespace Case${index} {`, `  type Value = ${layOut(type)};`, ...members, '}'].join('\n'),
      );
    }
  });

  it('makes a type all the same', () => assert.deepEqual(problems, []));

  it('makes a type that compiles', () => assert.deepEqual(diagnose({ '/types.d.ts': texts.join('\n') }), []));
});

/**
 * Returns schemas of real servers and of the fixtures, each with one to three parts replaced; the same in every run.
 */
function brokenSchemas(count: number): readonly SchemaObject[] {
  const random = new Random(4_711);
  const whole = [...realSchemas(), ...fixtureSchemas()];
  return Array.from({ length: count }, (_, index) => {
    const copy = JSON.parse(JSON.stringify(whole[(index * 7) % whole.length])) as SchemaObject; // a schema above
    for (let replaced = 0; replaced <= random.below(3); replaced += 1) breakOne(copy, random);
    return copy;
  });
}

function breakOne(schema: SchemaObject, random: Random): void {
  const parts: Record<string, unknown>[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isSchemaObject(value)) return;
    parts.push(value);
    Object.values(value).forEach(collect);
  };
  collect(schema);
  const part = parts[random.below(parts.length)];
  const names = [...Object.keys(part ?? {}), ...keywords.split(' ')];
  const name = names[random.below(names.length)];
  if (part && name !== undefined) part[name] = structuredClone(random.pick(junk));
}

function realSchemas(): readonly SchemaObject[] {
  return recordedCatalogs().flatMap(({ tools }) => tools.map(({ inputSchema }) => inputSchema));
}

function fixtureSchemas(): readonly SchemaObject[] {
  const folder = new URL('../../fixtures/schemas/', import.meta.url);
  const cases = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { schema: unknown }[],
  ); // written by us
  return cases.map(({ schema }) => schema).filter(isSchemaObject);
}
