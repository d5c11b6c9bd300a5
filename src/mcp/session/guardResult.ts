// A server's answer to `tools/call`, rebuilt field by field. A block of a kind that is not known here, or that lacks
// what its kind needs, reaches the script as its JSON: nothing is lost and nothing is trusted.
import { isJsonObject, type JsonObject } from '../../catalog/json.ts';
import type { ContentBlock, ToolResult } from '../../catalog/toolSource.ts';

/** Accepts any JSON object; what is not there is empty. */
export function guardResult(answer: JsonObject): ToolResult {
  const { content, structuredContent, isError } = answer;
  return {
    content: Array.isArray(content) ? content.map(guardBlock) : [],
    isError: isError === true,
    ...(isJsonObject(structuredContent) && { structuredContent }),
  };
}

/** A block of content, of a tool's answer or of a prompt's message. */
export function guardBlock(block: unknown): ContentBlock {
  return (isJsonObject(block) && readBlock(block)) || { type: 'text', text: JSON.stringify(block) };
}

function readBlock(block: JsonObject): ContentBlock | undefined {
  const { type, text, data, mimeType, resource, uri, name } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : undefined;
    case 'image':
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type, data, mimeType } : undefined;
    case 'resource':
      return isJsonObject(resource) ? readResource(resource) : undefined;
    case 'resource_link':
      if (typeof uri !== 'string' || typeof name !== 'string') return undefined;
      return { type, uri, name, ...(typeof mimeType === 'string' && { mimeType }) };
    default:
      return undefined;
  }
}

function readResource({ uri, mimeType, text, blob }: JsonObject): ContentBlock | undefined {
  if (typeof uri !== 'string') return undefined;
  const resource = {
    uri,
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof text === 'string' && { text }),
    ...(typeof blob === 'string' && { blob }),
  };
  return { type: 'resource', resource };
}
