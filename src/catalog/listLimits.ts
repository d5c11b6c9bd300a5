// Bounds for the data that a server lists, so that work on it is limited. The bounds are far above the lists of real
// servers (in brackets: the maximum of 18 servers with 254 tools).
import { visibleName } from '../base/text/visibleText.ts';

export const listLimits = {
  /**
   * Length of a tool's name in characters; MCP allows 128. A tool with a longer name is omitted, since it cannot be
   * called by a shortened name. (33)
   */
  name: 256,
  /** Length in characters; a longer text is shortened with a note. (27, 2,037, 2,904) */
  title: 200,
  description: 20_000,
  instructions: 20_000,
  /**
   * Bounds of one schema: characters, values, nesting depth, and characters of one name in it. (12,030, 265, 21, 28)
   */
  schemaCharacters: 100_000,
  schemaValues: 10_000,
  schemaDepth: 100,
  schemaName: 256,
  icons: 4,
  /** Length of an icon's address in characters; `data:` addresses are the longest. */
  iconAddress: 16_384,
  /**
   * Bounds of one server's list: number of tools, and characters of all tools. Further tools are omitted. (32; 91,582)
   */
  tools: 1_000,
  characters: 2_000_000,
  /** Number of resources, templates, prompts or prompt arguments in one list. */
  elements: 10_000,
  /** Length of a resource's address in characters. */
  uri: 4_096,
  /** Number of warnings about one list. */
  warnings: 20,
} as const;

/**
 * Returns at most `most` characters: the beginning of a longer text, with a note on how much is missing. The result
 * does not keep the whole text in memory.
 */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `… (${text.length - most} more characters)`;
  // In V8, a part of a string keeps the whole string in memory; the conversion makes a copy.
  return Buffer.from(`${text.slice(0, most - note.length)}${note}`, 'utf16le').toString('utf16le');
}

/** Formats a name for messages: shortened, in quotes, with hidden characters escaped. */
export function quoteName(name: string): string {
  return `"${visibleName(name.length > 60 ? `${name.slice(0, 60)}…` : name)}"`;
}
