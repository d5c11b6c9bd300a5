// Determines the gravest declared effect that a call of a tool can have, and if the tool needs approval.
import { hintedEffect, type CatalogTool, type HintedEffect } from '../../catalog/index.ts';

/**
 * `confirmsItself`: the tool's source asks the user itself. `script`: a saved script, whose calls need approval one by
 * one. `undeclared`: the server declares nothing, so the tool may write, overwrite or delete.
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

export function effectOf({
  readOnly,
  confirmsItself = false,
  script,
  isUndeclared,
  annotations,
}: CatalogTool): ToolEffect {
  if (script) return 'script';
  if (readOnly) return 'reads';
  if (confirmsItself) return 'confirmsItself';
  return isUndeclared ? 'undeclared' : hintedEffect(annotations);
}

/** True if the tool needs approval unless a rule says otherwise. */
export function needsApproval(tool: CatalogTool): boolean {
  const effect = effectOf(tool);
  return effect === 'destroys' || effect === 'writes' || effect === 'undeclared';
}
