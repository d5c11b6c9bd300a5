// Writes one tool in all forms from the same compiled types: as a member of the declarations, as a separate declaration
// for a model, and as one line of a list.
import { isArrayOf, isBoolean, isObject, isString, type Guarded } from '../base/guards.ts';
import { listed } from '../base/text/counted.ts';
import { visibleText } from '../base/text/visibleText.ts';
import { cutAtSentence, shortenUnions } from './briefText.ts';
import type { CompiledSchema, CompileOptions } from './types/compileSchema.ts';
import { constraintsOf } from './schema/constraintText.ts';
import { requiredChoices } from './schema/requiredChoice.ts';
import { summaryOf, safeText, tellingTitle } from './docText.ts';
import {
  COMBINATORS,
  entries,
  has,
  hasConditions,
  isSchemaObject,
  keyword,
  list,
  type SchemaObject,
} from './schema/jsonSchema.ts';
import { SchemaResources } from './schema/schemaResources.ts';
import { shareTypes } from './types/sharedTypes.ts';
import { signatureOf, signatureText, type CallText } from './signature.ts';
import type { LearnedOutput, ToolShape } from './toolShape.ts';
import {
  jsDoc,
  layOut,
  layOutMember,
  memberPaths,
  type Comments,
  type Member,
  type TypeText,
} from './types/typeText.ts';

const isToolDeclaration = isObject({
  /** Path of the tool in scripts: `tools.<namespace>.<method>`. */
  path: isString,
  /** One line: `tools.geo.getCity(input: { name: string; limit?: number }): Promise<{ city: string }>`. */
  signature: isString,
  /** The call and the types that it names, with long comments and unions cut. A last line names the cut parts. */
  text: isString,
  /** True if anything is cut. */
  isCut: isBoolean,
  /** The uncut call with its JSDoc and the JSDoc of every argument. */
  whole: isString,
  /**
   * The first sentence of the description, at most 160 characters, and its warnings, at most 200 characters together.
   */
  summary: isString,
});
export type ToolDeclaration = Guarded<typeof isToolDeclaration>;

/** A compiled tool, from which the declarations of its server are put together. */
export const isToolText = isObject({
  declaration: isToolDeclaration,
  /** JSDoc of the tool. */
  doc: isString,
  /** Type of the tool, such as `Tool<{ name: string }, { city: string }>`, without indentation. */
  type: isString,
  /** The types that `type` names, without indentation. */
  definitions: isArrayOf(isString),
});
export type ToolText = Guarded<typeof isToolText>;

/** Never rejects. */
type CompileSchema = (schema: SchemaObject, options: CompileOptions) => Promise<CompiledSchema>;

const LONGEST_TOOL_DESCRIPTION = 8_000;
const LONGEST_BRIEF_DESCRIPTION = 500;
const MOST_NAMED_CUTS = 4;
/** Maximum length of the choices in a signature, in characters. */
const LONGEST_CHOICES = 200;

/** Maximum number of parts of an input schema that are searched for required properties. */
const MOST_PARTS = 1_000;

/** Type of arguments that a schema accepts although it names none. */
const ANY_INPUT = '{ [name: string]: unknown }';

const WHOLE_DESCRIPTION = (text: string) => safeText(text, LONGEST_TOOL_DESCRIPTION);
const BRIEF_DESCRIPTION = (text: string) => cutAtSentence(WHOLE_DESCRIPTION(text), LONGEST_BRIEF_DESCRIPTION);

/** Writes a tool. `learned` is the output of a tool without an output schema. Never rejects. */
export async function toolText(
  shape: ToolShape,
  compileSchema: CompileSchema,
  learned?: LearnedOutput,
): Promise<ToolText> {
  const namesNothing = takesNothing(shape.inputSchema);
  // `{ "type": "object" }` accepts any arguments (MCP 2025-11-25, "Tools"), but there are none to show.
  const acceptsAnything = namesNothing && !has(shape.inputSchema, 'properties', 'additionalProperties');
  const input: CompiledSchema = namesNothing
    ? { type: [{ members: [] }], definitions: [] }
    : await compileSchema(shape.inputSchema, { role: 'Input', taken: new Set() });
  const taken = new Set(input.definitions.map(({ head }) => head.split(' ')[1] ?? ''));
  const outputSchema = shape.outputSchema ?? learned?.schema;
  const output = outputSchema && (await compileSchema(outputSchema, { role: 'Output', taken }));
  const shared = shareTypes(
    [input.type, output?.type ?? ['ToolOutput']],
    [...input.definitions, ...(output?.definitions ?? [])],
  );
  const [inputType = [], outputType = []] = shared.types;
  const choices = requiredChoices(shape.inputSchema);
  const call: CallText = {
    path: shape.path,
    input: inputType,
    choices: safeText(choices.join('; '), LONGEST_CHOICES),
    optional: canBeEmpty(shape.inputSchema, new SchemaResources(shape.inputSchema)),
    output: [
      ...(learned ? [`/** ${[learned.parts, learned.source].filter(Boolean).join('; ')} */ `] : []),
      ...outputType,
    ],
    definitions: shared.definitions,
  };
  const problems = [
    ...(input.problem === undefined ? [] : [`Input schema not shown as a type: ${input.problem}.`]),
    ...(output?.problem === undefined ? [] : [`Output schema not shown as a type: ${output.problem}.`]),
  ];
  const doc = jsDocOf(docLines(shape, problems, WHOLE_DESCRIPTION));
  const cut = cutParts(shape, call);
  // An escape sequence in a literal or a name stands for the invisible character.
  return {
    declaration: {
      path: shape.path,
      signature: visibleText(signatureOf(call)),
      text: visibleText(briefText(shape, call, problems, cut)),
      isCut: cut.length > 0,
      whole: visibleText([doc, written(call, 'whole')].join('\n')),
      summary: summaryOf(shape.description || shape.title || ''),
    },
    doc,
    type: visibleText(
      `${call.optional ? 'ToolWithOptionalInput' : 'Tool'}<${acceptsAnything ? ANY_INPUT : layOut(call.input)}, ${layOut(call.output)}>`,
    ),
    definitions: call.definitions.map((definition) => visibleText(layOutMember(definition, 'whole', ''))),
  };
}

