// How many servers a file of other tools defines, as Code Mode reads it. Apart from the hint, which is loaded with every window.
import { parseDefinitionFile } from '../../mcp/definitions/definitionFile.ts';

/** `text`: of `.mcp.json` or `.cursor/mcp.json`. */
export function countServers(text: string): number {
  return parseDefinitionFile('', text, 'mcpJson').servers.length;
}
