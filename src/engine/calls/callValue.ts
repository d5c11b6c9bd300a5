// What a script gets for a tool's answer (docs/architecture.md, "Result of a call").
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import type { ContentBlock, ToolResult } from '../../catalog/toolSource.ts';

/**
 * `structuredContent` if the tool gave it; else one text block, parsed if it is JSON; else the blocks themselves.
 * undefined for a tool that answered nothing.
 */
export function callValue(result: ToolResult): JsonValue | undefined {
  if (result.structuredContent) return result.structuredContent;
  const [first, ...rest] = result.content;
  if (!first) return undefined;
  if (first.type === 'text' && rest.length === 0) return parsedOrText(first.text);
  return result.content.map(blockValue);
}

/** The whole `CallToolResult`, for `.raw(input)`. */
export function rawCallValue(result: ToolResult): JsonObject {
  return {
    content: result.content.map(blockValue),
    ...(result.structuredContent && { structuredContent: result.structuredContent }),
    isError: result.isError,
  };
}

/** What a tool said in words: the text of its blocks, at most `max` characters. */
export function textOf(content: readonly ContentBlock[], max = 2_000): string {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
    .trim();
  return text.length > max ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text;
}

function parsedOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing but JSON values
  } catch {
    return text;
  }
}

function blockValue(block: ContentBlock): JsonObject {
  // A guarded block is plain JSON, but its optional members keep it from being assignable to an index signature.
  return JSON.parse(JSON.stringify(block)) as JsonObject;
}