/** Writes a tool with the input `unknown` and the output `any`. `problem` is the reason, one clause. */
export function untypedText(shape: ToolShape, problem: string): Promise<ToolText> {
  const { outputSchema, ...rest } = shape;
  const problemOf = { problem, definitions: [] };
  const compile: CompileSchema = (_, { role }) =>
    Promise.resolve({ ...problemOf, type: [role === 'Input' ? 'unknown' : 'any'] });
  return toolText({ ...rest, ...(outputSchema && { outputSchema: {} }) }, compile);
}

/** Returns the total length of all texts of a tool, in characters. */
export function charactersOf({ declaration, doc, type, definitions }: ToolText): number {
  const { signature, text, whole, summary } = declaration;
  return [signature, text, whole, summary, doc, type, ...definitions].reduce(
    (sum, part) => sum + part.length,
    0,
  );
}

/** Writes the text that suffices for a correct call. */
function briefText(
  shape: ToolShape,
  call: CallText,
  problems: readonly string[],
  cut: readonly string[],
): string {
  const doc = docLines(shape, problems, BRIEF_DESCRIPTION).map((line) => line.replace(/\s+/g, ' '));
  const hint = `// shortened: ${listed(cut, MOST_NAMED_CUTS)}; codemode.describe(path, { whole: true })`;
  return [
    `/** ${doc.join(' ')} */`,
    shortenUnions(written(call, 'brief')),
    ...(cut.length > 0 ? [hint] : []),
  ].join('\n');
}

/** Returns the names of the shortened parts of a brief text. */
function cutParts({ description }: ToolShape, { input, output, definitions }: CallText): readonly string[] {
  const isCut = ({ comment, type }: Member) => comment?.isCut === true || isShortened(type);
  const whole = WHOLE_DESCRIPTION(description);
  return [
    ...(BRIEF_DESCRIPTION(description) === whole.replace(/\s+/g, ' ').trim() ? [] : ['the description']),
    ...memberPaths(input, isCut),
    ...memberPaths(output, isCut, 'its result: '),
    ...definitions.flatMap(({ head, type }) => {
      const name = head.split(' ')[1] ?? '';
      return [...(isShortened(type) ? [name] : []), ...memberPaths(type, isCut, `${name}.`)];
    }),
    ...(isShortened(input) || isShortened(output) ? ['values'] : []),
  ];
}

function isShortened(type: TypeText): boolean {
  return type.some((part) => typeof part === 'string' && shortenUnions(part) !== part);
}

function written(call: CallText, comments: Comments): string {
  const laidOut = (type: TypeText) => layOut(type, comments);
  return [
    `${signatureText(call, laidOut, laidOut)};`,
    ...call.definitions.map((definition) => layOutMember(definition, comments, '')),
  ].join('\n');
}

/** True for an input schema that names no property and does not say that it accepts any. */
function takesNothing(schema: SchemaObject): boolean {
  const additional = keyword(schema, 'additionalProperties');
  return (
    entries(keyword(schema, 'properties')).length === 0 &&
    additional !== true &&
    !isSchemaObject(additional) &&
    list(keyword(schema, 'required')).length === 0 &&
    !has(schema, ...COMBINATORS, '$ref', 'patternProperties') &&
    !hasConditions(schema)
  );
}

/** True if no part of the schema requires a property of the input. `known`: the results for the parts so far. */
function canBeEmpty(
  schema: SchemaObject,
  resources: SchemaResources,
  known = new Map<SchemaObject, boolean>(),
): boolean {
  const before = known.get(schema);
  if (before !== undefined || known.size >= MOST_PARTS) return before ?? true;
  // A schema within itself requires nothing more.
  known.set(schema, true);
  const fits = (part: unknown) => !isSchemaObject(part) || canBeEmpty(part, resources, known);
  const result =
    list(keyword(schema, 'required')).length === 0 &&
    [...list(keyword(schema, 'allOf')), resources.target(schema)].every(fits) &&
    ['anyOf', 'oneOf']
      .map((name) => list(keyword(schema, name)))
      .every((all) => all.length === 0 || all.some(fits));
  known.set(schema, result);
  return result;
}

function effectOf({ readOnly, isUndeclared, annotations }: ToolShape): string {
  if (readOnly) return 'read-only';
  if (isUndeclared) return 'not declared';
  return annotations.destructiveHint === true ? 'may destroy' : 'may write';
}

function docLines(
  shape: ToolShape,
  problems: readonly string[],
  description: (text: string) => string,
): readonly string[] {
  const constraints = constraintsOf(shape.inputSchema);
  return [
    tellingTitle(shape),
    description(shape.description || shape.title || ''),
    ...problems,
    ...(constraints.length > 0
      ? [safeText(`Input: ${constraints.join(', ')}`, LONGEST_TOOL_DESCRIPTION)]
      : []),
    `@effect ${effectOf(shape)}`,
  ].filter(Boolean);
}

function jsDocOf(lines: readonly string[]): string {
  const line = lines.join(' ');
  return jsDoc(line.length <= 100 && !line.includes('\n') ? line : lines.join('\n'));
}
