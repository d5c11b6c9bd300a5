// What a call of a tool can do at its gravest, by what its server says of it, and whether somebody has to be asked for that.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { hintedEffect, type HintedEffect } from '../../catalog/toolEffect.ts';

/**
 * `confirmsItself`: its source asks wherever somebody has to be asked. `script`: what it calls is asked for. `undeclared`: its server does not say,
 * so that it may write, overwrite or delete.
 */
export type ToolEffect = HintedEffect | 'undeclared' | 'confirmsItself' | 'script';

export const effectWords: Readonly<Record<ToolEffect, string>> = {
  destroys: 'can overwrite or delete',
  writes: 'can write',
  undeclared: 'effect not declared',
  confirmsItself: 'asks for confirmation itself',
  script: 'is a saved script',
  reads: 'only reads',
};

export function effectOf({ readOnly, confirmsItself = false, script, isUndeclared, annotations }: CatalogTool): ToolEffect {
  if (script) return 'script';
  if (readOnly) return 'reads';
  if (confirmsItself) return 'confirmsItself';
  return isUndeclared ? 'undeclared' : hintedEffect(annotations);
}

/** Whether somebody has to be asked before the tool is called, where no rule says otherwise. */
export function needsApproval(tool: CatalogTool): boolean {
  const effect = effectOf(tool);
  return effect === 'destroys' || effect === 'writes' || effect === 'undeclared';
}
