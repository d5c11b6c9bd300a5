// The globs over `server.tool` of one routing rule: the tools that a user blocks, excludes from code, or wants in code.
import { longestGlob } from '../../base/globs/nameMatcher.ts';
import { toolPattern, type ToolIdentity } from '../../base/globs/toolPattern.ts';

/** A glob, and the setting, option or file that contains it, for people: `codeMode.excludedTools`, `--exclude`. */
export interface RoutingPattern {
  readonly pattern: string;
  readonly setting: string;
}

interface RoutingMatcher {
  readonly written: RoutingPattern;
  readonly matches: (tool: ToolIdentity) => boolean;
}

/** Maximum number of patterns of a rule: each is matched with each tool, and a workspace may write any number. */
const mostPatterns = 1_000;
/** Maximum length of all patterns of a rule together, in characters: all are parsed at each snapshot of the catalog. */
const mostCharacters = 50_000;
/** Maximum length of a pattern or of a setting's name in a warning, in characters. */
const longestQuote = 200;
/** Maximum number of warnings of one rule. */
const mostWarnings = 100;

export class RoutingPatterns {
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #matchers: RoutingMatcher[];

  /**
   * `broken` says how to read a pattern that is not a glob or that is ambiguous: `all` (for a setting that narrows)
   * matches every tool that the user can have meant; `none` (for a setting that allows) matches only the tools that the
   * pattern certainly names.
   */
  constructor(patterns: readonly RoutingPattern[], broken: 'all' | 'none') {
    const warnings: string[] = [];
    const distinct = [
      ...new Map(
        patterns.map((written) => [JSON.stringify([written.pattern, written.setting]), written]),
      ).values(),
    ];
    let characters = 0;
    const read = distinct.filter(({ pattern }, index) => {
      characters += Math.min(pattern.length, longestGlob);
      return index < mostPatterns && characters <= mostCharacters;
    });
    const left = distinct[read.length];
    this.#matchers = read.flatMap((written) => {
      const { pattern } = written;
      const { mayName, names, problem } = toolPattern(pattern);
      const matches = broken === 'all' ? mayName : names;
      const isUsed = problem === undefined || (broken === 'all' && pattern !== '');
      const named = `The pattern ${quoted(pattern)} (${written.setting})`;
      if (problem) {
        const { reason, start } = problem;
        const matched = !isUsed
          ? 'nothing'
          : start === ''
            ? 'every tool'
            : `every tool that begins with ${quoted(start)}`;
        warnings.push(
          `${named} is not a glob (${reason}); it matches ${matched}. Example: "github.delete_*".`,
        );
      } else if (!/[.*]/.test(pattern)) {
        warnings.push(`${named} matches no tool; write "${pattern}.*" (server) or "*.${pattern}" (tool).`);
      }
      return isUsed ? [{ written, matches }] : [];
    });
    if (left) {
      // A pattern that is not read may name any tool.
      if (broken === 'all')
        this.#matchers.push({ written: { pattern: '*', setting: left.setting }, matches: () => true });
      const matched =
        broken === 'all' ? 'those beyond count as "*", every tool' : 'those beyond match nothing';
      warnings.unshift(
        `There are ${distinct.length} patterns, the last in ${left.setting}; only ${read.length} are read, and ${matched}.`,
      );
    }
    this.warnings = warnings.slice(0, mostWarnings);
  }

  /** Returns the first pattern that names the tool by its raw or its script names; undefined if no pattern does. */
  find(tool: ToolIdentity): RoutingPattern | undefined {
    return this.#matchers.find(({ matches }) => matches(tool))?.written;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}
