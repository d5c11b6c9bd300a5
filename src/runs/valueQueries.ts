// What is asked of a recorded value that a view shows piece by piece, and the answers. Answered in a thread of its own: reading a value of
// megabytes takes longer than the host's thread has.
import type { RecordedValue } from './runEvent.ts';
import type { MembersPage, ValuePath } from './valuePieces.ts';

export type ValueQuery =
  | { readonly kind: 'members'; readonly path: ValuePath; readonly from: number; readonly count: number }
  | { readonly kind: 'search'; readonly query: string }
  /** `text`: a string as it is, all else as JSON. */
  | { readonly kind: 'text' | 'json'; readonly path: ValuePath }
  | { readonly kind: 'path'; readonly path: ValuePath; readonly root: string };

export type ValueAnswer =
  | ({ readonly kind: 'members' } & MembersPage)
  | { readonly kind: 'found'; readonly paths: readonly ValuePath[]; readonly more: boolean }
  | { readonly kind: 'text'; readonly text: string }
  /** `omitted`: not recorded. `missing`: its file is gone. `failed`: it could not be read in time. */
  | { readonly kind: 'none'; readonly why: 'omitted' | 'missing' | 'failed' };

export interface ValueQuestion {
  readonly value: RecordedValue;
  readonly query: ValueQuery;
}

/** In sentences. */
export const noValueWords: Readonly<Record<(ValueAnswer & { kind: 'none' })['why'], string>> = {
  omitted: 'Not recorded: codeMode.runs.record is "metadata".',
  missing: 'Its file is no longer there.',
  failed: 'It cannot be shown: reading it took too long.',
};
