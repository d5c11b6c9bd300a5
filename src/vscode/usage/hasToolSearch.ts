// Which models VS Code defers tools for: to these, extension and MCP tools are names until they are loaded by a search of VS Code's own, so that no
// request carries all their definitions. A model's endpoint decides it, which extensions cannot read; else Copilot Chat 0.67 goes by the family.
import type { LanguageModelChat } from 'vscode';

/** Models of other vendors, `customendpoint` among them, carry all tools. */
export const searchingVendor = 'copilot';
/** Chooses a model for each request, and may choose one that searches tools. */
const autoModel = 'auto';
/** By maker: the first version that searches tools. */
const firstVersions: Readonly<Record<string, readonly [major: number, minor: number]>> = { claude: [4, 5], gpt: [5, 4] };

export function hasToolSearch({ vendor, family, id }: Pick<LanguageModelChat, 'vendor' | 'family' | 'id'>): boolean {
  if (vendor !== searchingVendor) return false;
  if (id === autoModel) return true;
  const [, maker = ''] = /^(claude|gpt)-/i.exec(family) ?? [];
  const first = firstVersions[maker.toLowerCase()];
  // A date may follow a version: `claude-sonnet-4-20250514`.
  const version = /-(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)/.exec(family);
  if (!first || !version) return false;
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major > first[0] || (major === first[0] && minor >= first[1]);
}
