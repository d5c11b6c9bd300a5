// Determines the models for which VS Code defers tools. For these, extension and MCP tools are only names until VS
// Code's own search loads them, so that no request carries all definitions. The model's endpoint decides this, but
// extensions cannot read that; otherwise Copilot Chat 0.67 decides by the family.
import type { LanguageModelChat } from 'vscode';

/** The vendor whose models may search tools. Models of other vendors, `customendpoint` among them, carry all tools. */
export const searchingVendor = 'copilot';
/** Id of the model that chooses another model for each request, which may be one that searches tools. */
const autoModel = 'auto';
/** The first version that searches tools, by maker. */
const firstVersions: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  claude: [4, 5],
  gpt: [5, 4],
};

export function hasToolSearch(model: Pick<LanguageModelChat, 'vendor' | 'family' | 'id'>): boolean {
  const { vendor, family, id } = model;
  if (vendor !== searchingVendor) return false;
  if (id === autoModel) return true;
  const [, maker = ''] = /^(claude|gpt)-/i.exec(family) ?? [];
  const first = firstVersions[maker.toLowerCase()];
  // The version may be followed by a date: `claude-sonnet-4-20250514`.
  const version = /-(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)/.exec(family);
  if (!first || !version) return false;
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major > first[0] || (major === first[0] && minor >= first[1]);
}
