// A preparation as plain data, so that it can cross from the checker's thread, and its way back to a `Preparation`.
import type { Preparation, PreparedScript, ScriptProblem } from './checkedScript.ts';
import { originalOffset, type OffsetMap } from './source/offsetMap.ts';
import { TextLines } from './source/textLines.ts';

/** A `PreparedScript` with the data of its `toSource` in place of the method. */
export interface ScriptData extends Omit<PreparedScript, 'toSource'> {
  /** From `body` to `source`. */
  readonly map: OffsetMap;
}

export type PreparationData =
  { readonly ok: true; readonly script: ScriptData } | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

/** Gives plain data its method back. */
export function toPreparation(data: PreparationData): Preparation {
  if (!data.ok) return data;
  const { map, ...script } = data.script;
  return { ok: true, script: { ...script, toSource: mapperOf(script.source, script.body, map) } };
}

/** Maps a place in `body` to one in `source`; what was appended to the body belongs to the source's end. */
function mapperOf(source: string, body: string, map: OffsetMap): PreparedScript['toSource'] {
  let lines: { readonly source: TextLines; readonly body: TextLines } | undefined;
  return (position) => {
    lines ??= { source: new TextLines(source), body: new TextLines(body) };
    return lines.source.positionAt(originalOffset(map, lines.body.offsetAt(position)));
  };
}
