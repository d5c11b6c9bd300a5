// Removes from records the values that names and rules declare secret, and the keys and tokens that servers were given,
// wherever they stand. Each value has exactly one recorded form, so a call is recognized by comparing recorded forms.
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { TimeSlice } from '../../base/timeSlice.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import {
  codeWithoutSecretParts,
  isSecretArgument,
  isSecretFlag,
  isSecretMember,
  isSecretPair,
  withoutSecretParts,
} from '../../base/text/secrets.ts';
import { KnownSecrets } from './knownSecrets.ts';
import { endsHere, noPaths, pathsBelow, pathsOf, type OpenPaths } from './pathMatch.ts';
import { textPieces } from './textPieces.ts';
import { noRedactionRules, type RedactionRules } from './redactionRules.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';

/** Maximum depth; values that a script passes or receives are less deep. */
const deepest = 500;
/**
 * Maximum length of a text that is parsed as JSON because a rule is about a part of it, in characters. A longer text is
 * hidden whole.
 */
export const longestJson = 65_536;
/** Maximum number of field names whose result is remembered. */
const mostNames = 2_000;

/** A recorded value as JSON, or a text of it; `redacted` is true if something is hidden in it. */
interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

/** The methods with which a long value is written. */
export type Hiding = Pick<Redactor, 'refresh' | 'json' | 'key' | 'hides' | 'longText'>;

export class Redactor {
  readonly #secrets: KnownSecrets;
  readonly #currentRules: () => RedactionRules;
  #rules: RedactionRules | undefined;
  /** Remembers for names of fields if rules hide them. */
  readonly #fields = new Map<string, boolean>();

  /** True if the text after a name is secret, as in code or JSON. */
  readonly #isSecretText = (name: string): boolean => isSecretArgument(name) || this.#isField(name);

  /**
   * `secrets` returns the keys and tokens of servers. Both functions are called often; `rules` returns the same object
   * as long as the rules are the same.
   */
  constructor(secrets: () => readonly string[], rules: () => RedactionRules = () => noRedactionRules) {
    this.#secrets = new KnownSecrets(secrets);
    this.#currentRules = rules;
  }

  /**
   * Number of keys and tokens that were ever known. A text that was written when the number was lower may hold a
   * secret.
   */
  get secretsKnown(): number {
    return this.#secrets.count;
  }

  /** Reads the current keys and tokens. */
  refresh(): void {
    this.#secrets.refresh();
  }

