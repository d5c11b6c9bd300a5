// How much of what a server lists is taken, so that work on it has an end: every bound is here, far above what real servers list
// (in brackets, the most of 18 of them with 254 tools), and is documented in docs/internals.md.
import { visibleName } from '../base/text/visibleText.ts';

export const listLimits = {
  /** Characters of a tool's name; MCP allows 128. A longer one is left out, since it could not be called by a part of its name. (33) */
  name: 256,
  /** Characters; more are cut, and the text says so. (27, 2,037, 2,904) */
  title: 200,
  description: 20_000,
  instructions: 20_000,
  /** Of one schema: characters, values, levels of values in values, and characters of one name in it. (12,030, 265, 21, 28) */
  schemaCharacters: 100_000,
  schemaValues: 10_000,
  schemaDepth: 100,
  schemaName: 256,
  icons: 4,
  /** In characters; of `data:` most of all. */
  iconAddress: 16_384,
  /** Of one server. What comes after them is left out. (32; 91,582) */
  tools: 1_000,
  characters: 2_000_000,
  /** Resources, templates, prompts or their arguments in one list. */
  elements: 10_000,
  /** Characters of a resource's address. */
  uri: 4_096,
  /** Lines on what is wrong with one list. */
  warnings: 20,
} as const;

/** At most `most` characters: of a longer text its beginning, and how much is missing. The whole can be forgotten. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `… (${text.length - most} more characters)`;
  // A part of a text holds on to the whole: what is made of it here does not.
  return Buffer.from(`${text.slice(0, most - note.length)}${note}`, 'utf16le').toString('utf16le');
}

/** A name for messages: short, in quotes, and with what hides in it written out. */
export function quoteName(name: string): string {
  return `"${visibleName(name.length > 60 ? `${name.slice(0, 60)}…` : name)}"`;
}
