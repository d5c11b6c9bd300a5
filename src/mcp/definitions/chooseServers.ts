// Filters the defined servers by the globs of `codeMode.servers` and `--server`.
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import type { DefinitionProblem, Definitions } from './serverDefinition.ts';

/** Maximum number of globs in one list: a workspace may write any number, and each is matched with each server. */
const mostPatterns = 500;

/**
 * Keeps the servers that every list of `choices` allows. A list allows a server if one of its globs matches the name,
 * or if it has only exclusions, and if none of its `!` globs matches. Each level of settings gives one list, so a
 * workspace cannot include a server that the user excluded. An invalid glob allows nothing.
 */
export function chooseServers(
  found: Definitions,
  choices: readonly (readonly string[])[],
  setting: string,
): Definitions {
  const problems: DefinitionProblem[] = [];
  const complain = (what: string) => {
    problems.push({ severity: 'error', message: `${setting}: ${what}.` });
  };
  const allows = choices.map((patterns) => choice(patterns, complain));
  const isUsed = (server: string) => allows.every((allow) => allow(server));
  return {
    ...found,
    definitions: found.definitions.filter(({ name }) => isUsed(name)),
    ...(found.unapproved && { unapproved: found.unapproved.filter(({ name }) => isUsed(name)) }),
    problems: [...problems, ...found.problems.filter(({ server }) => server === undefined || isUsed(server))],
  };
}

function choice(patterns: readonly string[], complain: (what: string) => void): (server: string) => boolean {
  if (patterns.length > mostPatterns) {
    complain(`more than ${mostPatterns} globs choose no server`);
    return () => false;
  }
  const exclusion = /^!(?!\()/;
  const matcherOf = (pattern: string) => {
    try {
      return nameMatcher(pattern.replace(exclusion, ''));
    } catch {
      complain(`${JSON.stringify(pattern)} is not a glob like "github" or "!internal-*"`);
      return undefined;
    }
  };
  const exclusions = patterns.filter((pattern) => exclusion.test(pattern)).map(matcherOf);
  const inclusions = patterns.filter((pattern) => !exclusion.test(pattern)).map(matcherOf);
  return (server) =>
    exclusions.every((matches) => matches?.(server) === false) &&
    (inclusions.length === 0 || inclusions.some((matches) => matches?.(server) === true));
}
