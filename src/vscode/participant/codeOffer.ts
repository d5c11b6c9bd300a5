// Decides whether `@code` offers scripts to the selected model, by the mode and by the rules for the model
// (`codeMode.models`). The module is pure.
import { offersCode, type Catalog, type ModelRules, type Mode } from '../../catalog/index.ts';
import type { Engine } from '../../engine/index.ts';

interface Offering {
  readonly engine: Engine;
  readonly catalog: Catalog;
  /** The mode, unless the rules of the model set another one. */
  readonly mode: Mode;
  /** The rules for the model; undefined if there are none. */
  readonly rules: ModelRules | undefined;
  /** Name of the model for messages. */
  readonly model: string;
}

type CodeOffer =
  { readonly kind: 'code'; readonly engine: Engine } | { readonly kind: 'refused'; readonly message: string };

export function codeOffer({ engine, catalog, mode, rules, model }: Offering): CodeOffer {
  if (rules?.mode !== undefined && !offersCode(rules.mode)) {
    const why = `its mode is "${rules.mode}" in codeMode.models (${rules.match})`;
    return {
      kind: 'refused',
      message: `Code Mode is not offered to ${model}: ${why}. Choose another model, or ask without @code.`,
    };
  }
  if (!offersCode(rules?.mode ?? mode)) {
    return {
      kind: 'refused',
      message: `Code Mode is not offered here: codeMode.mode is "${mode}". Ask without @code.`,
    };
  }
  return { kind: 'code', engine: rules ? engine.forModel(catalog.forModel(rules), rules.typeCheck) : engine };
}
