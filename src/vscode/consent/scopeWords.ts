// How far a consent reaches, in words: for lists, rows of the view and their tooltips.
import type { Consent, ConsentScope } from '../../engine/consent/consents.ts';

export const scopeWords: Readonly<Record<ConsentScope, string>> = {
  chat: 'in one chat',
  window: 'in this window',
  file: 'in one file',
  workspace: 'in this workspace',
  always: 'always',
};

/** As the entry of a menu. */
export function scopeHeading({ scope, place }: Consent): string {
  const file = scope === 'file' && place !== undefined ? `: ${place.slice(place.lastIndexOf('/') + 1)}` : '';
  const word = scopeWords[scope];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}${file}`;
}

/** `allowed in this window, always`; undefined for none. */
export function allowedText(consents: readonly Consent[]): string | undefined {
  const scopes = [...new Set(consents.map(({ scope }) => scopeWords[scope]))];
  return scopes.length > 0 ? `allowed ${scopes.join(', ')}` : undefined;
}