  /**
   * Returns the paths that begin at a value of the tool, which a script names `server.tool`, or at a value of the run
   * itself.
   */
  pathsOf(tool: string | undefined): OpenPaths {
    return pathsOf(this.#now().paths, tool);
  }

  /** Returns the recorded form of the value, which resumption compares. Takes time in proportion to the value. */
  value(value: JsonValue, tool?: string): JsonValue {
    this.#secrets.refresh();
    return parseExact(this.json(value, this.pathsOf(tool)).text) as JsonValue; // the text is JSON
  }

  /** Returns the recorded form as JSON, without the keys and tokens that were known at the last `refresh`. */
  json(value: JsonValue, paths: OpenPaths = noPaths): Redacted {
    const shown = this.#shown(value, paths, 0);
    return this.#withoutKnown(shown, shown !== value);
  }

  /**
   * Returns the recorded form for a line of the record. `lines` hides keys and tokens when the line is written, and
   * then marks the value.
   */
  inLine(value: JsonValue, paths: OpenPaths): { readonly v: JsonValue; readonly redacted?: true } {
    const v = this.#shown(value, paths, 0);
    return v === value ? { v } : { v, redacted: true };
  }

  /**
   * True if the JSON of a recorded value may contain a key or token that is known by now. Yields to other work in
   * between.
   */
  mayHold(json: Buffer, slice: TimeSlice): Promise<boolean> {
    return this.#secrets.isInSlowly(json, slice);
  }

  /** Hides only keys and tokens; for values that are recorded already. */
  get ofRecorded(): Hiding {
    return {
      refresh: () => this.refresh(),
      json: (value) => this.#withoutKnown(value, false),
      key: (name) => this.key(name),
      hides: () => false,
      longText: (text) => this.#longWithoutKnown(text, text),
    };
  }

  #withoutKnown(shown: JsonValue, redacted: boolean): Redacted {
    const text = stringifyExact(shown);
    return this.#secrets.isIn(text)
      ? { text: stringifyExact(this.#secrets.hideIn(shown)), redacted: true }
      : { text, redacted };
  }

  /** True if a member of an object, or an item of an array, must be hidden whole. */
  hides(container: JsonObject | readonly JsonValue[], key: string | number): boolean {
    return isJsonObject(container)
      ? this.#hidesMember(container, String(key))
      : isSecretFlag(container[Number(key) - 1]);
  }

  /**
   * Returns the code without texts that have the name of a secret and without known secrets. The rest stays as it is,
   * so that the code runs.
   */
  code(code: string): string {
    this.#secrets.refresh();
    return this.#secrets.hide(this.#patterned(codeWithoutSecretParts(code, this.#isSecretText)));
  }

  /** SHA-256 of the code as it is recorded. */
  codeHash(code: string): string {
    return createHash('sha256').update(this.code(code)).digest('hex');
  }

  /** The name of a field as it is recorded, as JSON. */
  key(name: string): string {
    return JSON.stringify(this.#secrets.hide(name));
  }

  /**
   * Returns words of a server or script without secrets. `tool` (`server.tool`) is the source of the words; a rule may
   * hide all words of a tool.
   */
  words(text: string, tool?: string): string {
    return tool !== undefined && endsHere(this.pathsOf(tool)) ? HIDDEN : this.#text(text);
  }

  /** Returns the name of a server, tool or method without secrets. */
  name(name: string): string {
    this.#secrets.refresh();
    return this.#secrets.hide(name);
  }

  /** Returns lines of JSON without known secrets: the last check before they are written. */
  lines(lines: string): string {
    this.#secrets.refresh();
    return this.#secrets.hideInLines(lines);
  }

  #now(): RedactionRules {
    const rules = this.#currentRules();
    if (rules !== this.#rules) this.#fields.clear();
    this.#rules = rules;
    return rules;
  }

  #shown(value: JsonValue, paths: OpenPaths, depth: number): JsonValue {
    if (depth > deepest || endsHere(paths)) return HIDDEN;
    if (typeof value === 'string')
      return paths.length > 0 ? this.#textWithPaths(value, paths, depth) : this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    return this.#shownMembers(value, paths, depth);
  }

  #shownMembers(
    container: JsonObject | readonly JsonValue[],
    paths: OpenPaths,
    depth: number,
  ): JsonObject | readonly JsonValue[] {
    const members = container as JsonObject; // the keys of a list are its indexes
    let changed: Map<string, JsonValue> | undefined;
    for (const key of Object.keys(members)) {
      const member = members[key] ?? null;
      const shown = this.hides(container, key)
        ? HIDDEN
        : this.#shown(member, pathsBelow(paths, key), depth + 1);
      if (shown === member) continue;
      changed ??= new Map(Object.entries(members));
      changed.set(key, shown);
    }
    if (!changed) return container;
    return isJsonObject(container) ? Object.fromEntries(changed) : [...changed.values()];
  }

  #hidesMember(object: JsonObject, key: string): boolean {
    const member = object[key];
    if (member === undefined) return false;
    return isSecretMember(key, member) || (key === 'value' && isSecretPair(object)) || this.#isField(key);
  }

  #isField(key: string): boolean {
    const { fields } = this.#now();
    if (fields.length === 0) return false;
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const isField = fields.some((matches) => matches(key));
    if (this.#fields.size < mostNames) this.#fields.set(key, isField);
    return isField;
  }

  /** Returns a text of a value, redacted like `json`. Yields when other work may run. */
  *longText(text: string, paths: OpenPaths): Generator<undefined, Redacted> {
    if (endsHere(paths) || (paths.length > 0 && beginsJson(text))) return { text: HIDDEN, redacted: true };
    let shown = '';
    for (const piece of textPieces(text)) {
      shown += this.#piece(piece);
      yield;
    }
    return yield* this.#longWithoutKnown(this.#patterned(shown), text);
  }

  *#longWithoutKnown(shown: string, text: string): Generator<undefined, Redacted> {
    const whole = yield* this.#secrets.hideSlowly(shown);
    return { text: whole, redacted: whole !== text };
  }

  #text(text: string): string {
    return this.#patterned([...textPieces(text)].map((piece) => this.#piece(piece)).join(''));
  }

  /** Does the part of `#text` that needs no text beyond the end of the part. */
  #piece(text: string): string {
    return withoutSecretParts(text, this.#isSecretText);
  }

  #patterned(text: string): string {
    return this.#now().texts.reduce((shown, pattern) => pattern(shown), text);
  }

  /** Redacts a text of which a rule may hide a part: an answer that came as JSON in a text. */
  #textWithPaths(text: string, paths: OpenPaths, depth: number): string {
    if (!beginsJson(text)) return this.#text(text);
    if (text.length > longestJson) return HIDDEN;
    try {
      const value = parseExact(text) as JsonValue; // JSON.parse gives nothing but JSON values
      const shown = this.#shown(value, paths, depth + 1);
      return shown === value ? text : stringifyExact(shown);
    } catch {
      return this.#text(text);
    }
  }
}

/** True if a text may be the JSON of a list or an object. */
function beginsJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
