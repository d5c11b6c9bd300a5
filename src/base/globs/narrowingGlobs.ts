// Reads the globs of settings that narrow what a script may do. A malformed value narrows more, never less.

/**
 * Reads the globs of a narrowing setting from a value of any shape. A single string counts as a list with one entry. An
 * entry that is not a string becomes an unreadable pattern, which matches every tool (`RoutingPatterns`) and chooses no
 * server (`chooseServers`).
 */
export function narrowingGlobs(value: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return entries.map((entry) => (typeof entry === 'string' ? entry : '[not a string'));
}

/**
 * Returns the globs of each settings level that has the setting; if no level has it, the globs of the default value,
 * which other extensions can contribute.
 */
export function narrowingLevels(
  levels: readonly unknown[],
  byDefault: unknown,
): readonly (readonly string[])[] {
  const given = levels.filter((value) => value !== undefined);
  return (given.length > 0 ? given : [byDefault]).map(narrowingGlobs);
}
