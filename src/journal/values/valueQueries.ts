// Declares all questions about a recorded value, and their answers. A thread of its own answers them, since reading a
// value of megabytes would block the thread of the host for too long.
import type { RecordedValue } from '../record/runEvent.ts';
import type { BlockSummary } from './valueShape.ts';
import type { CopyQuery, PageAnswer, PageQuery } from './valueView.ts';

export type ValueQuery =
  | PageQuery
  | CopyQuery
  /** The whole value as JSON for display: hidden characters are escaped. */
  | { readonly kind: 'json' }
  /** `most`: maximum number of characters of a text. */
  | { readonly kind: 'block'; readonly most: number };

export type ValueAnswer =
  PageAnswer | { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'block' } & BlockSummary);

/**
 * A value of this window that is in no record. The thread shares its JSON with the host and remembers by `key` which
 * values it has read.
 */
export interface SharedValue {
  readonly shared: SharedArrayBuffer;
  readonly key: string;
}

/** A value about which `PagedValues` answers questions. */
export type HeldValue = RecordedValue | SharedValue;

export interface ValueQuestion {
  readonly value: Extract<RecordedValue, { readonly file: string }> | SharedValue;
  readonly query: ValueQuery;
}
