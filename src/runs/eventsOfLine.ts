// What a line of a record says: one event, or those of calls that only read, which one line tells together.
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { guardEvent } from './guardEvent.ts';
import { readsOf } from './readsLine.ts';
import type { RunEvent } from './runEvent.ts';

/** In their order. Empty for what is no line of a record. Anybody may have written it. */
export function eventsOfLine(line: unknown): readonly RunEvent[] {
  const events = isJsonObject(line) ? partsOf(line) : [];
  const guarded = events.map(guardEvent);
  return guarded.every((event) => event !== undefined) ? guarded : [];
}

function partsOf(line: JsonObject): readonly unknown[] {
  if (line['t'] === 'reads') return readsOf(line).flatMap(partsOfRead);
  return line['t'] === 'read' ? partsOfRead(line) : [line];
}

/** `sent` and `answered` are moments, as `at`; what is not answered yet, or otherwise than with a value, has a line for that. */
function partsOfRead({ at, call, sent, answered, output, ...made }: JsonObject): readonly unknown[] {
  const { server, name } = made;
  if (typeof server !== 'string' || typeof name !== 'string') return [undefined];
  const decided = { path: `tools.${server}.${name}`, writes: false, allowed: true, by: 'readOnly' };
  const known = [
    { ...made, t: 'call', at, call, target: 'tool' },
    { t: 'sent', at: sent, call, decided },
  ];
  return answered === undefined ? known : [...known, { t: 'answer', at: answered, call, output }];
}
