// Reads a setting of rules, each a pattern with an action, of one file or level. The setting fails closed: an
// unreadable rule denies.
import { isJsonObject } from '../base/json.ts';

export interface SettingRule<Action extends string> {
  readonly pattern: string;
  readonly action: Action;
  /** Name of the setting or file that contains the rule, for people. */
  readonly setting: string;
}

export interface ReadSetting<Action extends string> {
  readonly rules: readonly SettingRule<Action>[];
  /** One line for each rule that cannot be used as written. */
  readonly problems: readonly string[];
}

interface SettingForm<Action extends string> {
  readonly actions: readonly Action[];
  /** Text for an unknown action: "neither ask nor deny". */
  readonly noAction: string;
  /** Maximum number of rules of one file or level. */
  readonly mostRules: number;
  /** The rule that replaces an unreadable setting. */
  readonly denyAll: { readonly pattern: string; readonly words: string };
  readonly example: string;
  /** Returns the end of a sentence that begins with the pattern and says what is wrong with it, if anything. */
  readonly problemOf: (pattern: string) => string | undefined;
}

/** Maximum length of all patterns of one file or level together: they are parsed at each run. */
const mostCharacters = 50_000;

/** Reads the rules of one level from a value of any shape. */
export function readRuleSetting<Action extends string>(
  value: unknown,
  setting: string,
  { actions, noAction, mostRules, denyAll, example, problemOf }: SettingForm<Action | 'deny'>,
): ReadSetting<Action | 'deny'> {
  if (value === undefined) return { rules: [], problems: [] };
  const entries = isJsonObject(value) ? Object.entries(value) : undefined;
  const length = entries?.reduce((sum, [pattern]) => sum + pattern.length, 0) ?? 0;
  if (!entries || entries.length > mostRules || length > mostCharacters) {
    const problem = `${setting} is no object of at most ${mostRules} rules and ${mostCharacters} characters: ${denyAll.words}. Example: ${example}.`;
    return { rules: [{ pattern: denyAll.pattern, action: 'deny', setting }], problems: [problem] };
  }
  const problems: string[] = [];
  const rules = entries.map(([pattern, given]) => {
    const action = actions.find((known) => known === given);
    const problem = problemOf(pattern);
    if (!action) problems.push(`${JSON.stringify(pattern)} in ${setting} is ${noAction}: it denies.`);
    if (problem !== undefined) problems.push(`${JSON.stringify(pattern)} in ${setting} ${problem}.`);
    return { pattern, action: action ?? 'deny', setting };
  });
  return { rules, problems };
}

/** Returns a function that reports problems of settings that are read repeatedly, each once for as long as it lasts. */
export function warnOnce(warn: (line: string) => void): (problems: readonly string[]) => void {
  let warned = new Set<string>();
  return (problems) => {
    const now = new Set(problems);
    for (const problem of now) if (!warned.has(problem)) warn(problem);
    warned = now;
  };
}
