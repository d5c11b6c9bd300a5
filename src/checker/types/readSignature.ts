// The signature of a saved script: the types of its `main`, else the tags of its doc comment. TypeScript parses the file, and checks nothing.
import * as ts from 'typescript';
import type { ScriptSignature, SignatureReading, SignatureSchema } from '../scriptSignature.ts';
import { docsOf, objectSchema, textOf, TypeSchemas } from './typeSchema.ts';

/** In characters. */
const LONGEST_TEXT = 2_000;
const MOST_PARAMETERS = 100;

type Main = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

export function readSignature(code: string): SignatureReading {
  const file = ts.createSourceFile('/script.ts', code.replace(/^#!/, '//'), ts.ScriptTarget.ES2024, true);
  const schemas = new TypeSchemas(file);
  const main = mainOf(file);
  const docs = [...docComments(file), ...(main ? docComments(main) : [])];
  const tags = docs.flatMap((doc) => doc.tags ?? []);
  const title = textOf(tags.find(({ tagName }) => tagName.text === 'title')?.comment);
  const returns = tags.find(ts.isJSDocReturnTag);
  const said = textOf(returns?.comment);
  const words = [...new Set(docs.map(({ comment }) => textOf(comment)).filter(Boolean))];
  const description = [...words, ...(said === '' ? [] : [`Returns ${said.replace(/[.]$/, '')}.`])].join(' ');
  const input = inputOf(main, tags.filter(ts.isJSDocParameterTag), schemas);
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

/** A sentence where the script cannot be called with an object of arguments. */
function inputOf(main: Main | undefined, tags: readonly ts.JSDocParameterTag[], schemas: TypeSchemas): SignatureSchema | string {
  const [parameter, another] = main?.parameters ?? [];
  if (another) return 'its main takes several parameters. Let it take one object.';
  if (parameter?.type) {
    const schema = schemas.of(parameter.type);
    if (Object.keys(schema).length === 0) return tagged(tags) ?? { type: 'object' };
    if (schema['type'] !== 'object')
      return 'the parameter of its main is no object. Let it take one object, e.g. main(input: { month: number }).';
    return described(schema, tags, parameter.questionToken !== undefined || parameter.initializer !== undefined);
  }
  const byTags = tagged(tags);
  if (byTags) return byTags;
  return main && !parameter ? objectSchema(new Map(), []) : { type: 'object' };
}

/** What the tags say of the fields, where their types do not. */
function described(schema: SignatureSchema, tags: readonly ts.JSDocParameterTag[], isOptional: boolean): SignatureSchema {
  const properties = { ...(schema['properties'] as Record<string, SignatureSchema> | undefined) };
  for (const tag of tags) {
    const name = fieldOf(tag);
    const property = name === undefined || !Object.hasOwn(properties, name) ? undefined : properties[name];
    const description = textOf(tag.comment);
    if (property && name !== undefined && description !== '' && !('description' in property))
      properties[name] = { ...property, description };
  }
  const { required, ...rest } = schema;
  return { ...rest, ...(schema['properties'] !== undefined && { properties }), ...(required !== undefined && !isOptional && { required }) };
}

/** `@param {number} month The month.`: a field of the arguments. Undefined where there is none. */
function tagged(tags: readonly ts.JSDocParameterTag[]): SignatureSchema | undefined {
  const properties = new Map<string, SignatureSchema>();
  const required: string[] = [];
  const schemas = new TypeSchemas(ts.createSourceFile('/none.ts', '', ts.ScriptTarget.ES2024, false));
  for (const tag of tags.slice(0, MOST_PARAMETERS)) {
    const name = fieldOf(tag);
    if (name === undefined || properties.has(name)) continue;
    const description = textOf(tag.comment);
    properties.set(name, { ...schemas.of(tag.typeExpression?.type), ...(description !== '' && { description }) });
    if (!tag.isBracketed) required.push(name);
  }
  return properties.size > 0 ? objectSchema(properties, required) : undefined;
}

/** `month`, also of `input.month`; none of `input` itself. */
function fieldOf({ name }: ts.JSDocParameterTag): string | undefined {
  if (ts.isIdentifier(name)) return name.text === 'input' || name.text === '' ? undefined : name.text;
  return name.right.text;
}

/** The first comment of a file belongs to its first statement, whatever that is. */
function docComments(node: ts.Node): readonly ts.JSDoc[] {
  const holder = ts.isSourceFile(node) ? (node.statements[0] ?? node.endOfFileToken) : node;
  return docsOf(holder).slice(0, 4);
}

function mainOf(file: ts.SourceFile): Main | undefined {
  let main: Main | undefined;
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return functionOf(statement.expression) ?? main;
    if (ts.isFunctionDeclaration(statement)) {
      const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
      if (isDefault) return statement;
      if (statement.name?.text === 'main') main = statement;
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === 'main') main = initializer && functionOf(initializer);
  }
  return main;
}

function functionOf(expression: ts.Expression): Main | undefined {
  if (ts.isParenthesizedExpression(expression)) return functionOf(expression.expression);
  return ts.isArrowFunction(expression) || ts.isFunctionExpression(expression) ? expression : undefined;
}
