// Where in a value the paths of rules have come to, followed step by step on the way down.
import type { PathRule, PathStep } from './redactionRules.ts';

/** The steps that each open path still has to go. */
export type OpenPaths = readonly (readonly PathStep[])[];

export const noPaths: OpenPaths = [];

/** Where the answer of a tool may stand: by itself, in what a script gets with `raw`, as JSON in a text block. */
const places: OpenPaths = [
  [],
  [{ kind: 'name', name: 'structuredContent' }],
  [{ kind: 'name', name: 'content' }, { kind: 'any' }, { kind: 'name', name: 'text' }],
  [{ kind: 'any' }, { kind: 'name', name: 'text' }],
];

/** Of the rules that are about the tool; `tool` as a script says it, `server.tool`. */
export function pathsOf(rules: readonly PathRule[], tool: string | undefined): OpenPaths {
  if (rules.length === 0) return noPaths;
  const names = tool === undefined ? [] : spellings(tool);
  const about = rules.filter(({ isOf }) => !isOf || names.some((name) => isOf(name)));
  return about.flatMap(({ steps }) => places.map((place) => [...place, ...steps]));
}

/** The paths below a member, or item, of that name. */
export function pathsBelow(paths: OpenPaths, name: string): OpenPaths {
  return paths.length === 0 ? noPaths : paths.flatMap((steps) => below(steps, name));
}

/** Whether a path ends here: the value is to be hidden. */
export function endsHere(paths: OpenPaths): boolean {
  return paths.some((steps) => steps.length === 0);
}

function below(steps: readonly PathStep[], name: string): OpenPaths {
  const [first, ...rest] = steps;
  if (first === undefined) return noPaths;
  if (first.kind === 'deep') return [steps, ...below(rest, name)];
  return first.kind !== 'name' || first.name === name ? [rest] : noPaths;
}

/** A script may say `getCustomer` or `get_customer`. */
function spellings(name: string): readonly string[] {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const camel = name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([name, snake, snake.replaceAll('_', '-'), camel])];
}
