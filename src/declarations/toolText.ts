// One tool in every form in which it is told: a member of the declarations, a declaration of its own for a model that
// asks, one line for a list. All are written from the same compiled types.
import { cutAtSentence, shortenUnions } from './briefText.ts';
import { callText, type CallText } from './callText.ts';
import { compileSchema, type CompiledSchema } from './types/compileSchema.ts';
import { constraintsOf } from './schema/constraintText.ts';
import { firstSentence, jsDoc, safeText } from './docText.ts';
import type { ObservedOutput } from './observedShape.ts';
import { COMBINATORS, entries, has, hasConditions, isObject, keyword, type SchemaObject } from './schema/jsonSchema.ts';
import { shareTypes } from './types/sharedTypes.ts';
import { signatureOf } from './signature.ts';
import type { ToolShape } from './toolShape.ts';
import { layOut, layOutMember, someComment, type Comments, type TypeText } from './types/typeText.ts';

export interface ToolDeclaration {
  /** `tools.<namespace>.<method>` */
  readonly path: string;
  /** One line: `tools.geo.getCity(input: { name: string; limit?: number }): Promise<{ city: string }>`. */
  readonly signature: string;
  /** The call over several lines, followed by the types it names, with comments cut at a sentence. */
  readonly text: string;
  /** The same with its JSDoc and every argument's, uncut. */
  readonly whole: string;
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
const LONGEST_BRIEF_DESCRIPTION = 500;

const WHOLE_DESCRIPTION = (text: string) => safeText(text, LONGEST_TOOL_DESCRIPTION);
const BRIEF_DESCRIPTION = (text: string) => cutAtSentence(WHOLE_DESCRIPTION(text), LONGEST_BRIEF_DESCRIPTION);

/** Why a schema is not shown as a type, one clause. */
interface Problems {
  readonly input: string | undefined;
  readonly output: string | undefined;
}

/** `observed` is for a tool without an output schema. Never rejects. */
export async function toolText(shape: ToolShape, observed?: ObservedOutput): Promise<ToolText> {
  const input = await compileInput(shape.inputSchema);
  const taken = new Set(input.definitions.map(({ head }) => head.split(' ')[1] ?? ''));
  const outputSchema = shape.outputSchema ?? observed?.schema;
  const output = outputSchema && (await compileSchema(outputSchema, { role: 'Output', taken }));
  const shared = shareTypes([input.type, output?.type ?? ['ToolOutput']], [...input.definitions, ...(output?.definitions ?? [])]);
  const [inputType = [], outputType = []] = shared.types;
  const call: CallText = {
    path: shape.path,
    input: inputType,
    optional: canBeLeftOut(input.type),
    output: [...(observed ? [`/** observed, ${observed.calls} */ `] : []), ...outputType],
    definitions: shared.definitions,
  };
  const problems = { input: input.problem, output: output?.problem };
  const doc = jsDocOf(docLines(shape, problems, WHOLE_DESCRIPTION));
  return {
    declaration: {
      path: shape.path,
      signature: signatureOf(call),
      text: briefText(shape, call, problems),
      whole: [doc, written(call, 'whole')].join('\n'),
      summary: firstSentence(shape.description || shape.title || ''),
    },
    doc,
    type: `${call.optional ? 'ToolWithOptionalInput' : 'Tool'}<${layOut(call.input)}, ${layOut(call.output)}>`,
    definitions: call.definitions.map((definition) => layOutMember(definition, 'whole', '')),
  };
}

/** Reads what was kept. undefined for anything else. */
export function readToolText(value: unknown): ToolText | undefined {
  if (!isObject(value) || !isObject(value['declaration'])) return undefined;
  const { declaration, doc, type, definitions } = value;
  const { path, signature, text, whole, summary } = declaration;
  if (!Array.isArray(definitions)) return undefined;
  const texts = [path, signature, text, whole, summary, doc, type, ...(definitions as readonly unknown[])];
  return texts.every((one) => typeof one === 'string') ? (value as unknown as ToolText) : undefined; // every part was looked at
}

/** What a correct call needs; where anything is left out, a comment at the end says how to see it. */
function briefText(shape: ToolShape, call: CallText, problems: Problems): string {
  const doc = docLines(shape, problems, BRIEF_DESCRIPTION).map((line) => line.replace(/\s+/g, ' '));
  const types = written(call, 'brief');
  const text = shortenUnions(types);
  const isCut =
    text !== types ||
    WHOLE_DESCRIPTION(shape.description).length > LONGEST_BRIEF_DESCRIPTION ||
    [call.input, call.output, ...call.definitions.map(({ type }) => type)].some((type) => someComment(type, (comment) => comment.isCut));
  const hint = '// shortened; all of it: codemode.describe(path, { whole: true })';
  return [`/** ${doc.join(' ')} */`, text, ...(isCut ? [hint] : [])].join('\n');
}

function written(call: CallText, comments: Comments): string {
  const laidOut = (type: TypeText) => layOut(type, comments);
  return [`${callText(call, laidOut, laidOut)};`, ...call.definitions.map((definition) => layOutMember(definition, comments, ''))].join(
    '\n',
  );
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

function docLines(shape: ToolShape, problems: Problems, description: (text: string) => string): readonly string[] {
  const effect = shape.readOnly ? 'read-only' : shape.annotations.destructiveHint === true ? 'may destroy' : 'may write';
  const constraints = constraintsOf(shape.inputSchema);
  return [
    description(shape.description || shape.title || ''),
    ...(problems.input === undefined ? [] : [`The schema of its input is not shown as a type: ${problems.input}.`]),
    ...(problems.output === undefined ? [] : [`The schema of its output is not shown as a type: ${problems.output}.`]),
    ...(constraints.length > 0 ? [safeText(`Input: ${constraints.join(', ')}`, LONGEST_TOOL_DESCRIPTION)] : []),
    `@effect ${effect}`,
  ].filter(Boolean);
}

function jsDocOf(lines: readonly string[]): string {
  const line = lines.join(' ');
  return jsDoc(line.length <= 100 && !line.includes('\n') ? line : lines.join('\n'));
}
