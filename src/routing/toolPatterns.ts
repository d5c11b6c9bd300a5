// Globs over `server.tool`, as settings and options have them: which tools a person blocked, excluded from code, or wants in code.
import { literalStart } from '../globs/globSyntax.ts';
import { nameMatcher } from '../globs/nameMatcher.ts';

/** A tool under both its names, so that a pattern can use either. */
export interface NamedTool {
  readonly server: string;
  readonly namespace: string;
  readonly name: string;
  readonly method: string;
}

/** A glob, and the setting, option or file that it stands in, for people: `codeMode.excludedTools`, `--exclude`. */
export interface ToolPattern {
  readonly pattern: string;
  readonly setting: string;
}

interface Matcher {
  readonly pattern: ToolPattern;
  readonly matches: (names: readonly string[]) => boolean;
}

export class ToolPatterns {
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #matchers: readonly Matcher[];

  /** `broken`: what a pattern that is no glob names: all that the person can have meant, for a setting that narrows, or nothing. */
  constructor(patterns: readonly ToolPattern[], broken: 'all' | 'none') {
    const matchers: Matcher[] = [];
    const warnings = [];
    const seen = new Set<string>();
    for (const written of patterns) {
      const key = JSON.stringify([written.pattern, written.setting]);
      if (seen.has(key)) continue;
      seen.add(key);
      const { pattern } = written;
      const named = `The pattern ${JSON.stringify(pattern)} (${written.setting})`;
      try {
        matchers.push({ pattern: written, matches: matcher(pattern) });
        if (!/[.*]/.test(pattern)) {
          warnings.push(`${named} matches no tool; write "${pattern}.*" (server) or "*.${pattern}" (tool).`);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
        const isUsed = broken === 'all' && pattern !== '';
        const matched = !isUsed ? 'nothing' : start === '' ? 'every tool' : `every tool that begins with ${JSON.stringify(start)}`;
        warnings.push(`${named} is not a glob (${reason}); it matches ${matched}. Example: "github.delete_*".`);
        if (isUsed) matchers.push({ pattern: written, matches: (names) => names.some((name) => name.toLowerCase().startsWith(start)) });
      }
    }
    this.#matchers = matchers;
    this.warnings = warnings;
  }

  /** The first that names the tool by its raw or its script names; undefined when none does. */
  find(tool: NamedTool): ToolPattern | undefined {
    const { server, namespace, name, method } = tool;
    const names = [`${server}.${name}`, `${server}.${method}`, `${namespace}.${name}`, `${namespace}.${method}`];
    return this.#matchers.find(({ matches }) => matches(names))?.pattern;
  }
}

/** Whether a pattern matches any of a tool's names; `!github.*` must match none of them. Throws for what is no glob. */
function matcher(pattern: string): (names: readonly string[]) => boolean {
  const negated = /^!(?!\()/.test(pattern);
  const matches = nameMatcher(negated ? pattern.slice(1) : pattern);
  return (names) => names.some((name) => matches(name)) !== negated;
}
