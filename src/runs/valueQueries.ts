// What is asked of a recorded value that a view shows piece by piece, and the answers. Answered in a thread of its own: reading a value of
// megabytes takes longer than the host's thread has.
import type { BlockSummary } from './blockSummary.ts';
import type { RecordedValue } from './runEvent.ts';
import type { TableFormat } from './tableText.ts';
import type { MembersPage, ValuePath } from './valuePieces.ts';
import type { ValueShape } from './valueShape.ts';
import type { TableOrder, TablePage } from './valueTable.ts';

export type ValueQuery =
  | { readonly kind: 'members'; readonly path: ValuePath; readonly from: number; readonly count: number }
  | { readonly kind: 'search'; readonly query: string }
  /** A string as it is, all else as JSON. `most`: characters of it. */
  | { readonly kind: 'text'; readonly path: ValuePath; readonly most?: number }
  /** All of it as JSON, to be shown: what is hidden in it is escaped. */
  | { readonly kind: 'json' }
  | { readonly kind: 'path'; readonly path: ValuePath; readonly root: string }
  | { readonly kind: 'shape' }
  | ({ readonly kind: 'table'; readonly path: ValuePath; readonly from: number; readonly count: number } & TableOrder)
  | ({ readonly kind: 'tableText'; readonly path: ValuePath; readonly format: TableFormat } & TableOrder)
  | { readonly kind: 'media'; readonly path: ValuePath }
  /** `most`: characters of a text. */
  | { readonly kind: 'block'; readonly most: number };

export type ValueAnswer =
  | ({ readonly kind: 'members' } & MembersPage)
  | { readonly kind: 'found'; readonly paths: readonly ValuePath[]; readonly more: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'shape' } & ValueShape)
  | ({ readonly kind: 'table' } & TablePage)
  | { readonly kind: 'media'; readonly mimeType: string; readonly base64: string }
  | ({ readonly kind: 'block' } & BlockSummary)
  /** `omitted`: not recorded. `missing`: its file is gone. `failed`: it could not be read in time. */
  | { readonly kind: 'none'; readonly why: 'omitted' | 'missing' | 'failed' };

/** A value that is in no record: its JSON, which the thread shares with the host, and a name by which the thread knows what it read. */
export interface SharedValue {
  readonly shared: SharedArrayBuffer;
  readonly key: string;
}

export interface ValueQuestion {
  readonly value: RecordedValue | SharedValue;
  readonly query: ValueQuery;
}

/** Why there is no value, in a sentence: an answer of another kind than was asked for counts as failed. */
export function whyNoValue(answer: ValueAnswer): string {
  return noValueWords[answer.kind === 'none' ? answer.why : 'failed'];
}

export const noValueWords: Readonly<Record<(ValueAnswer & { kind: 'none' })['why'], string>> = {
  omitted: 'Not recorded: codeMode.runs.record is "metadata".',
  missing: 'Its file is no longer there.',
  failed: 'It cannot be shown: reading it took too long.',
};
