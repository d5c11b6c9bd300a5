// Makes the beginning of a value's JSON without secrets, for callers that show no more than that. An answer may have
// megabytes, and other work shares the thread of the host. Parts are redacted whole before the text is cut, since half
// a secret is not recognized.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/secrets.ts';
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
    else if (isJsonObject(value)) this.#putMembers(value, paths);
    else this.#putItems(value, paths);
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

  #putMembers(object: JsonObject, paths: OpenPaths): void {
    let mark = '{';
    for (const key of Object.keys(object)) {
      if (this.#left <= 0) return;
      this.#add(`${mark}${this.#redactor.key(key.slice(0, lookedAt))}:`);
      this.#putMember(object, key, object[key] ?? null, paths);
      mark = ',';
    }
    this.#add('}');
  }

  #putItems(items: readonly JsonValue[], paths: OpenPaths): void {
    let mark = '[';
    for (let index = 0; index < items.length; index += 1) {
      if (this.#left <= 0) return;
      this.#add(mark);
      this.#putMember(items, index, items[index] ?? null, paths);
      mark = ',';
    }
    this.#add(']');
  }

  #putMember(
    container: JsonObject | readonly JsonValue[],
    key: string | number,
    member: JsonValue,
    paths: OpenPaths,
  ): void {
    if (this.#redactor.hides(container, key)) this.#add(JSON.stringify(HIDDEN));
    else this.put(member, pathsBelow(paths, String(key)));
  }
}
