// What a record must not hold: what names and rules say is secret, and the keys and tokens that servers were given, wherever they stand. A value
// has one recorded form, so that a call is known again by comparing the forms of both sides.
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { TimeSlice } from '../../base/timeSlice.ts';
import {
  codeWithoutSecretParts,
  HIDDEN,
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

/** Deeper than values can be that a script passes or gets. */
const deepest = 500;
/** Characters of a text that is read as JSON, since a rule is about a part of it; a longer one is hidden whole. */
export const longestJson = 65_536;
/** Names of fields whose judgement is remembered. */
const mostNames = 2_000;

/** A recorded value as JSON; `redacted`: something is hidden in it. */
interface RedactedJson {
  readonly text: string;
  readonly redacted: boolean;
}

/** What a long value is written with. */
export type Hiding = Pick<Redactor, 'refresh' | 'json' | 'key' | 'hides' | 'longText'>;

export class Redactor {
  readonly #secrets: KnownSecrets;
  readonly #currentRules: () => RedactionRules;
  #rules: RedactionRules | undefined;
  /** Whether rules hide the field of that name. */
  readonly #fields = new Map<string, boolean>();

  /** True if the text after a name is secret, as in code or JSON. */
  readonly #isSecretText = (name: string): boolean => isSecretArgument(name) || this.#isField(name);

  /** `secrets` gives the keys and tokens of servers; both are asked again and again, and `rules` gives the same object while they are the same. */
  constructor(secrets: () => readonly string[], rules: () => RedactionRules = () => noRedactionRules) {
    this.#secrets = new KnownSecrets(secrets);
    this.#currentRules = rules;
  }

  /** How many keys and tokens are known: what was written before there were so many may hold one. */
  get secretsKnown(): number {
    return this.#secrets.count;
  }

  /** Asks which keys and tokens there are now. */
  refresh(): void {
    this.#secrets.refresh();
  }

  /** Where values begin: of a tool, as a script names it (`server.tool`), or of the run. */
  pathsOf(tool: string | undefined): OpenPaths {
    return pathsOf(this.#now().paths, tool);
  }

  /** As it is recorded: what resumption compares. Time in proportion to the value. */
  value(value: JsonValue, tool?: string): JsonValue {
    this.#secrets.refresh();
    return parseExact(this.json(value, this.pathsOf(tool)).text) as JsonValue; // of JSON
  }

  /** The same as JSON, without the keys and tokens that were known when a value or line was last looked at. */
  json(value: JsonValue, paths: OpenPaths = noPaths): RedactedJson {
    const shown = this.#shown(value, paths, 0);
    return this.#withoutKnown(shown, shown !== value);
  }

  /**
   * The same for a line of the record: `lines` hides keys and tokens as the line is written, and marks the value then.
   */
  inLine(value: JsonValue, paths: OpenPaths): { readonly v: JsonValue; readonly redacted?: true } {
    const v = this.#shown(value, paths, 0);
    return v === value ? { v } : { v, redacted: true };
  }

  /** Whether a key or token that is known by now may be in the JSON of a recorded value; others have their turn in between. */
  mayHold(json: Buffer, slice: TimeSlice): Promise<boolean> {
    return this.#secrets.isInSlowly(json, slice);
  }

  /** For a value that is recorded already: hides keys and tokens alone. */
  get ofRecorded(): Hiding {
    return {
      refresh: () => this.refresh(),
      json: (value) => this.#withoutKnown(value, false),
      key: (name) => this.key(name),
      hides: () => false,
      longText: (text, slice) => this.#longWithoutKnown(text, text, slice),
    };
  }

  #withoutKnown(shown: JsonValue, redacted: boolean): RedactedJson {
    const text = stringifyExact(shown);
    return this.#secrets.isIn(text) ? { text: stringifyExact(this.#secrets.hideIn(shown)), redacted: true } : { text, redacted };
  }

  /** Whether a member of an object, or an item of an array, is hidden whole. */
  hides(container: JsonObject | readonly JsonValue[], key: string | number): boolean {
    return isJsonObject(container) ? this.#hidesMember(container, String(key)) : isSecretFlag(container[Number(key) - 1]);
  }

  /** Texts of the code that names say are secret, and known secrets; else it stays as it is, so that it runs. */
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

  /** Words of a server or script. `tool`, `server.tool`: whose they are, of which a rule may hide all. */
  words(text: string, tool?: string): string {
    return tool !== undefined && endsHere(this.pathsOf(tool)) ? HIDDEN : this.#text(text);
  }

  /** A name of a server, tool or method. */
  name(name: string): string {
    this.#secrets.refresh();
    return this.#secrets.hide(name);
  }

  /** Lines of JSON without known secrets: the last look before they are written. */
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
    if (typeof value === 'string') return paths.length > 0 ? this.#textWithPaths(value, paths, depth) : this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    return isJsonObject(value) ? this.#object(value, paths, depth) : this.#array(value, paths, depth);
  }

  #array(items: readonly JsonValue[], paths: OpenPaths, depth: number): readonly JsonValue[] {
    let changed: JsonValue[] | undefined;
    for (const [index, item] of items.entries()) {
      const shown = isSecretFlag(items[index - 1]) ? HIDDEN : this.#shown(item, pathsBelow(paths, String(index)), depth + 1);
      if (shown === item) continue;
      changed ??= [...items];
      changed[index] = shown;
    }
    return changed ?? items;
  }

  #object(object: JsonObject, paths: OpenPaths, depth: number): JsonObject {
    let changed: Map<string, JsonValue> | undefined;
    for (const key of Object.keys(object)) {
      const member = object[key] ?? null;
      const shown = this.#hidesMember(object, key) ? HIDDEN : this.#shown(member, pathsBelow(paths, key), depth + 1);
      if (shown === member) continue;
      changed ??= new Map(Object.entries(object));
      changed.set(key, shown);
    }
    return changed ? Object.fromEntries(changed) : object;
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

  /** The text of a value as `json` has it, in pieces; others have their turn in between. */
  async longText(text: string, slice: TimeSlice): Promise<{ readonly pieces: readonly string[]; readonly redacted: boolean }> {
    const shown: string[] = [];
    for (const piece of textPieces(text)) {
      shown.push(this.#piece(piece));
      if (slice.isOver) await slice.yieldIfOver();
    }
    const patterned = this.#now().texts.length === 0 ? undefined : this.#patterned(shown.join(''));
    return this.#longWithoutKnown(patterned ?? shown.join(''), text, slice);
  }

  async #longWithoutKnown(shown: string, text: string, slice: TimeSlice): ReturnType<Hiding['longText']> {
    const whole = await this.#secrets.hideSlowly(shown, slice);
    return { pieces: [...textPieces(whole)], redacted: whole !== text };
  }

  #text(text: string): string {
    return this.#patterned([...textPieces(text)].map((piece) => this.#piece(piece)).join(''));
  }

  /** All of `#text` that does not look beyond the end of a piece. */
  #piece(text: string): string {
    return withoutSecretParts(text, this.#isSecretText);
  }

  #patterned(text: string): string {
    return this.#now().texts.reduce((shown, pattern) => pattern.hideIn(shown, HIDDEN), text);
  }

  /** A text in which a rule hides a part: an answer that came as JSON in a text. */
  #textWithPaths(text: string, paths: OpenPaths, depth: number): string {
    if (!/^\s*[[{]/.test(text)) return this.#text(text);
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
