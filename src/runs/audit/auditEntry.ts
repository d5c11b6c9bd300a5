// What the audit log says of a run: who asked, which calls were allowed by what, and what came of them. Names and decisions, never a value
// that went to a tool or came from one.
import type { CallDecision, RunDoor } from '../../engine/runJournal.ts';
import type { CallState, RunErrorCode } from '../../engine/runOutcome.ts';
import type { RunEndState } from '../runEvent.ts';

export type AuditEntry =
  | {
      readonly t: 'run';
      readonly run: string;
      readonly door: RunDoor;
      readonly name?: string;
      /** SHA-256 of the chat, file or client that asked, its first 16 digits. */
      readonly session: string;
      readonly folder: string;
      /** Of the operating system. */
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      /** Of Code Mode. */
      readonly version: string;
      /** SHA-256 of the code as it came. */
      readonly code: string;
      readonly dryRun?: true;
      /** A debugger was attached. */
      readonly debug?: true;
      readonly resumes?: string;
    }
  | ({
      readonly t: 'decision';
      readonly run: string;
      /** Its number in the run, from 1. */
      readonly call: number;
      /** `tools.<server>.<tool>`, as the script names them. */
      readonly path: string;
      readonly server: string;
      readonly tool: string;
      readonly writes: boolean;
    } & CallDecision)
  /** It is about to leave for its server. */
  | { readonly t: 'sent'; readonly run: string; readonly call: number }
  | {
      readonly t: 'outcome';
      readonly run: string;
      readonly call: number;
      readonly path: string;
      /** Their own names. */
      readonly server: string;
      readonly tool: string;
      readonly state: CallState;
      readonly ms: number;
    }
  | {
      readonly t: 'end';
      readonly run: string;
      readonly state: RunEndState;
      readonly ms: number;
      readonly calls: number;
      readonly errors: readonly RunErrorCode[];
    }
  /** So many entries before this one could not be written. */
  | { readonly t: 'lost'; readonly entries: number }
  /** The line before was not finished: its writer was killed, or the disk was full. Its length in bytes, and their SHA-256. */
  | { readonly t: 'cut'; readonly bytes: number; readonly sha256: string };

type CutEntry = Extract<AuditEntry, { readonly t: 'cut' }>;

/** Of a line as it was read. */
export function isCut(entry: object): entry is CutEntry {
  return Reflect.get(entry, 't') === 'cut' && typeof Reflect.get(entry, 'sha256') === 'string';
}
