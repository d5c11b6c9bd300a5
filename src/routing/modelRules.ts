// What holds for one model or client alone (`codeMode.models`), wherever it is known: pure, so that every door resolves alike.
import { nameMatcher } from '../base/globs/nameMatcher.ts';
import { narrowingGlobs } from '../base/globs/narrowingGlobs.ts';
import { readMode } from './readRules.ts';
import type { RoutingPattern } from './routingPatterns.ts';
import type { Mode } from './routing.ts';

/** One entry of `codeMode.models`, guarded. */
export interface ModelRules {
  /** A glob over the names of models and of MCP clients: `gpt-*`, `claude-code`. */
  readonly match: string;
  readonly mode?: Mode;
  /** Excluded beside what `codeMode.excludedTools` excludes. */
  readonly excluded: readonly RoutingPattern[];
  readonly typeCheck?: (typeof typeChecks)[number];
}

const typeChecks = ['error', 'warn', 'off'] as const;
/** Of a list without end, only the beginning counts. */
const mostEntries = 100;

/**
 * The setting, whatever a file says. An entry without a `match` that can be read is left out, and named in `warnings`; exclusions that
 * are no globs exclude every tool. `setting`: what it stands in, for people.
 */
export function readModels(
  value: unknown,
  setting: string,
): { readonly models: readonly ModelRules[]; readonly warnings: readonly string[] } {
  if (value === undefined) return { models: [], warnings: [] };
  if (!Array.isArray(value)) return { models: [], warnings: [`${setting} is not a list: it does not apply.`] };
  const entries: readonly unknown[] = value.slice(0, mostEntries);
  const read = entries.map((entry) => readEntry(entry, setting));
  return {
    models: read.filter((entry) => entry !== undefined),
    warnings: read.flatMap((entry, index) => (entry ? [] : [`${setting}[${index}] has no "match" that is a glob: it does not apply.`])),
  };
}

function readEntry(entry: unknown, setting: string): ModelRules | undefined {
  const { match, mode, excludedTools, typeCheck } = (entry ?? {}) as Readonly<Record<string, unknown>>; // `unknown` each, whatever it is
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
 * The first entry that matches one of the names of a model; undefined where none does, or the model is not known. What a glob says that a name is
 * not, none of them may be.
 */
export function resolveModel(models: readonly ModelRules[], ...names: readonly (string | undefined)[]): ModelRules | undefined {
  const known = names.filter((name) => name !== undefined);
  return models.find(({ match }) => {
    const matches = nameMatcher(match);
    return match.includes('!(') ? known.length > 0 && known.every(matches) : known.some(matches);
  });
}

/** What several lists say of one model, the nearest first, which counts; what any of them excludes is excluded. */
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
