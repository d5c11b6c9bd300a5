// Checks arguments that a client repeats in a header of the request (`x-mcp-header` in the input schema; MCP
// 2026-07-28, "Streamable HTTP"). A client must omit a tool with a wrong declaration. The SDK (2.4) checks only lists
// that it reads itself, and prints the omitted tools.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { quoteName } from '../../catalog/index.ts';

/** Token of RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const headerTypes: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Returns a clause about the first wrong declaration; undefined if there is none. */
export function headerProblem(inputSchema: JsonObject, names = new Set<string>()): string | undefined {
  const { properties } = inputSchema;
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(schema)) continue;
    const own = declarationProblem(schema, names);
    const problem = own === undefined ? headerProblem(schema, names) : `${quoteName(name)} ${own}`;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function declarationProblem(schema: JsonObject, names: Set<string>): string | undefined {
  const header = schema['x-mcp-header'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !token.test(header))
    return 'has an x-mcp-header that is no name of a header';
  if (!headerTypes.includes(schema['type']))
    return 'has an x-mcp-header, and is neither a string nor an integer nor a boolean';
  if (names.has(header.toLowerCase())) return 'has the x-mcp-header of another argument';
  names.add(header.toLowerCase());
  return undefined;
}
