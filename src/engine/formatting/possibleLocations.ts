// Where in the author's code a failure can have come from that knows no place of its own: all places that are possible,
// so that one is told as the place only when there is no other.
import type { ReturnedValue, ScriptLocations, SourcePosition } from '../../checker/checkedScript.ts';
import type { SandboxFailure } from '../../sandbox/host/sandboxPort.ts';

/** In the order of the code, each once; empty where nothing is known. */
export function possibleLocations(clue: SandboxFailure['clue'], places: ScriptLocations): readonly SourcePosition[] {
  if (clue === undefined) return [];
  if (clue === 'thrown') return distinct(places.throws);
  if (clue === 'awaited') return distinct(places.waits);
  return distinct(places.returns.flatMap((value) => follow(value, clue)));
}

/** The place of the part to which `path` leads; none if this value cannot have such a part. */
function follow(value: ReturnedValue, [key, ...rest]: readonly (string | number)[]): readonly SourcePosition[] {
  if (key === undefined || value.parts === undefined) return [value.position];
  const part = value.parts.find(([name]) => name === key);
  return part ? follow(part[1], rest) : [];
}

function distinct(positions: readonly SourcePosition[]): readonly SourcePosition[] {
  const found = new Map(positions.map((position) => [`${position.line}:${position.column}`, position]));
  return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
