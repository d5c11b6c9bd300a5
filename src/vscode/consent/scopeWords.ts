// Describes the scope of a consent in words, for lists, rows of the view and tooltips.
import * as l10n from '@vscode/l10n';
import { sentence } from '../labelText.ts';
import type { Consent, ConsentScope } from './consents.ts';

export const scopeWords: Readonly<Record<ConsentScope, string>> = {
  chat: l10n.t('in one chat'),
  window: l10n.t('in this window'),
  file: l10n.t('in one file'),
  workspace: l10n.t('in this workspace'),
  always: 'always',
};

/** Returns the heading of a menu entry for the consent. */
export function scopeHeading({ scope, place }: Consent): string {
  const file = scope === 'file' && place !== undefined ? `: ${place.slice(place.lastIndexOf('/') + 1)}` : '';
  return `${sentence(scopeWords[scope])}${file}`;
}

/** Returns for instance `allowed in this window, always`; undefined if there is no consent. */
export function allowedText(consents: readonly Consent[]): string | undefined {
  const scopes = [...new Set(consents.map(({ scope }) => scopeWords[scope]))];
  return scopes.length > 0 ? l10n.t('allowed {0}', scopes.join(', ')) : undefined;
}
