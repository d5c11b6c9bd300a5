// Makes a tool as input for declarations; every member that a test does not set has a default.
import type { ServerShape, ToolShape } from '../../src/declarations/toolShape.ts';

export function toolShape(overrides: Partial<ToolShape> = {}): ToolShape {
  const shape = {
    server: 'geo',
    namespace: 'geo',
    method: 'getCity',
    name: 'get_city',
    description: 'Finds a city.',
    inputSchema: { type: 'object' },
    readOnly: false,
    annotations: {},
    ...overrides,
  };
  return { ...shape, path: `tools.${shape.namespace}.${shape.method}` };
}

export function serverShape(tools: readonly ToolShape[], overrides: Partial<ServerShape> = {}): ServerShape {
  return { name: 'geo', namespace: 'geo', listed: true, tools, ...overrides };
}
