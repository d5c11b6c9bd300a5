// Names by which settings may mean a tool of a request. A request contains the name of the tool, but not that of its
// server.
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import { requestNamespace } from './requestTools.ts';

/**
 * Returns the possible names. VS Code names an MCP tool `mcp_<server, shortened and changed>_<tool>`, other clients
 * `mcp__<server>__<tool>`. All divisions into server and tool are returned, because a pattern that almost matches
 * should exclude the tool.
 */
export function requestToolNames(name: string): readonly ToolIdentity[] {
  const [first, ...parts] = name.split(/_+/);
  if (first !== 'mcp' || parts.length < 2) return [named('editor', name)];
  const servers = parts.slice(0, -1).map((_part, at) => parts.slice(0, at + 1).join('_'));
  return servers.flatMap((server, at) =>
    parts.slice(at + 1).map((_part, skipped) => named(server, parts.slice(at + 1 + skipped).join('_'))),
  );
}

function named(server: string, name: string): ToolIdentity {
  const method = name.replace(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase());
  return { server, namespace: requestNamespace, name, method };
}
