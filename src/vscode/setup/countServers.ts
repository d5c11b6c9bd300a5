// Counts the servers that a file of another tool defines, as Code Mode reads it. The module is separate from the hint,
// which every window loads.
import { parseDefinitionFile } from '../../mcp/definitions/index.ts';

/** `text`: content of `.mcp.json` or `.cursor/mcp.json`. */
export function countServers(text: string): number {
  return parseDefinitionFile('', text, 'mcpJson').servers.length;
}
