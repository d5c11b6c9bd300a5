// An answer on its way into a script: servers nest and grow their answers as they like, so what is let in is bounded by
// depth, before it is written as JSON, and by size.
import type { JsonValue } from '../../catalog/json.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import { isWithinDepth } from '../protocol/bounds.ts';
import type { SandboxLimits } from './sandboxPort.ts';

/** `problem` says which limit, its value and its setting; `text` is JSON, undefined for `undefined`. */
export type ReplyText = { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly problem: string };

export function replyText(value: JsonValue | undefined, { replyBytes, valueDepth }: SandboxLimits): ReplyText {
  if (value === undefined) return { ok: true, text: undefined };
  if (!isWithinDepth(value, valueDepth)) {
    const problem = `The answer is nested more deeply than the limit of ${valueDepth} levels (codeMode.limits.valueDepth). Ask for a part of it.`;
    return { ok: false, problem };
  }
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= replyBytes) return { ok: true, text };
  const problem =
    `The answer has ${bytes.toLocaleString('en-US')} bytes, over the limit of ${replyBytes.toLocaleString('en-US')} bytes (codeMode.limits.replyBytes). ` +
    'Ask for less: a page, a filter, fewer fields.';
  return { ok: false, problem };
}

/** The error as JSON, its hint at the end of its message; without its content where that would be larger or deeper than an answer may be. */
export function errorText(error: CallFailure, limits: SandboxLimits): string {
  const content = replyText(error.content, limits); // guarded blocks are plain JSON
  const { hint, ...failure } = error;
  const message = hint === undefined ? error.message : `${error.message} ${hint}`;
  return JSON.stringify({ ...failure, message, ...(!content.ok && { content: [] }) });
}
