// What a script gets for a tool's answer (docs/internals.md, "Result of a call").
import { parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ContentBlock } from '../../catalog/contentBlock.ts';
import type { ToolResult } from '../../catalog/toolSource.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { textOf } from '../formatting/failureMessage.ts';

/**
 * `structuredContent` if the tool gave it; else one text block, parsed if it is a JSON object or array; else the blocks themselves.
 * undefined for a tool that answered nothing. Blocks that are only for the user are left out where there are others.
 */
export function callValue(result: ToolResult): JsonValue | undefined {
  if (result.structuredContent) return result.structuredContent;
  const forScripts = result.content.filter(isForScripts);
  const content = forScripts.length > 0 ? forScripts : result.content;
  const [first, ...rest] = content;
  if (!first) return undefined;
  if (first.type === 'text' && rest.length === 0) return parsedOrText(first.text);
  return content.map(({ annotations, _meta, ...block }) => plain(block));
}

/** The whole `CallToolResult`, for `.raw(input)`. */
export function rawCallValue(result: ToolResult): JsonObject {
  return plain(result);
}

/** What the tool says to the user, whatever a script makes of its answer; empty when that is nothing. */
export function textForUser({ content }: ToolResult): string {
  return textOf(content.filter(({ type, annotations }) => type === 'text' && annotations?.audience?.includes('user')));
}

/** The script acts for the assistant (VS Code 1.139 leaves such blocks out of what the model gets). */
function isForScripts({ annotations }: ContentBlock): boolean {
  return annotations?.audience?.includes('assistant') ?? true;
}

/** Text that is "1.10" or "null" is text: only an object or a list cannot be meant otherwise. */
function parsedOrText(text: string): JsonValue {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : value;
}

function plain(value: object): JsonObject {
  // What is guarded is plain JSON, but its optional members keep it from being assignable to an index signature.
  return parseExact(stringifyExact(value)) as JsonObject;
}
