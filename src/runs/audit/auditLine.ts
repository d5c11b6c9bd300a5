// A line of the audit log: JSON that ends with its own hash, which is over all that stands before it, the hash of the line before
// included. So a line that is changed, taken out or put in shows at the next one.
import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '../../catalog/json.ts';
import type { AuditEntry } from './auditEntry.ts';

/** Where a chain has come to. `number`: of its last line, from 1. */
export interface ChainHead {
  readonly number: number;
  readonly hash: string;
}

/** Before the first line of all. */
export const chainStart: ChainHead = { number: 0, hash: '0'.repeat(64) };

export const mostLineBytes = 64 * 1024;
const ending = /,"hash":"([0-9a-f]{64})"\}$/;

export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The line that follows, without its line break. */
export function auditLine(entry: AuditEntry, after: ChainHead, at: Date): { readonly text: string; readonly head: ChainHead } {
  const number = after.number + 1;
  const json = JSON.stringify({ n: number, at: at.toISOString(), prev: after.hash, ...entry });
  const content = json.slice(0, -1).replace(/[\u007f-\uffff]/g, escaped);
  const hash = sha256(content);
  return { text: `${content},"hash":"${hash}"}`, head: { number, hash } };
}

/** A line is ASCII, so that one that is cut anywhere reads as it was written, and nothing hides in names. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `isWhole`: its hash is that of its content. */
export interface ReadLine {
  readonly head: ChainHead;
  readonly previous: string;
  readonly isWhole: boolean;
  readonly at: string;
  readonly entry: object;
}

/** undefined for what is no line of an audit log. */
export function readAuditLine(text: string): ReadLine | undefined {
  const found = ending.exec(text);
  const hash = found?.[1];
  if (!found || hash === undefined || text.length > mostLineBytes) return undefined;
  const entry = parseJson(text);
  if (!isJsonObject(entry)) return undefined;
  const { n: number, prev: previous, at } = entry;
  if (typeof number !== 'number' || typeof previous !== 'string' || typeof at !== 'string') return undefined;
  return { head: { number, hash }, previous, at, entry, isWhole: sha256(text.slice(0, found.index)) === hash };
}
