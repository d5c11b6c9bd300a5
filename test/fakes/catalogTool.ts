// A tool of a snapshot that is never called; all but what a test is about has a default.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';

export function catalogTool(overrides: Partial<CatalogTool> = {}): CatalogTool {
  const { namespace, method } = { namespace: 'files', method: 'write', ...overrides };
  return {
    server: namespace,
    origin: '/w/.vscode/mcp.json',
    namespace,
    name: method,
    method,
    path: `tools.${namespace}.${method}`,
    description: '',
    inputSchema: { type: 'object' },
    annotations: {},
    readOnly: false,
    call: () => Promise.reject(new Error('not called')),
    ...overrides,
  };
}
