// Which tools a person has taken away (`codeMode.excludedTools`, `--exclude`): globs over `server.tool`.
import { literalStart } from './globSyntax.ts';
import { nameMatcher } from './nameMatcher.ts';

/** A tool under both its names, so that a pattern can use either. */
interface ExcludableTool {
  readonly server: string;
  readonly namespace: string;
  readonly name: string;
  readonly method: string;
}

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
  readonly #matchers: readonly { readonly exclusion: Exclusion; readonly matches: (names: readonly string[]) => boolean }[];

  constructor(patterns: readonly (string | Exclusion)[]) {
    this.patterns = patterns;
    const matchers: { exclusion: Exclusion; matches: (names: readonly string[]) => boolean }[] = [];
    const warnings = [];
    for (const written of new Set(patterns)) {
      const exclusion = typeof written === 'string' ? { pattern: written } : written;
      const { pattern, setting } = exclusion;
      const named = `The exclusion ${JSON.stringify(pattern)}${setting === undefined ? '' : ` (${setting})`}`;
      try {
        matchers.push({ exclusion, matches: matcher(pattern) });
        if (!/[.*]/.test(pattern)) {
          warnings.push(`${named} matches no tool; write "${pattern}.*" (server) or "*.${pattern}" (tool).`);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
        const excludes = pattern === '' ? 'nothing' : start === '' ? 'every tool' : `every tool that begins with ${JSON.stringify(start)}`;
        warnings.push(`${named} is not a glob (${reason}); it excludes ${excludes}. Example: "github.delete_*".`);
        // Never less than what the person can have meant.
        if (pattern !== '') matchers.push({ exclusion, matches: (names) => names.some((name) => name.toLowerCase().startsWith(start)) });
      }
    }
    this.#matchers = matchers;
    this.warnings = warnings;
  }

  /** The first that names the tool by its raw or its script names; undefined when none does. */
  find(tool: ExcludableTool): Exclusion | undefined {
    const { server, namespace, name, method } = tool;
    const names = [`${server}.${name}`, `${server}.${method}`, `${namespace}.${name}`, `${namespace}.${method}`];
    return this.#matchers.find(({ matches }) => matches(names))?.exclusion;
  }
}

/** Whether a pattern matches any of a tool's names; `!github.*` must match none of them. Throws for what is no glob. */
function matcher(pattern: string): (names: readonly string[]) => boolean {
  const negated = /^!(?!\()/.test(pattern);
  const matches = nameMatcher(negated ? pattern.slice(1) : pattern);
  return (names) => names.some((name) => matches(name)) !== negated;
}
