// Reads and edits the servers in the text of a client's file, which is TOML or JSON with comments; comments stay. Each
// edited text is parsed again, and an edit is refused if the result differs from the intended one.
import {
  applyEdits,
  getNodeValue,
  modify,
  parseTree,
  type ModificationOptions,
  type ParseError,
} from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '../base/errorMessage.ts';
import { isFields, type Fields } from './convertServer.ts';

export type ConfigFormat = 'json' | 'toml';
type Parsed = { readonly ok: true; readonly root: Fields } | { readonly ok: false; readonly why: string };
export type Edited =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

interface ServerEdit {
  /** The member that contains the servers, in the form of `McpClient.key`. */
  readonly key: string;
  readonly remove: readonly string[];
  /** Servers to add; their names are not in the file yet. */
  readonly add: Fields;
  /** An earlier change of the text to undo. The edit restores the exact earlier text if the text still allows that. */
  readonly takesBack?: TextChange | undefined;
}

/** One change of a text: `added` replaced `removed` at the offset `at`. */
export interface TextChange {
  readonly at: number;
  readonly removed: string;
  readonly added: string;
}

const isOther = 'the edited file would not say what it should; edit it yourself';

/** Parses the text; an empty text is an empty configuration. */
export async function parseConfig(text: string, format: ConfigFormat): Promise<Parsed> {
  if (format === 'json') return parseJson(text);
  const { parse } = await import('smol-toml');
  try {
    return { ok: true, root: parse(text) };
  } catch (error) {
    return { ok: false, why: `it is no TOML: ${errorMessage(error).split('\n')[0] ?? ''}` };
  }
}

/** Returns the servers; an empty object if `key` is missing; undefined if `key` holds a value of another type. */
export function serverEntries(root: Fields, key: string): Fields | undefined {
  let found: unknown = root;
  for (const step of pathOf(key)) {
    if (!isFields(found)) return undefined;
    found = Object.hasOwn(found, step) ? found[step] : {};
  }
  return isFields(found) ? found : undefined;
}

/** True if the file contains nothing but an empty list of servers. */
export function saysNothing(root: Fields, key: string): boolean {
  return isSame(root, withServers({}, pathOf(key), {}), key);
}

function pathOf(key: string): readonly string[] {
  return key.split('.');
}

function withServers(root: Fields, [step = '', ...inward]: readonly string[], servers: Fields): Fields {
  const inner = root[step];
  return {
    ...root,
    [step]: inward.length === 0 ? servers : withServers(isFields(inner) ? inner : {}, inward, servers),
  };
}

export async function editServers(text: string, format: ConfigFormat, edit: ServerEdit): Promise<Edited> {
  const parsed = await parseConfig(text, format);
  if (!parsed.ok) return parsed;
  const servers = serverEntries(parsed.root, edit.key);
  if (!servers) return { ok: false, why: `its "${edit.key}" holds no servers` };
  const left = Object.fromEntries(Object.entries(servers).filter(([name]) => !edit.remove.includes(name)));
  const wanted = withServers(parsed.root, pathOf(edit.key), { ...left, ...edit.add });
  const saysIt = async (edited: string) => {
    const after = await parseConfig(edited, format);
    return after.ok && isSame(after.root, wanted, edit.key);
  };
  const before = edit.takesBack && textBefore(text, edit.takesBack);
  if (before !== undefined && (await saysIt(before))) return { ok: true, text: before };
  const edited = format === 'json' ? editJson(text, edit) : await editToml(text, edit);
  return (await saysIt(edited)) ? { ok: true, text: edited } : { ok: false, why: isOther };
}

/** Returns the single change that turns one text into the other. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { at, removed: before.slice(at, before.length - end), added: after.slice(at, after.length - end) };
}

/**
 * Undoes a change, even if other parts of the text have changed since. Undefined if the added part is missing, or
 * has moved and occurs more than once.
 */
function textBefore(text: string, { at, removed, added }: TextChange): string | undefined {
  const start = text.startsWith(added, at) ? at : text.indexOf(added);
  if (start < 0 || (start !== at && text.includes(added, start + 1))) return undefined;
  return text.slice(0, start) + removed + text.slice(start + added.length);
}

/** True if both configurations are equal; a missing `key` equals a key without servers. */
function isSame(root: Fields, wanted: Fields, key: string): boolean {
  const servers = serverEntries(root, key);
  return servers !== undefined && isSameJson(withServers(root, pathOf(key), servers), wanted);
}

/** True if both values are equal as JSON; parsers give their objects different prototypes. */
export function isSameJson(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map((value): unknown => JSON.parse(JSON.stringify(value ?? null)));
  return isDeepStrictEqual(first, second);
}

function parseJson(text: string): Parsed {
  if (withoutMark(text).trim() === '') return { ok: true, root: {} };
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(withoutMark(text), errors, { allowTrailingComma: true });
    const root: unknown = tree && getNodeValue(tree);
    const [first] = errors;
    if (first)
      return {
        ok: false,
        why: `it is no JSON: line ${withoutMark(text).slice(0, first.offset).split('\n').length}`,
      };
    return isFields(root) ? { ok: true, root } : { ok: false, why: 'it holds no object' };
  } catch {
    return { ok: false, why: 'it is nested too deeply' };
  }
}

function editJson(text: string, { key, remove, add }: ServerEdit): string {
  const options = formattingOf(text);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let edited = withoutMark(text);
  // A member without a value is removed.
  for (const [name, value] of [...remove.map((each) => [each, undefined] as const), ...Object.entries(add)])
    edited = applyEdits(edited, modify(edited, [...pathOf(key), name], value, options));
  return mark + (withoutMark(text).trim() === '' ? `${edited.trimEnd()}\n` : edited);
}

/** A file of one line stays one: formatting it would change all of it, and takes time quadratic in its length. */
function formattingOf(text: string): ModificationOptions {
  if (/^.{3,}$/.test(text.trim())) return {};
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const isTabs = indent.startsWith('\t');
  return {
    formattingOptions: {
      insertSpaces: !isTabs,
      tabSize: isTabs ? 1 : indent.length,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  };
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** Removes tables line by line and adds new tables at the end, so that comments and the order stay. */
async function editToml(text: string, { key, remove, add }: ServerEdit): Promise<string> {
  const { parse, stringify } = await import('smol-toml');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isRemoved = (header: string): boolean => {
    try {
      const servers = parse(header)[key];
      return isFields(servers) && remove.some((name) => Object.hasOwn(servers, name));
    } catch {
      return false;
    }
  };
  const lines: string[] = [];
  let removed: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) {
      lines.push(...commentsAtEnd(removed));
      removed = isRemoved(line) ? [] : undefined;
    }
    (removed ?? lines).push(line);
  }
  lines.push(...commentsAtEnd(removed));
  const kept = lines.join(eol).trimEnd();
  if (Object.keys(add).length === 0) return kept === '' ? '' : `${kept}${eol}`;
  const tables = Object.entries(add).map(([name, value]) =>
    stringify({ [key]: { [name]: value } }).trimEnd(),
  );
  const added = tables.join('\n\n').replaceAll('\n', eol);
  return `${kept === '' ? '' : `${kept}${eol}${eol}`}${added}${eol}`;
}

/** Returns the comments at the end of a removed table, which belong to the next table. */
function commentsAtEnd(lines: readonly string[] = []): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => !/^\s*(#|$)/.test(line)) + 1);
}
