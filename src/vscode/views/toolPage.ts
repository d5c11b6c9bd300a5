// Builds the documentation of a tool as Markdown: the server's description, the declaration and a call. The module is
// pure, so that tests need no editor. Text of servers is escaped, because the preview would load the pictures that
// their Markdown names.
import * as l10n from '@vscode/l10n';
import { isSchemaObject, keyword, list, typesOf, type SchemaObject } from '../../declarations/index.ts';
import { jsonLiteral } from '../../base/jsonLiteral.ts';
import { markdownText, shownText } from '../../base/text/plainText.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';

interface ToolPage {
  /** Path of the tool in scripts, for instance `tools.geo.getCity`. */
  readonly path: string;
  /** Facts about the tool, one line each. */
  readonly facts: readonly string[];
  /** Absent for a tool that scripts cannot call. */
  readonly call?: {
    /** Declaration in TypeScript. */
    readonly declaration: string;
    readonly inputSchema: SchemaObject;
  };
}

/** Maximum length of a fact or a declaration in characters. */
const longest = 100_000;

export function toolPage({ path, facts, call }: ToolPage): string {
  const head = [`# ${markdownText(visibleName(path))}`, ...facts.map((fact) => markdownText(fact, longest))];
  if (!call) return [...head, ''].join('\n\n');
  const [declaration, example] = [fenced(call.declaration), fenced(exampleOf(path, call.inputSchema))];
  return [...head, l10n.t('## Declaration'), declaration, l10n.t('## Example'), example, ''].join('\n\n');
}

/** Returns a call with the required arguments. Each has a value from its schema or a placeholder of its type. */
function exampleOf(path: string, schema: SchemaObject): string {
  const properties = keyword(schema, 'properties');
  const required = list(keyword(schema, 'required')).filter((name) => typeof name === 'string');
  const input = Object.fromEntries(
    required.map((name) => [name, placeholder(isSchemaObject(properties) ? properties[name] : undefined)]),
  );
  const argument = required.length === 0 ? '' : visibleText(jsonLiteral(input));
  return `const result = await ${path}(${argument});\nreturn result;`;
}

function placeholder(schema: unknown): unknown {
  if (!isSchemaObject(schema)) return '…';
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

/** Returns a Markdown code block whose fence is longer than any run of backticks in the code. */
function fenced(code: string): string {
  const marks = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1;
  const fence = '`'.repeat(marks);
  return `${fence}ts\n${shownText(code, longest)}\n${fence}`;
}
