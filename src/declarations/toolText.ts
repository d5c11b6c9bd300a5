// One tool in every form in which it is told: a member of the declarations, a declaration of its own for a model that
// asks, one line for a list. All are written from the same compiled types.
import { callText, type CallText } from './callText.ts';
import { compileSchema, type CompiledSchema } from './compileSchema.ts';
import { constraintsOf } from './constraintText.ts';
import { firstSentence, jsDoc, safeText } from './docText.ts';
import type { ObservedOutput } from './observedShape.ts';
import { COMBINATORS, entries, has, hasConditions, isObject, keyword, type SchemaObject } from './jsonSchema.ts';
import { signatureOf } from './signature.ts';
import type { ToolShape } from './toolShape.ts';
import { layOut, layOutMember, type TypeText } from './typeText.ts';

export interface ToolDeclaration {
  /** `tools.<namespace>.<method>` */
  readonly path: string;
  /** One line: `tools.geo.getCity(input: { name: string; limit?: number }): Promise<{ city: string }>`. */
  readonly signature: string;
  /** The call with its JSDoc and every argument's, over several lines, followed by the types it names. */
  readonly text: string;
  /** The first sentence of the description, at most 160 characters. */
  readonly summary: string;
}

/** A tool compiled: what its server's declarations are put together from. */
export interface ToolText {
  readonly declaration: ToolDeclaration;
  /** Its JSDoc. */
  readonly doc: string;
  /** `Tool<{ name: string }, { city: string }>` at no indent. */
  readonly type: string;
  /** The types that `type` names, at no indent. */
  readonly definitions: readonly string[];
}

const LONGEST_TOOL_DESCRIPTION = 8_000;

/** `observed` is for a tool without an output schema. Never rejects. */
export async function toolText(shape: ToolShape, observed?: ObservedOutput): Promise<ToolText> {
  const input = await compileInput(shape.inputSchema);
  const taken = new Set(input.definitions.map(({ head }) => head.split(' ')[1] ?? ''));
  const outputSchema = shape.outputSchema ?? observed?.schema;
  const output = outputSchema && (await compileSchema(outputSchema, { role: 'Output', taken }));
  const call: CallText = {
    path: shape.path,
    input: input.type,
    optional: canBeLeftOut(input.type),
    output: [...(observed ? [`/** observed, ${observed.calls} */ `] : []), ...(output?.type ?? ['ToolOutput'])],
    definitions: [...input.definitions, ...(output?.definitions ?? [])],
  };
  const doc = docOf(shape, input.problem, output?.problem);
  const definitions = call.definitions.map((definition) => layOutMember(definition, ''));
  return {
    declaration: {
      path: shape.path,
      signature: signatureOf(call),
      text: [`${doc}\n${callText(call, layOut, layOut)};`, ...definitions].join('\n'),
      summary: firstSentence(shape.description || shape.title || ''),
    },
    doc,
    type: `${call.optional ? 'ToolWithOptionalInput' : 'Tool'}<${layOut(call.input)}, ${layOut(call.output)}>`,
    definitions,
  };
}

async function compileInput(schema: SchemaObject): Promise<CompiledSchema> {
  if (takesNothing(schema)) return { type: [{ members: [] }], definitions: [] };
  return compileSchema(schema, { role: 'Input', taken: new Set() });
}

/** An input that names no property and does not say that it takes any. */
function takesNothing(schema: SchemaObject): boolean {
  const additional = keyword(schema, 'additionalProperties');
  return (
    entries(keyword(schema, 'properties')).length === 0 &&
    additional !== true &&
    !isObject(additional) &&
    !has(schema, ...COMBINATORS, '$ref', 'patternProperties') &&
    !hasConditions(schema)
  );
}

/** Whether nothing in the input is required, as far as its type tells. */
function canBeLeftOut(type: TypeText): boolean {
  const [only, ...rest] = type;
  if (rest.length > 0 || only === undefined) return false;
  if (typeof only === 'string') return only === 'unknown';
  return 'members' in only && only.members.every(({ head }) => head.endsWith('?: ') || head.startsWith('['));
}

function docOf(shape: ToolShape, inputProblem: string | undefined, outputProblem: string | undefined): string {
  const effect = shape.readOnly ? 'read-only' : shape.annotations.destructiveHint === true ? 'may destroy' : 'may write';
  const constraints = constraintsOf(shape.inputSchema);
  const lines = [
    safeText(shape.description || shape.title || '', LONGEST_TOOL_DESCRIPTION),
    ...(inputProblem === undefined ? [] : [`The schema of its input is not shown as a type: ${inputProblem}.`]),
    ...(outputProblem === undefined ? [] : [`The schema of its output is not shown as a type: ${outputProblem}.`]),
    ...(constraints.length > 0 ? [safeText(`Input: ${constraints.join(', ')}`, LONGEST_TOOL_DESCRIPTION)] : []),
    `@effect ${effect}`,
  ].filter(Boolean);
  const line = lines.join(' ');
  return jsDoc(line.length <= 100 && !line.includes('\n') ? line : lines.join('\n'));
}
