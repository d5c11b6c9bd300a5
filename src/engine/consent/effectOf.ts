// What a call of a tool can do at its gravest, by what its server says of it, and whether somebody has to be asked for that.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { hintedEffect, type HintedEffect } from '../../catalog/toolEffect.ts';

/** `confirmsItself`: its source asks wherever somebody has to be asked. */
export type ToolEffect = HintedEffect | 'confirmsItself';

export const effectWords: Readonly<Record<ToolEffect, string>> = {
  destroys: 'can destroy',
  writes: 'can write',
  confirmsItself: 'asks itself',
  reads: 'only reads',
};

export function effectOf({ readOnly, confirmsItself = false, annotations }: CatalogTool): ToolEffect {
  if (readOnly) return 'reads';
  return confirmsItself ? 'confirmsItself' : hintedEffect(annotations);
}

/** Whether somebody has to be asked before the tool is called, where no rule says otherwise. */
export function needsApproval(tool: CatalogTool): boolean {
  const effect = effectOf(tool);
  return effect === 'destroys' || effect === 'writes';
}
