// The tools of a request, and a client that calls them.
import type { JsonObject } from '../../src/base/json.ts';
import type { ToolDefinition, ToolResult } from '../../src/catalog/toolSource.ts';
import { RequestTools, type StepCall } from '../../src/models/stateless/requestTools.ts';
import { structuredResult, textResult } from './inMemorySource.ts';

const number = { type: 'number' };

export const requestTools = new RequestTools([
  definition('add', { a: number, b: number }),
  definition('refuse', { why: { type: 'string' } }),
  definition('get_text', {}),
]);

function definition(name: string, properties: JsonObject): ToolDefinition {
  const inputSchema = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { name, description: `What ${name} does.`, inputSchema, annotations: {} };
}

export function answerOf({ tool, input }: StepCall): ToolResult {
  if (tool === 'add') return structuredResult({ sum: Number(input.a) + Number(input.b) });
  if (tool === 'refuse') return { ...textResult(`Refused: ${input.why as string}`), isError: true };
  return textResult('plain words');
}
