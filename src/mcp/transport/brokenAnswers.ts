// Handles answers that cannot be parsed: a line with `NaN`, a truncated line, or two lines that ran together. Nothing
// else would answer the requests to which they belong, so each of these requests receives an error at once. A log line
// on stdout is not an answer, even if it quotes one.
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { errorAnswer, lostAnswerCode } from './readMessages.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/**
 * Number of characters examined at the beginning and at the end of the text. The members of a message may stand before
 * or after a result of any length.
 */
const lookedAt = 64 * 1024;
const lookedAtEnd = 200;
/** Maximum number of messages that ran together on one line. */
const mostMessages = 16;
const quotedCharacters = 300;

/**
 * Returns errors in place of the answers in `text`, which is not a valid message. `pending` lists the IDs of unanswered
 * requests. An answer without a visible ID belongs to the only pending request. `hide` removes secrets. Returns an
 * empty array if the text is JSON or contains no answer.
 */
export function brokenAnswers(
  text: string,
  pending: readonly RequestId[],
  hide: (text: string) => string,
): readonly JSONRPCMessage[] {
  if (pending.length === 0 || !/^[\uFEFF\s[]*\{/.test(text)) return [];
  const open = new Set(pending);
  const answers = beginningsOf(text).filter(({ isAnswer }) => isAnswer);
  const meant = answers.flatMap(({ ids }) => pending.filter((id) => ids.has(String(id))));
  for (const id of meant) open.delete(id);
  const [only] = open;
  const hasUnnamed = answers.some(({ ids, hasOutcome }) => ids.size === 0 && hasOutcome);
  if (only !== undefined && open.size === 1 && hasUnnamed) meant.push(only);
  if (meant.length === 0) return [];
  const why = syntaxError(text, hide);
  return why === undefined ? [] : [...new Set(meant)].map((id) => errorAnswer(id, lostAnswerCode, why));
}

/** Returns undefined if the text is JSON. The parser's message quotes the text, so secrets are removed first. */
function syntaxError(text: string, hide: (text: string) => string): string | undefined {
  const shown = hide(text.replace(/^\uFEFF/, ''));
  try {
    JSON.parse(shown);
    return undefined;
  } catch (error) {
    const quoted = shown.length > quotedCharacters ? `${shown.slice(0, quotedCharacters)}…` : shown;
    return `it is not JSON (${errorMessage(error)}): ${quoted}`;
  }
}

/** Properties of a message that cannot be parsed. */
interface Beginning {
  /** True if the message is JSON-RPC and shows no sign of a request or notification. */
  readonly isAnswer: boolean;
  readonly hasOutcome: boolean;
  readonly ids: ReadonlySet<string>;
}

function beginningsOf(text: string): readonly Beginning[] {
  const messages = text.slice(0, lookedAt).split(/(?=\{\s{0,8}["']jsonrpc["'])/);
  const begun = messages.filter((message) => message.includes('{')).slice(0, mostMessages);
  return begun.map((message, index) => {
    const members = membersOf(message);
    // The ID of a long message may be its last member.
    const end = index === begun.length - 1 && text.length > lookedAt ? text.slice(-lookedAtEnd) : '';
    const [, lastId] = /["']id["'] ?: ?["']?([^"'\s,{}]{1,64})["']?\s*\}\s*$/.exec(end) ?? [];
    const { ids, names } = members;
    if (ids.size === 0 && lastId !== undefined) ids.add(lastId);
    return {
      ids,
      isAnswer: names.has('jsonrpc') && !names.has('method'),
      hasOutcome: names.has('result') || names.has('error'),
    };
  });
}

const idValue = /\s*:\s*["']?([^"',{}\s]{1,64})["']?\s*[,}]/y;

/**
 * Returns the names of a message's top-level members, and the values of those named `id`. Texts in single quotes, as
 * Python prints them, are accepted.
 */
function membersOf(text: string): { readonly names: Set<string>; readonly ids: Set<string> } {
  const names = new Set<string>();
  const ids = new Set<string>();
  let depth = 0;
  for (let at = text.indexOf('{'); at < text.length; at++) {
    const character = text.charAt(at);
    if ('{['.includes(character)) depth += 1;
    if ('}]'.includes(character)) depth -= 1;
    if (character !== '"' && character !== "'") continue;
    const end = endOfText(text, at);
    const name = text.slice(at + 1, end);
    idValue.lastIndex = end + 1;
    if (depth === 1 && /^\s*:/.test(text.slice(end + 1, end + 10))) {
      names.add(name);
      const [, id] = name === 'id' ? (idValue.exec(text) ?? []) : [];
      if (id !== undefined) ids.add(id);
    }
    at = end;
  }
  return { names, ids };
}

/** Returns the index of the closing quote of the text that begins at `start`, or the length of the whole text. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return text.length;
}
