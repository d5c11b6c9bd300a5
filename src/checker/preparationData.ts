// A preparation as plain data that can cross from the checker's thread, and its conversion back to a `Preparation`.
import type { Preparation, PreparedScript, ScriptProblem, SourcePosition } from './checkedScript.ts';
import { originalOffset, type OffsetMap } from './source/offsetMap.ts';
import { TextLines } from '../base/text/textLines.ts';

/** A `PreparedScript` with the data of its method `toSource` instead of the method. */
interface ScriptData extends Omit<PreparedScript, 'toSource'> {
  /** Map from `body` to `source`. */
  readonly map: OffsetMap;
}

export type PreparationData =
  | { readonly ok: true; readonly script: ScriptData }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

/** Converts plain data into a preparation with its method. */
export function toPreparation(data: PreparationData): Preparation {
  if (!data.ok) return data;
  const { map, ...script } = data.script;
  let lines: { readonly source: TextLines; readonly body: TextLines } | undefined;
  /** Text that was appended to the body maps to the end of the source. */
  const toSource = (position: SourcePosition) => {
    lines ??= { source: new TextLines(script.source), body: new TextLines(script.body) };
    return lines.source.positionAt(originalOffset(map, lines.body.offsetAt(position)));
  };
  return { ok: true, script: { ...script, toSource } };
}
