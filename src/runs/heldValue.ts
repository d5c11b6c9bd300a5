// A value of this window that is in no record, as views ask for it: a short one as it is, a long one as JSON in memory that the thread of
// values reads. The host's thread is shared, so that JSON is written in slices.
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../base/json.ts';
import { isShort, LongJson, nothingHidden } from './longJson.ts';
import type { RecordedValue } from './runEvent.ts';
import type { SharedValue } from './valueQueries.ts';

/** What `PagedValues` answers questions about. */
export type HeldValue = RecordedValue | SharedValue;

/** The value itself is not kept where it is long. */
export async function holdValue(value: JsonValue): Promise<HeldValue> {
  if (isShort(value)) return { v: value };
  const { json } = await new LongJson(nothingHidden).of(value, []);
  const shared = new SharedArrayBuffer(json.length);
  json.copy(new Uint8Array(shared));
  return { shared, key: randomUUID() };
}
