// The documentation of a tool as Markdown: what its server says of it, its declaration, and a call. Pure, so that each case is tested without an
// editor. A server's words are escaped: the preview would load the pictures that their Markdown names.
import { isObject, keyword, list, typesOf, type SchemaObject } from '../../declarations/schema/jsonSchema.ts';
import { jsonLiteral } from '../../base/jsonLiteral.ts';
import { markdownText, shownText } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';

interface ToolPage {
  /** `tools.geo.getCity` */
  readonly path: string;
  /** One line each. */
  readonly facts: readonly string[];
  /** Absent for a tool that scripts cannot call. */
  readonly call?: {
    /** TypeScript. */
    readonly declaration: string;
    readonly inputSchema: SchemaObject;
  };
}

/** In characters. */
const longest = 100_000;

export function toolPage({ path, facts, call }: ToolPage): string {
  return [
    `# ${markdownText(visibleName(path))}`,
    ...facts.map((fact) => markdownText(fact, longest)),
    ...(call ? ['## Declaration', fenced(call.declaration), '## Example', fenced(exampleOf(path, call.inputSchema))] : []),
    '',
  ].join('\n\n');
}

/** A call with the arguments that it cannot do without, and a value of its type in place of each. */
function exampleOf(path: string, schema: SchemaObject): string {
  const properties = keyword(schema, 'properties');
  const required = list(keyword(schema, 'required')).filter((name) => typeof name === 'string');
  const input = Object.fromEntries(required.map((name) => [name, placeholder(isObject(properties) ? properties[name] : undefined)]));
  const argument = required.length === 0 ? '' : visibleText(jsonLiteral(input));
  return `const result = await ${path}(${argument});\nreturn result;`;
}

function placeholder(schema: unknown): unknown {
  if (!isObject(schema)) return '…';
  const values = [
    keyword(schema, 'const'),
    keyword(schema, 'default'),
    ...list(keyword(schema, 'enum')),
    ...list(keyword(schema, 'examples')),
  ];
  const [known] = values.filter((value) => value !== undefined);
  if (known !== undefined) return known;
  switch (typesOf(schema)[0]) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '…';
  }
}

/** Nothing in the code ends the block. */
function fenced(code: string): string {
  const marks = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1;
  const fence = '`'.repeat(marks);
  return `${fence}ts\n${shownText(code, longest)}\n${fence}`;
}
