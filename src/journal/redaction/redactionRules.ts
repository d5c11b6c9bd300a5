// Reads the setting `codeMode.runs.redact`: fields by a glob for their names, parts of values by a path, and texts by a
// pattern. If a rule cannot be read, the user is told and no values are recorded at all.
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import { readTextPattern, type TextPattern } from './textPattern.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** One step of a path. `deep` matches at any depth below. */
export type PathStep = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'any' | 'deep' };

export interface PathRule {
  /**
   * True if the rule is about values of this tool (`server.tool`). A rule without this function is about all values.
   */
  readonly isOf?: (tool: string) => boolean;
  readonly steps: readonly PathStep[];
}

export interface RedactionRules {
  readonly fields: readonly ((name: string) => boolean)[];
  readonly paths: readonly PathRule[];
  readonly texts: readonly TextPattern[];
  /** One sentence for each rule that cannot be read. */
  readonly problems: readonly string[];
}

export const noRedactionRules: RedactionRules = { fields: [], paths: [], texts: [], problems: [] };

const mostRules = 200;
const longestRule = 500;
const pattern = /^\/(.+)\/(\w*)$/s;
/** Matches `tools.crm.*: $.customer.email`; the glob is optional. */
const path = /^(?:(?:tools\.)?([^:$]{1,200}):\s*)?\$(.*)$/s;
const step = /(\.\.)|\.?\[\*\]|\.\*|\.?\[(?:"([^"]+)"|'([^']+)'|(\d{1,9}))\]|\.?([^.[\]*]+)/y;

/** Reads the rules of a setting, which may have any value. */
export function readRedactionRules(value: unknown, setting: string): RedactionRules {
  if (value === undefined) return noRedactionRules;
  if (!Array.isArray(value) || value.length > mostRules) {
    return { ...noRedactionRules, problems: [`${setting} is no list of at most ${mostRules} rules.`] };
  }
  return joinRules(value.map((rule: unknown) => readRule(rule, setting)));
}

export function joinRules(all: readonly RedactionRules[]): RedactionRules {
  return {
    fields: all.flatMap(({ fields }) => fields),
    paths: all.flatMap(({ paths }) => paths),
    texts: all.flatMap(({ texts }) => texts),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function readRule(rule: unknown, setting: string): RedactionRules {
  const failed = (why: string) => ({
    ...noRedactionRules,
    problems: [`${JSON.stringify(rule)} in ${setting} is no rule (${why}).`],
  });
  if (typeof rule !== 'string' || rule.trim() === '' || rule.length > longestRule)
    return failed('write a name, a path or a pattern');
  try {
    const text = pattern.exec(rule);
    if (text) {
      const read = readTextPattern(text[1] ?? '', text[2] ?? '');
      return typeof read === 'string' ? failed(read) : { ...noRedactionRules, texts: [read] };
    }
    const found = path.exec(rule.trim());
    if (!found)
      return rule.includes('$')
        ? failed('a path begins with $')
        : { ...noRedactionRules, fields: [nameMatcher(rule.trim())] };
    const [, tools, rest = ''] = found;
    const steps = readSteps(rest);
    if (!steps) return failed('a path is like $.customer.email, $.items[*].key or $..password');
    return {
      ...noRedactionRules,
      paths: [{ steps, ...(tools !== undefined && { isOf: nameMatcher(tools.trim()) }) }],
    };
  } catch (error) {
    return failed(errorMessage(error));
  }
}

function readSteps(text: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (!found) return undefined;
    const [whole, deep, quoted, single, index, plain] = found;
    const name = quoted ?? single ?? index ?? plain;
    // A name needs a dot before it, except after two dots.
    if (plain !== undefined && !whole.startsWith('.') && steps.at(-1)?.kind !== 'deep') return undefined;
    steps.push(
      deep !== undefined ? { kind: 'deep' } : name === undefined ? { kind: 'any' } : { kind: 'name', name },
    );
  }
  return steps.at(-1)?.kind === 'deep' ? undefined : steps;
}
