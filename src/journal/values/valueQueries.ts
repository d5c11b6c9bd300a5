// Declares the questions about a recorded value that a view shows part by part, and their answers. A thread of its own
// answers them, since reading a value of megabytes would block the thread of the host for too long.
import type { RecordedValue } from '../record/runEvent.ts';
import type { BlockSummary } from './valueShape.ts';
import type { MembersPage, TableFormat, TableOrder, TablePage, ValuePath, ValueShape } from './valueView.ts';

export type ValueQuery =
  | { readonly kind: 'members'; readonly path: ValuePath; readonly from: number; readonly count: number }
  | { readonly kind: 'search'; readonly query: string }
  /** A string unchanged, any other value as JSON. `most`: maximum number of characters. */
  | { readonly kind: 'text'; readonly path: ValuePath; readonly most?: number }
  /** The whole value as JSON for display: hidden characters are escaped. */
  | { readonly kind: 'json' }
  | { readonly kind: 'path'; readonly path: ValuePath; readonly root: string }
  | { readonly kind: 'shape' }
  | ({
      readonly kind: 'table';
      readonly path: ValuePath;
      readonly from: number;
      readonly count: number;
    } & TableOrder)
  | ({ readonly kind: 'tableText'; readonly path: ValuePath; readonly format: TableFormat } & TableOrder)
  | { readonly kind: 'media'; readonly path: ValuePath }
  /** `most`: maximum number of characters of a text. */
  | { readonly kind: 'block'; readonly most: number };

export type ValueAnswer =
  | ({ readonly kind: 'members' } & MembersPage)
  | { readonly kind: 'found'; readonly paths: readonly ValuePath[]; readonly more: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'shape' } & ValueShape)
  | ({ readonly kind: 'table' } & TablePage)
  | { readonly kind: 'media'; readonly mimeType: string; readonly base64: string }
  | ({ readonly kind: 'block' } & BlockSummary)
  /**
   * `omitted`: the value was not recorded. `missing`: its file is gone. `failed`: the value could not be read in time.
   */
  | { readonly kind: 'none'; readonly why: 'omitted' | 'missing' | 'failed' };

/**
 * A value of this window that is in no record. The thread shares its JSON with the host and remembers by `key` which
 * values it has read.
 */
interface SharedValue {
  readonly shared: SharedArrayBuffer;
  readonly key: string;
}

/** A value about which `PagedValues` answers questions. */
export type HeldValue = RecordedValue | SharedValue;

export interface ValueQuestion {
  readonly value: Extract<RecordedValue, { readonly file: string }> | SharedValue;
  readonly query: ValueQuery;
}

/** Returns a sentence that says why there is no value. An answer of an unexpected kind counts as failed. */
export function whyNoValue(answer: ValueAnswer): string {
  return noValueWords[answer.kind === 'none' ? answer.why : 'failed'];
}

export const noValueWords: Readonly<Record<(ValueAnswer & { kind: 'none' })['why'], string>> = {
  omitted: 'Not recorded: codeMode.runs.record is "metadata".',
  missing: 'Its file is no longer there.',
  failed: 'It cannot be shown: reading it took too long.',
};
