// A setting of rules, each a pattern with what is done, as one file or level has it. It fails closed: what cannot be read denies.
import { isJsonObject } from '../base/json.ts';

/** One line of the setting. */
export interface SettingRule<Action extends string> {
  readonly pattern: string;
  readonly action: Action;
  /** Where it stands, for people. */
  readonly setting: string;
}

export interface ReadSetting<Action extends string> {
  readonly rules: readonly SettingRule<Action>[];
  /** One line for each that cannot be used as it stands. */
  readonly problems: readonly string[];
}

interface SettingForm<Action extends string> {
  readonly actions: readonly Action[];
  /** In words, for what is none of them: "neither ask nor deny". */
  readonly noAction: string;
  /** Of one file or level. */
  readonly mostRules: number;
  /** The rule for a setting that cannot be read. */
  readonly denyAll: { readonly pattern: string; readonly words: string };
  readonly example: string;
  /** What is wrong with a pattern, after its text; undefined for one that is right. */
  readonly problemOf: (pattern: string) => string | undefined;
}

/** The rules of one level, whatever its file says. */
export function readRuleSetting<Action extends string>(
  value: unknown,
  setting: string,
  { actions, noAction, mostRules, denyAll, example, problemOf }: SettingForm<Action | 'deny'>,
): ReadSetting<Action | 'deny'> {
  if (value === undefined) return { rules: [], problems: [] };
  const entries = isJsonObject(value) ? Object.entries(value) : undefined;
  if (!entries || entries.length > mostRules) {
    const problem = `${setting} is no object of at most ${mostRules} rules: ${denyAll.words}. Example: ${example}.`;
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

/** Says what is wrong with settings that are read again and again: a line each, once for as long as it stays. */
export function warnOnce(warn: (line: string) => void): (problems: readonly string[]) => void {
  let warned = new Set<string>();
  return (problems) => {
    const now = new Set(problems);
    for (const problem of now) if (!warned.has(problem)) warn(problem);
    warned = now;
  };
}
