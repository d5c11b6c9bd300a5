// The globs of settings that narrow what a script may do: read so that a malformed value narrows more, never less.

/**
 * The globs of a setting that narrows, whatever its file says: one string is a list of one, and what is no string becomes a pattern that
 * cannot be read, so that it names every tool (`RoutingPatterns`) and chooses no server (`chooseServers`).
 */
export function narrowingGlobs(value: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return entries.map((entry) => (typeof entry === 'string' ? entry : '[not a string'));
}

/** Those of each level of settings that has the setting; where none has it, those of its default, which other extensions may give. */
export function narrowingLevels(levels: readonly unknown[], byDefault: unknown): readonly (readonly string[])[] {
  const given = levels.filter((value) => value !== undefined);
  return (given.length > 0 ? given : [byDefault]).map(narrowingGlobs);
}
