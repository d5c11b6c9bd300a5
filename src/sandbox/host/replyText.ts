// An answer on its way into a script: servers nest and grow their answers as they like, so what is let in is bounded by
// depth and by size. Both are read off the JSON, which is cheaper than walking the value.
import type { JsonValue } from '../../catalog/json.ts';
import type { ToolError } from '../../catalog/toolError.ts';
import type { SandboxLimits } from './sandboxPort.ts';

/** `problem` says which limit, its value and its setting; `text` is JSON, undefined for `undefined`. */
export type ReplyText = { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly problem: string };

export function replyText(value: JsonValue | undefined, { replyBytes, valueDepth }: SandboxLimits): ReplyText {
  if (value === undefined) return { ok: true, text: undefined };
  const text = writeJson(value);
  if (text === undefined || isDeeper(text, valueDepth)) {
    const problem = `The answer is nested more deeply than the limit of ${valueDepth} levels (codeMode.limits.valueDepth). Ask for a part of it.`;
    return { ok: false, problem };
  }
  const bytes = Buffer.byteLength(text);
  if (bytes <= replyBytes) return { ok: true, text };
  const problem =
    `The answer has ${bytes.toLocaleString('en-US')} bytes, over the limit of ${replyBytes.toLocaleString('en-US')} bytes (codeMode.limits.replyBytes). ` +
    'Ask for less: a page, a filter, fewer fields.';
  return { ok: false, problem };
}

/** The error as JSON; without its content where that would be larger or deeper than an answer may be. */
export function errorText(error: ToolError, limits: SandboxLimits): string {
  const content = replyText(error.content, limits); // guarded blocks are plain JSON
  return JSON.stringify(content.ok ? error : { ...error, content: [] });
}

/** undefined when the value is nested so deeply that the runtime's stack is full. */
function writeJson(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether more than `levels` objects or arrays of valid JSON are inside one another. */
function isDeeper(json: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > levels) return true;
        break;
      case '}':
      case ']':
        depth -= 1;
    }
  }
  return false;
}

/** The place of the quote that ends the string which starts at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
