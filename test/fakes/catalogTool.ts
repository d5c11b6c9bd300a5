// Makes a tool of a catalog snapshot that is never called. Every member except those that a test sets has a default.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';

export function catalogTool(overrides: Partial<CatalogTool> = {}): CatalogTool {
  const { namespace, method } = { namespace: 'files', method: 'write', ...overrides };
  const definition = { name: method, description: '', inputSchema: { type: 'object' }, annotations: {} };
  return {
    ...definition,
    server: namespace,
    origin: '/w/.vscode/mcp.json',
    namespace,
    method,
    path: `tools.${namespace}.${method}`,
    readOnly: false,
    source: { callTool: () => Promise.reject(new Error('not called')) },
    definition,
    route: 'code',
    why: { by: 'default' },
    ...overrides,
  };
}
