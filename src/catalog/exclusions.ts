// Which tools a person has taken away (`codeMode.excludedTools`, `--exclude`): globs over `server.tool`.
import { toolPattern, type NamedTool } from './toolPattern.ts';

/** A glob, and what it stands in where that is not `codeMode.excludedTools` of the editor. */
export interface Exclusion {
  readonly pattern: string;
  readonly setting?: string;
}

/**
 * The globs of a setting that narrows, whatever its file says: one string is a list of one, and what is no string becomes a pattern that
 * cannot be read, so that it excludes every tool (`Exclusions`) and chooses no server (`chooseServers`).
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

export class Exclusions {
  readonly patterns: readonly (string | Exclusion)[];
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #matchers: readonly { readonly exclusion: Exclusion; readonly matches: (tool: NamedTool) => boolean }[];

  constructor(patterns: readonly (string | Exclusion)[]) {
    this.patterns = patterns;
    const warnings: string[] = [];
    this.#matchers = Array.from(new Set(patterns), (written) => {
      const exclusion = typeof written === 'string' ? { pattern: written } : written;
      const { pattern, setting } = exclusion;
      const { matches, problem } = toolPattern(pattern);
      const named = `The exclusion ${JSON.stringify(pattern)}${setting === undefined ? '' : ` (${setting})`}`;
      if (problem) {
        const { start, reason } = problem;
        const excludes = pattern === '' ? 'nothing' : start === '' ? 'every tool' : `every tool that begins with ${JSON.stringify(start)}`;
        warnings.push(`${named} is not a glob (${reason}); it excludes ${excludes}. Example: "github.delete_*".`);
      } else if (!/[.*]/.test(pattern)) {
        warnings.push(`${named} matches no tool; write "${pattern}.*" (server) or "*.${pattern}" (tool).`);
      }
      return { exclusion, matches };
    });
    this.warnings = warnings;
  }

  /** The first that names the tool; undefined when none does. */
  find(tool: NamedTool): Exclusion | undefined {
    return this.#matchers.find(({ matches }) => matches(tool))?.exclusion;
  }
}
