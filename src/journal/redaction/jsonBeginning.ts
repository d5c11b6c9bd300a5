// Makes the beginning of a value's JSON without secrets, for callers that show no more than that. An answer may have
// megabytes, and other work shares the thread of the host. Parts are redacted whole before the text is cut, since half
// a secret is not recognized.
import { isJsonArray, type JsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { isShort } from './longJson.ts';
import { endsHere, pathsBelow, type OpenPaths } from './pathMatch.ts';
import { longestJson, type Redactor } from './redactor.ts';

export type BeginningRedactor = Pick<Redactor, 'refresh' | 'json' | 'key' | 'hides' | 'pathsOf'>;

/**
 * Number of characters of a long text that are read. A text with a part that a path rule names is hidden whole beyond
 * this length.
 */
const lookedAt = longestJson + 1;
/** Number of characters at the end of a cut text that are dropped, since a secret may begin there. */
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
  const beginning = new Beginning(redactor, most);
  beginning.put(value, redactor.pathsOf(tool));
  return beginning.text.slice(0, most).toWellFormed();
}

class Beginning {
  readonly #redactor: BeginningRedactor;
  #left: number;
  text = '';

  constructor(redactor: BeginningRedactor, most: number) {
    this.#redactor = redactor;
    this.#left = most;
  }

  put(value: JsonValue, paths: OpenPaths): void {
    if (typeof value === 'string' && value.length > lookedAt) this.#putCut(value.slice(0, lookedAt), paths);
    else if (typeof value !== 'object' || value === null || endsHere(paths) || isShort(value))
      this.#add(this.#redactor.json(value, paths).text);
    else this.#putMembers(value, paths);
  }

  #add(piece: string): void {
    this.text += piece;
    this.#left -= piece.length;
  }

  #putCut(text: string, paths: OpenPaths): void {
    const shown = this.#redactor.json(text, paths).text;
    const isHidden = shown === JSON.stringify(HIDDEN);
    this.#add(isHidden ? shown : shown.slice(0, -unsure));
    // The text has no end, so no valid JSON can follow.
    if (!isHidden) this.#left = 0;
  }

  #putMembers(container: JsonObject | readonly JsonValue[], paths: OpenPaths): void {
    const isList = isJsonArray(container);
    const members = container as Readonly<Record<string | number, JsonValue>>; // the keys of a list are its indexes
    let mark = isList ? '[' : '{';
    for (const key of isList ? container.keys() : Object.keys(container)) {
      if (this.#left <= 0) return;
      const name = String(key);
      this.#add(isList ? mark : `${mark}${this.#redactor.key(name.slice(0, lookedAt))}:`);
      if (this.#redactor.hides(container, key)) this.#add(JSON.stringify(HIDDEN));
      else this.put(members[key] ?? null, pathsBelow(paths, name));
      mark = ',';
    }
    this.#add(isList ? ']' : '}');
  }
}
