// Rebuilds a server's answer to `tools/call` field by field. A content block of an unknown kind, or without its
// required fields, reaches the script as JSON text, so nothing is lost and nothing is trusted.
import { isString, namedFields } from '../../base/guards.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { BlockAnnotations, ContentBlock } from '../../base/contentBlock.ts';
import type { ToolResult } from '../../catalog/index.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Maximum number of blocks that are converted one by one, in about 10 ms. A block costs more than its text. */
const mostBlocks = 10_000;

/** Accepts any JSON object. An absent field counts as empty. */
export function guardResult(answer: JsonObject): ToolResult {
  const { content, structuredContent = null, isError } = answer;
  return {
    ...guardMeta(answer),
    content: Array.isArray(content) ? guardBlocks(content) : [],
    isError: isError === true,
    // Some servers write null for an answer without structured content.
    ...(structuredContent !== null && { structuredContent }),
  };
}

/** Converts the blocks. Blocks beyond the maximum become one text block with their JSON. */
function guardBlocks(blocks: readonly unknown[]): readonly ContentBlock[] {
  const guarded = blocks.slice(0, mostBlocks).map(guardBlock);
  return blocks.length > mostBlocks
    ? [...guarded, { type: 'text', text: stringifyExact(blocks.slice(mostBlocks)) }]
    : guarded;
}

/** Converts one content block of a tool result or a prompt message. */
export function guardBlock(block: unknown): ContentBlock {
  const read = isJsonObject(block) ? readBlock(block) : undefined;
  return read && isJsonObject(block)
    ? { ...read, ...guardAnnotations(block), ...guardMeta(block) }
    : { type: 'text', text: stringifyExact(block ?? null) };
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
    case 'resource_link': {
      if (typeof uri !== 'string' || typeof name !== 'string') return undefined;
      const { size } = block;
      return {
        type,
        uri,
        name,
        ...namedFields(block, isString, 'title', 'description', 'mimeType'),
        ...(typeof size === 'number' && { size }),
      };
    }
    default:
      return undefined;
  }
}

function readResource(resource: JsonObject): ContentBlock | undefined {
  const { uri } = resource;
  if (typeof uri !== 'string') return undefined;
  return {
    type: 'resource',
    resource: {
      uri,
      ...namedFields(resource, isString, 'mimeType', 'text', 'blob'),
      ...guardMeta(resource),
    },
  };
}

function guardAnnotations({ annotations }: JsonObject): { readonly annotations?: BlockAnnotations } {
  if (!isJsonObject(annotations)) return {};
  const { audience, priority } = annotations;
  const guarded: BlockAnnotations = {
    ...(Array.isArray(audience) && {
      audience: audience.filter((role) => role === 'user' || role === 'assistant'),
    }),
    ...(typeof priority === 'number' && { priority }),
    ...namedFields(annotations, isString, 'lastModified'),
  };
  return { annotations: guarded };
}

function guardMeta({ _meta }: JsonObject): { readonly _meta?: JsonObject } {
  return isJsonObject(_meta) ? { _meta } : {};
}
