// Follows the paths of redaction rules step by step while a value is walked from its root to its leaves.
import type { PathRule, PathStep } from './redactionRules.ts';

/** The remaining steps of each path that still matches. */
export type OpenPaths = readonly (readonly PathStep[])[];

export const noPaths: OpenPaths = [];

/**
 * Paths to the places where the answer of a tool may stand: the value itself, the result that `raw` gives, and JSON in
 * a text block.
 */
const places: OpenPaths = [
  [],
  [{ kind: 'name', name: 'structuredContent' }],
  [{ kind: 'name', name: 'content' }, { kind: 'any' }, { kind: 'name', name: 'text' }],
  [{ kind: 'any' }, { kind: 'name', name: 'text' }],
];

/** Returns the paths of the rules for the tool; `tool` as a script names it, `server.tool`. */
export function pathsOf(rules: readonly PathRule[], tool: string | undefined): OpenPaths {
  if (rules.length === 0) return noPaths;
  const names = tool === undefined ? [] : spellings(tool);
  const about = rules.filter(({ isOf }) => !isOf || names.some((name) => isOf(name)));
  return about.flatMap(({ steps }) => places.map((place) => [...place, ...steps]));
}

/** Returns the paths that continue below a member or item of that name. */
export function pathsBelow(paths: OpenPaths, name: string): OpenPaths {
  return paths.length === 0 ? noPaths : paths.flatMap((steps) => below(steps, name));
}

/** True if a path ends here, so that the value must be hidden. */
export function endsHere(paths: OpenPaths): boolean {
  return paths.some((steps) => steps.length === 0);
}

function below(steps: readonly PathStep[], name: string): OpenPaths {
  const [first, ...rest] = steps;
  if (first === undefined) return noPaths;
  if (first.kind === 'deep') return [steps, ...below(rest, name)];
  return first.kind !== 'name' || first.name === name ? [rest] : noPaths;
}

/** Returns the spellings of a tool's name, since a script may write `getCustomer` or `get_customer`. */
function spellings(name: string): readonly string[] {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const camel = name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([name, snake, snake.replaceAll('_', '-'), camel])];
}
