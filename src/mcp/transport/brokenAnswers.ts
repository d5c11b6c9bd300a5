// Answers that cannot be read: a line with `NaN` in it, a line that is cut off, two lines that ran into each other. Nothing else answers
// the requests that they belong to, so each of these requests gets an error at once. What a server logs on stdout is no answer, also
// where it quotes one.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { errorAnswer, lostAnswerCode } from './readMessages.ts';
import { errorMessage } from '../../base/errorMessage.ts';

type Id = string | number;

/** Members of a message stand before or after a result of any length: only so much of the text is looked at, from either end. */
const lookedAt = 64 * 1024;
const lookedAtEnd = 200;
/** Messages that ran into each other on one line. */
const mostMessages = 16;
const quotedCharacters = 300;

/**
 * Errors in place of the answers in `text`, which is no message. `pending` are the requests without an answer. An answer that does not
 * show its request is that of the only pending one. `hide` removes secrets. Empty for text that is JSON or holds no answer.
 */
export function brokenAnswers(text: string, pending: readonly Id[], hide: (text: string) => string): readonly JSONRPCMessage[] {
  if (pending.length === 0 || !/^[\uFEFF\s[]*\{/.test(text)) return [];
  const open = new Set(pending);
  const answers = beginningsOf(text).filter(({ isAnswer }) => isAnswer);
  const meant = answers.flatMap(({ ids }) => pending.filter((id) => ids.has(String(id))));
  for (const id of meant) open.delete(id);
  const [only] = open;
  if (only !== undefined && open.size === 1 && answers.some(({ ids, hasOutcome }) => ids.size === 0 && hasOutcome)) meant.push(only);
  if (meant.length === 0) return [];
  const why = syntaxError(text, hide);
  return why === undefined ? [] : [...new Set(meant)].map((id) => errorAnswer(id, lostAnswerCode, why));
}

/** Undefined for text that is JSON. The message of the parser quotes the text, so the parser gets it without secrets. */
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

/** The facts that the members of a message tell where it cannot be parsed. */
interface Beginning {
  /** It is JSON-RPC, and no request or notification as far as it shows. */
  readonly isAnswer: boolean;
  readonly hasOutcome: boolean;
  readonly ids: ReadonlySet<string>;
}

function beginningsOf(text: string): readonly Beginning[] {
  const messages = text.slice(0, lookedAt).split(/(?=\{\s{0,8}["']jsonrpc["'])/);
  const begun = messages.filter((message) => message.includes('{')).slice(0, mostMessages);
  return begun.map((message, index) => {
    const members = membersOf(message);
    // The id of a long message may be its last member.
    const end = index === begun.length - 1 && text.length > lookedAt ? text.slice(-lookedAtEnd) : '';
    const [, lastId] = /["']id["'] ?: ?["']?([^"'\s,{}]{1,64})["']?\s*\}\s*$/.exec(end) ?? [];
    const { ids, names } = members;
    if (ids.size === 0 && lastId !== undefined) ids.add(lastId);
    return { ids, isAnswer: names.has('jsonrpc') && !names.has('method'), hasOutcome: names.has('result') || names.has('error') };
  });
}

const idValue = /\s*:\s*["']?([^"',{}\s]{1,64})["']?\s*[,}]/y;

/** The names of a message's own members, and the values of those called `id`. Python's texts in single quotes are texts, too. */
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

/** The place of the closing quote of the text that begins at `start`; the end of all where it has none. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return text.length;
}
