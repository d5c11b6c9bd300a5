// Rules for one model or one client (`codeMode.models`). The module is pure, so that the editor, the command and the
// server resolve these rules alike.
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import { narrowingGlobs } from '../../base/globs/narrowingGlobs.ts';
import type { RoutingPattern } from './routingPatterns.ts';
import { readMode, type Mode } from './routing.ts';

/** One entry of `codeMode.models`, guarded. */
export interface ModelRules {
  /** A glob over the names of models and of MCP clients: `gpt-*`, `claude-code`. */
  readonly match: string;
  readonly mode?: Mode;
  /** Tools that are excluded in addition to those of `codeMode.excludedTools`. */
  readonly excluded: readonly RoutingPattern[];
  readonly typeCheck?: (typeof typeChecks)[number];
}

const typeChecks = ['error', 'warn', 'off'] as const;
/** Maximum number of entries that are read; the rest of a longer list is ignored. */
const mostEntries = 100;

/**
 * Reads the setting from a value of any shape. An entry without a readable `match` is left out and named in `warnings`.
 * An exclusion that is not a glob excludes every tool. `setting` is the name of the setting or file that holds the
 * value, for people.
 */
export function readModels(
  value: unknown,
  setting: string,
): { readonly models: readonly ModelRules[]; readonly warnings: readonly string[] } {
  if (value === undefined) return { models: [], warnings: [] };
  if (!Array.isArray(value))
    return { models: [], warnings: [`${setting} is not a list: it does not apply.`] };
  const entries: readonly unknown[] = value.slice(0, mostEntries);
  const read = entries.map((entry) => readEntry(entry, setting));
  return {
    models: read.filter((entry) => entry !== undefined),
    warnings: read.flatMap((entry, index) =>
      entry ? [] : [`${setting}[${index}] has no "match" that is a glob: it does not apply.`],
    ),
  };
}

function readEntry(entry: unknown, setting: string): ModelRules | undefined {
  // Each field can have any type.
  const { match, mode, excludedTools, typeCheck } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof match !== 'string' || !isGlob(match)) return undefined;
  const known = readMode(mode);
  const check = typeChecks.find((value) => value === typeCheck);
  return {
    match,
    ...(known && { mode: known }),
    excluded: narrowingGlobs(excludedTools).map((pattern) => ({ pattern, setting: `${setting} (${match})` })),
    ...(check && { typeCheck: check }),
  };
}

/**
 * Returns the first entry that matches one of the model's names; undefined when no entry matches or the model is
 * unknown. A glob with `!(…)` must match all names of the model.
 */
export function resolveModel(
  models: readonly ModelRules[],
  ...names: readonly (string | undefined)[]
): ModelRules | undefined {
  const known = names.filter((name) => name !== undefined);
  return models.find(({ match }) => {
    const matches = nameMatcher(match);
    return match.includes('!(') ? known.length > 0 && known.every(matches) : known.some(matches);
  });
}

/** Joins rules for one model from several lists, nearest first: the nearest decides, the exclusions of all apply. */
export function joinModelRules(found: readonly (ModelRules | undefined)[]): ModelRules | undefined {
  const rules = found.filter((entry) => entry !== undefined);
  const [nearest] = rules;
  return nearest && { ...nearest, excluded: rules.flatMap(({ excluded }) => excluded) };
}

function isGlob(match: string): boolean {
  try {
    nameMatcher(match);
    return true;
  } catch {
    return false;
  }
}
