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

/** Whether the annotations are those of the specification for a tool that has none (MCP 2025-11-25, `ToolAnnotations`): libraries fill them in. */
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
