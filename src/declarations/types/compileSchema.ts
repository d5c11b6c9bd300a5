// Converts a schema into a TypeScript type. In the worst case the type accepts anything, and the reason is given.
import { UnusableSchema, type SchemaObject } from '../schema/jsonSchema.ts';
import { normaliseSchema } from '../schema/normaliseSchema.ts';
import { withPropertyNames } from '../schema/normalSchema.ts';
import { parseTypes } from './typeReader.ts';
import type { Member, TypeText } from './typeText.ts';

export interface CompiledSchema {
  readonly type: TypeText;
  /** The named types that `type` uses, directly or through others. */
  readonly definitions: readonly Member[];
  /** Reason why the type is not that of the schema, one clause. */
  readonly problem?: string;
}

export interface CompileOptions {
  /** "Anything" is `unknown` in an input, which a script supplies, and `any` in an output, which a script reads. */
  readonly role: 'Input' | 'Output';
  /** Names that no definition may have. */
  readonly taken: ReadonlySet<string>;
}

/** Name of an interface whose only property has the schema as its type. */
const WRAPPER = 'Wrapper';

/** Never rejects. */
export async function compileSchema(
  schema: SchemaObject,
  { role, taken }: CompileOptions,
): Promise<CompiledSchema> {
  const anything = role === 'Input' ? 'unknown' : 'any';
  try {
    const { schema: value, definitions } = normaliseSchema(schema, role, taken);
    const { compile } = await import('./schemaCompiler.ts');
    const wrapped: object = {
      type: 'object',
      properties: { value },
      required: ['value'],
      additionalProperties: false,
      $defs: definitions,
    };
    const source = await compile(wrapped, WRAPPER, {
      additionalProperties: false,
      bannerComment: '',
      cwd: '/',
      format: false,
      ignoreMinAndMaxItems: false,
      unknownAny: anything === 'unknown',
      $refOptions: { resolve: { external: false } },
    });
    return unwrap(parseTypes(withPropertyNames(source)));
  } catch (error) {
    const problem = error instanceof UnusableSchema ? error.message : 'it has no type';
    return { type: [anything], definitions: [], problem };
  }
}

function unwrap(members: readonly Member[]): CompiledSchema {
  const wrapper = members.find(({ head }) => head === `type ${WRAPPER} = `)?.type[0];
  const value = typeof wrapper === 'object' ? wrapper.members[0] : undefined;
  if (!value) throw new Error('the compiled type lacks its wrapper');
  return { type: value.type, definitions: members.filter(({ head }) => head !== `type ${WRAPPER} = `) };
}
