// Reads the signature of a saved script from the types of its `main`, or else from the tags of its doc comment.
// TypeScript only parses the file and checks no types.
import * as ts from 'typescript';
import type { ScriptSignature, SignatureReading, SignatureSchema } from '../scriptSignature.ts';
import { ParsedScript } from './parsedScript.ts';
import { objectSchema, jsDocText, TypeSchemas } from './typeSchema.ts';

/** Maximum length of a text, in characters. */
const LONGEST_TEXT = 2_000;
const MOST_PARAMETERS = 100;

type Fields = ParsedScript['fields'];

export function readSignature(code: string): SignatureReading {
  const { file, main, docs, tags, fields } = new ParsedScript(code);
  const schemas = new TypeSchemas(file);
  const title = jsDocText(tags.find(({ tagName }) => tagName.text === 'title')?.comment);
  const returns = tags.find(ts.isJSDocReturnTag);
  const said = jsDocText(returns?.comment);
  const words = [...new Set(docs.map(({ comment }) => jsDocText(comment)).filter(Boolean))];
  const description = [...words, ...(said === '' ? [] : [`Returns ${said.replace(/[.]$/, '')}.`])].join(' ');
  const input = inputOf(main, fields, schemas);
  if (typeof input === 'string') return { ok: false, problem: input };
  const returned = main?.type ?? returns?.typeExpression?.type;
  const output = returned && schemas.ofResult(returned);
  const signature: ScriptSignature = {
    ...(title !== '' && { title: title.slice(0, LONGEST_TEXT) }),
    description: description.slice(0, LONGEST_TEXT),
    input,
    ...(output && { output }),
  };
  return { ok: true, signature };
}

/**
 * Returns the schema of the input, or a sentence that says why the script cannot be called with an object of arguments.
 */
function inputOf(main: ParsedScript['main'], fields: Fields, schemas: TypeSchemas): SignatureSchema | string {
  const [parameter, another] = main?.parameters ?? [];
  if (another) return 'its main takes several parameters. Let it take one object.';
  if (parameter?.type) {
    const schema = schemas.of(parameter.type);
    if (Object.keys(schema).length === 0) return tagged(fields) ?? { type: 'object' };
    if (schema['type'] !== 'object')
      return 'the parameter of its main is no object. Let it take one object, e.g. main(input: { month: number }).';
    return described(
      schema,
      fields,
      parameter.questionToken !== undefined || parameter.initializer !== undefined,
    );
  }
  const byTags = tagged(fields);
  if (byTags) return byTags;
  return main && !parameter ? objectSchema(new Map(), []) : { type: 'object' };
}

/** Adds the descriptions of the tags to fields whose types have none. */
function described(schema: SignatureSchema, fields: Fields, isOptional: boolean): SignatureSchema {
  const properties = { ...(schema['properties'] as Record<string, SignatureSchema> | undefined) };
  for (const [name, tag] of fields) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const description = jsDocText(tag.comment);
    if (property && description !== '' && !('description' in property))
      properties[name] = { ...property, description };
  }
  const { required, ...rest } = schema;
  return {
    ...rest,
    ...(schema['properties'] !== undefined && { properties }),
    ...(required !== undefined && !isOptional && { required }),
  };
}

/** Returns the schema of the tags, such as `@param {number} month The month.`; undefined if no tag names a field. */
function tagged(fields: Fields): SignatureSchema | undefined {
  const properties = new Map<string, SignatureSchema>();
  const required: string[] = [];
  const schemas = new TypeSchemas(ts.createSourceFile('/none.ts', '', ts.ScriptTarget.ES2024, false));
  for (const [name, tag] of fields.slice(0, MOST_PARAMETERS)) {
    if (properties.has(name)) continue;
    const description = jsDocText(tag.comment);
    properties.set(name, {
      ...schemas.of(tag.typeExpression?.type),
      ...(description !== '' && { description }),
    });
    if (!tag.isBracketed) required.push(name);
  }
  return properties.size > 0 ? objectSchema(properties, required) : undefined;
}
