// Result of a finished script for a model: the result, and the pictures in the answers to its calls, which a script
// cannot see.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { AnsweredPictures } from './history.ts';

/** Maximum number of pictures for one script. */
export const mostPictures = 20;

export function withPictures(result: string, answered: readonly AnsweredPictures[]): JsonValue {
  const all = answered.flatMap(({ call, tool, parts }) =>
    parts.map((part) => ({ part, from: `call ${call} (${tool})` })),
  );
  if (all.length === 0) return result;
  const shown = all.slice(0, mostPictures);
  const left = all.length - shown.length;
  const more = left > 0 ? ` ${left} more are left out.` : '';
  const text = (words: string): JsonObject => ({ type: 'text', text: words });
  return [
    text(
      `${result}\n\nPictures that its calls were answered with follow, in this order: ${shown.map(({ from }) => from).join(', ')}.${more}`,
    ),
    ...shown.map(({ part }) => part),
  ];
}
