// Converts the answer of a tool to the value that the script receives.
import { parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';
import type { ToolResult } from '../../catalog/index.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { contentText } from '../formatting/index.ts';

/**
 * Returns `structuredContent` if the tool gave it; otherwise the text of a single text block, parsed if it is a JSON
 * object or array; otherwise the blocks. Returns undefined if the answer is empty. Blocks that only address the user
 * are left out unless there are no others.
 */
export function callValue(result: ToolResult): JsonValue | undefined {
  if (result.structuredContent !== undefined) return result.structuredContent;
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

/** Returns the blocks of a failed call. Structured content that no text repeats becomes one more text. */
export function failureContent({ content, structuredContent }: ToolResult): readonly ContentBlock[] {
  if (structuredContent === undefined) return content;
  const text = stringifyExact(structuredContent);
  const isRepeated = content.some(
    (block) => block.type === 'text' && stringifyExact(parsedOrText(block.text)) === text,
  );
  return isRepeated ? content : [...content, { type: 'text', text }];
}

/** Returns the text that the tool addresses to the user, whatever the script does with the answer; may be empty. */
export function textForUser({ content }: ToolResult): string {
  return contentText(
    content.filter(({ type, annotations }) => type === 'text' && annotations?.audience?.includes('user')),
  );
}

/** True if the block is for scripts, which act for the assistant. VS Code 1.139 gives a model no other blocks. */
function isForScripts({ annotations }: ContentBlock): boolean {
  return annotations?.audience?.includes('assistant') ?? true;
}

/** Parses only objects and arrays: a text such as "1.10" or "null" may be meant as text. */
function parsedOrText(text: string): JsonValue {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : value;
}

function plain(value: object): JsonObject {
  // A guarded value is plain JSON, but its optional members keep it from being assignable to an index signature.
  return parseExact(stringifyExact(value)) as JsonObject;
}
