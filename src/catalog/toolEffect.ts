// The gravest effect of a tool according to the annotations of its server, which an approval of the tool covers.
import type { ToolAnnotations } from './toolSource.ts';

/** Effects, least grave first. */
const hintedEffects = ['reads', 'writes', 'destroys'] as const;
/** `destroys`: the tool is declared to destroy data (`destructiveHint`). `writes`: it is not marked read-only. */
export type HintedEffect = (typeof hintedEffects)[number];

/** True if the server marks the tool read-only and not also destructive: a tool marked as both may write. */
export function isReadOnly({ readOnlyHint, destructiveHint }: ToolAnnotations): boolean {
  return readOnlyHint === true && destructiveHint !== true;
}

export function declaresEffect({ readOnlyHint, destructiveHint }: ToolAnnotations): boolean {
  return readOnlyHint !== undefined || destructiveHint !== undefined;
}

/**
 * True for the values that the specification assumes of a tool without annotations (MCP 2025-11-25, `ToolAnnotations`).
 * Some libraries write these values for every tool, so they tell nothing about the tool.
 */
export function areDefaults(hints: ToolAnnotations): boolean {
  const writes = hints.readOnlyHint === false && hints.destructiveHint === true;
  return writes && hints.idempotentHint !== true && hints.openWorldHint !== false;
}

export function hintedEffect(annotations: ToolAnnotations): HintedEffect {
  if (isReadOnly(annotations)) return 'reads';
  return annotations.destructiveHint === true ? 'destroys' : 'writes';
}

/** True if the effect is graver than the one that was seen. */
export function exceedsEffect(effect: HintedEffect, seen: HintedEffect): boolean {
  return hintedEffects.indexOf(effect) > hintedEffects.indexOf(seen);
}
