// Holds a value of this window that is in no record, in the form in which views ask for values. A short value is kept
// as it is. A long one becomes JSON in shared memory, which the thread for values reads; the JSON is written in slices,
// since other work shares the thread of the host.
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../../base/json.ts';
import { isShort, LongJson, nothingHidden } from '../redaction/longJson.ts';
import type { RecordedValue } from '../record/runEvent.ts';
import type { SharedValue } from './valueQueries.ts';

/** A value about which `PagedValues` answers questions. */
export type HeldValue = RecordedValue | SharedValue;

/** Returns the held form of `value`. A long value itself is not kept. */
export async function holdValue(value: JsonValue): Promise<HeldValue> {
  if (isShort(value)) return { v: value };
  const { json } = await new LongJson(nothingHidden).of(value, []);
  const shared = new SharedArrayBuffer(json.length);
  json.copy(new Uint8Array(shared));
  return { shared, key: randomUUID() };
}
