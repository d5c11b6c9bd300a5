// What a tool can do at its gravest, by what its server says of it: what a yes to it has covered.
import type { ToolAnnotations } from './toolSource.ts';

/** From the least to the gravest. */
const hintedEffects = ['reads', 'writes', 'destroys'] as const;
/** `destroys`: its server says that it may destroy what is there (`destructiveHint`). `writes`: it is not marked read-only. */
export type HintedEffect = (typeof hintedEffects)[number];

/** Only where the server says so and does not contradict itself: a tool that is marked as destructive as well may write. */
export function isReadOnly({ readOnlyHint, destructiveHint }: ToolAnnotations): boolean {
  return readOnlyHint === true && destructiveHint !== true;
}

export function declaresEffect({ readOnlyHint, destructiveHint }: ToolAnnotations): boolean {
  return readOnlyHint !== undefined || destructiveHint !== undefined;
}

/**
 * True for the values that the specification assumes of a tool without annotations (MCP 2025-11-25, `ToolAnnotations`): some libraries write them
 * out, so that they say nothing of the tool.
 */
export function areDefaults({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations): boolean {
  return readOnlyHint === false && destructiveHint === true && idempotentHint !== true && openWorldHint !== false;
}

export function hintedEffect(annotations: ToolAnnotations): HintedEffect {
  if (isReadOnly(annotations)) return 'reads';
  return annotations.destructiveHint === true ? 'destroys' : 'writes';
}

/** Whether it does more than what was seen of it. */
export function exceedsEffect(effect: HintedEffect, seen: HintedEffect): boolean {
  return hintedEffects.indexOf(effect) > hintedEffects.indexOf(seen);
}
