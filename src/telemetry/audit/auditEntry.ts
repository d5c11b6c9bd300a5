// Declares the entries of the audit log: the origin of a run, the reason why each call was allowed or denied, and the
// outcome of the call. Entries hold names and decisions, never a value that a tool received or returned.
import type { CallDecision, RunDoor, RunErrorCode } from '../../engine/index.ts';
import type { RunEndState } from '../../journal/index.ts';
import type { CallState } from '../../base/callStates.ts';

export type AuditEntry =
  | {
      readonly t: 'run';
      readonly run: string;
      readonly door: RunDoor;
      readonly name?: string;
      /** First 16 digits of the SHA-256 of the chat, file or client that asked for the run. */
      readonly session: string;
      readonly folder: string;
      /** Name of the user of the operating system who runs Code Mode. */
      readonly user: string;
      readonly host: string;
      readonly pid: number;
      readonly version: string;
      /** SHA-256 of the code as it arrived. */
      readonly code: string;
      readonly dryRun?: true;
      readonly debug?: true;
      readonly resumes?: string;
    }
  | ({
      readonly t: 'decision';
      readonly run: string;
      /** Number of the call in the run, from 1. */
      readonly call: number;
      /** `tools.<server>.<tool>`, the name of the tool in the script. */
      readonly path: string;
      readonly server: string;
      readonly tool: string;
      readonly writes: boolean;
    } & CallDecision)
  /** A call is about to be sent to its server. */
  | { readonly t: 'sent'; readonly run: string; readonly call: number }
  | {
      readonly t: 'outcome';
      readonly run: string;
      readonly call: number;
      readonly path: string;
      /** Name of the server and name of the tool as the server gives them. */
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
      /** True also if the user chose a dry run in the question before the run. */
      readonly dryRun?: true;
    }
  /** Number of entries before this one that could not be written. */
  | { readonly t: 'lost'; readonly entries: number };
