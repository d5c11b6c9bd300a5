// The entries of the audit log: who asked for a run, what allowed or denied each call, and its outcome. They hold names and decisions, never a value that
// went to a tool or came from one.
import type { CallDecision, RunDoor } from '../../engine/runJournal.ts';
import type { RunErrorCode } from '../../engine/runOutcome.ts';
import type { RunEndState } from '../runEvent.ts';
import type { CallState } from '../../base/callStates.ts';

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
      /** Set also where the user chose the dry run in the question before it. */
      readonly dryRun?: true;
    }
  /** Entries before this one could not be written. */
  | { readonly t: 'lost'; readonly entries: number };
