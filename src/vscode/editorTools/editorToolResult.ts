// Converts the result of an editor tool to the result of an MCP tool, so that scripts handle both the same way.
import type { ContentBlock } from '../../base/contentBlock.ts';
import type { ToolResult } from '../../catalog/index.ts';

/**
 * `answer` is a `LanguageModelToolResult`. The function recognizes parts by their properties, because VS Code says that
 * more kinds of parts will come. `hasError` marks the result of a tool that failed without throwing; the types of the
 * stable API lack it.
 */
export function editorToolResult(answer: object): ToolResult {
  const parts: unknown = 'content' in answer ? answer.content : undefined;
  return {
    content: Array.isArray(parts) ? parts.map(blockOf) : [],
    isError: 'hasError' in answer && answer.hasError === true,
  };
}

function blockOf(part: unknown, index: number): ContentBlock {
  if (typeof part === 'object' && part !== null) {
    if ('data' in part && part.data instanceof Uint8Array && 'mimeType' in part)
      return dataBlock(part.data, String(part.mimeType), index);
    if ('value' in part)
      return textBlock(
        typeof part.value === 'string' ? part.value : (promptTsxText(part.value) ?? asJson(part.value)),
      );
  }
  return textBlock(asJson(part));
}

function dataBlock(data: Uint8Array, mimeType: string, index: number): ContentBlock {
  const base64 = () => Buffer.from(data).toString('base64');
  if (mimeType.startsWith('image/')) return { type: 'image', data: base64(), mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data: base64(), mimeType };
  if (/^text\/|[/+]json$/.test(mimeType)) return textBlock(new TextDecoder().decode(data));
  return { type: 'resource', resource: { uri: `answer:/part/${index + 1}`, mimeType, blob: base64() } };
}

function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

function asJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The `type` of a prompt-tsx node that holds text; the other nodes hold nodes. */
const TEXT = 2;

/** Returns the text of a prompt-tsx tree; undefined if the value is no such tree. */
function promptTsxText(value: unknown): string | undefined {
  const root = member(value, 'node');
  if (root === undefined) return undefined;
  const texts: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    const [text, children] = [member(node, 'text'), member(node, 'children')];
    if (member(node, 'type') === TEXT && typeof text === 'string') {
      // Depending on the version of prompt-tsx, 0 or false means that there is no line break.
      texts.push(texts.length > 0 && member(node, 'lineBreakBefore') ? '\n' : '', text);
    }
    if (Array.isArray(children)) for (const child of children.toReversed() as unknown[]) open.push(child);
  }
  return texts.join('');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
