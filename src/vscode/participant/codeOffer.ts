// Decides whether `@code` offers scripts to the selected model, by the mode and by the rules for the model
// (`codeMode.models`). The module is pure.
import * as l10n from '@vscode/l10n';
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
    const why = l10n.t('its mode is "{0}" in codeMode.models ({1})', rules.mode, rules.match);
    const message = l10n.t(
      'Code Mode is not offered to {0}: {1}. Choose another model, or ask without @code.',
      model,
      why,
    );
    return { kind: 'refused', message };
  }
  if (!offersCode(rules?.mode ?? mode)) {
    const message = l10n.t('Code Mode is not offered here: codeMode.mode is "{0}". Ask without @code.', mode);
    return { kind: 'refused', message };
  }
  return { kind: 'code', engine: rules ? engine.forModel(catalog.forModel(rules), rules.typeCheck) : engine };
}
