// Globs over `server.tool` of one rule: which tools a person blocked, excluded from code, or wants in code.
import { toolPattern, type NamedTool } from '../globs/toolPattern.ts';

/** A glob, and the setting, option or file that it stands in, for people: `codeMode.excludedTools`, `--exclude`. */
export interface RoutingPattern {
  readonly pattern: string;
  readonly setting: string;
}

interface Matcher {
  readonly written: RoutingPattern;
  readonly matches: (tool: NamedTool) => boolean;
}

export class RoutingPatterns {
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #matchers: readonly Matcher[];

  /** `broken`: what a pattern that is no glob names: all that the person can have meant, for a setting that narrows, or nothing. */
  constructor(patterns: readonly RoutingPattern[], broken: 'all' | 'none') {
    const warnings: string[] = [];
    const distinct = new Map(patterns.map((written) => [JSON.stringify([written.pattern, written.setting]), written]));
    this.#matchers = [...distinct.values()].flatMap((written) => {
      const { pattern } = written;
      const { matches, problem } = toolPattern(pattern);
      const isUsed = problem === undefined || (broken === 'all' && pattern !== '');
      const named = `The pattern ${JSON.stringify(pattern)} (${written.setting})`;
      if (problem) {
        const { reason, start } = problem;
        const matched = !isUsed ? 'nothing' : start === '' ? 'every tool' : `every tool that begins with ${JSON.stringify(start)}`;
        warnings.push(`${named} is not a glob (${reason}); it matches ${matched}. Example: "github.delete_*".`);
      } else if (!/[.*]/.test(pattern)) {
        warnings.push(`${named} matches no tool; write "${pattern}.*" (server) or "*.${pattern}" (tool).`);
      }
      return isUsed ? [{ written, matches }] : [];
    });
    this.warnings = warnings;
  }

  /** The first that names the tool by its raw or its script names; undefined when none does. */
  find(tool: NamedTool): RoutingPattern | undefined {
    return this.#matchers.find(({ matches }) => matches(tool))?.written;
  }
}
