// Makes the beginning of a value's JSON without secrets, for callers that show no more than that. An answer may have
// megabytes, and other work shares the thread of the host.
import type { JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { writeJson } from './longJson.ts';
import { longestJson, type Hiding, type Redactor } from './redactor.ts';

export type BeginningRedactor = Hiding & Pick<Redactor, 'pathsOf'>;

/**
 * Number of characters of a long text that are read. A text with a part that a path rule names is hidden whole beyond
 * this length.
 */
const lookedAt = longestJson + 1;
/** Number of characters at the end of a cut text that are dropped, since half a secret there is not recognized. */
const unsure = 8_192;

/**
 * Returns at most `most` characters. The time does not depend on the size of the value. `tool` names the tool of the
 * value as the script does (`server.tool`).
 */
export function jsonBeginning(
  redactor: BeginningRedactor,
  value: JsonValue,
  tool: string | undefined,
  most: number,
): string {
  redactor.refresh();
  const hiding: Omit<Hiding, 'refresh'> = {
    json: (member, paths) => redactor.json(member, paths),
    key: (name) => redactor.key(name.slice(0, lookedAt)),
    hides: (container, key) => redactor.hides(container, key),
    *longText(text, paths) {
      const { text: shown, redacted } = yield* redactor.longText(text.slice(0, lookedAt), paths);
      return { text: shown === HIDDEN ? shown : `${shown.slice(0, -unsure)}…`, redacted };
    },
  };
  let beginning = '';
  // Line ends stand only between the parts of the JSON.
  const put = (piece: string) => (beginning += piece.replaceAll('\n', ''));
  const target = { hiding, put, isOver: () => beginning.length >= most };
  for (const _turn of writeJson(value, redactor.pathsOf(tool), target)) if (target.isOver()) break;
  return beginning.slice(0, most).toWellFormed();
}
