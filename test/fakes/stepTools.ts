// The tools of a request, and a client that calls them.
import type { JsonObject } from '../../src/base/json.ts';
import type { ToolDefinition } from '../../src/catalog/toolSource.ts';
import { requestTools, type AnsweredCall, type StepCall } from '../../src/models/stateless/requestTools.ts';

const number = { type: 'number' };

export const stepFunctions = [
  definition('add', { a: number, b: number }),
  definition('refuse', { why: { type: 'string' } }),
  definition('get_text', {}),
];
export const stepTools = requestTools(stepFunctions);

function definition(name: string, properties: JsonObject): ToolDefinition {
  const inputSchema = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { name, description: `What ${name} does.`, inputSchema, annotations: {} };
}

export function answered(call: StepCall): AnsweredCall {
  const { tool, input } = call;
  if (tool === 'refuse') return { ...call, text: `Refused: ${input.why as string}`, isError: true };
  const sum = Number(input.a) + Number(input.b);
  return { ...call, text: tool === 'add' ? JSON.stringify({ sum }) : 'plain words', isError: false };
}
