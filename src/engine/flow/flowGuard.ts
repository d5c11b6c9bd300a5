// The tripwire of one run: remembers what watched tools answered, and finds it again in what other servers are given. No proof: what a script
// encodes, splits or encrypts passes (docs/security.md, "Data flow").
import { setImmediate } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { TimeSlice } from '../../catalog/timeSlice.ts';
import type { FlowRule, FlowRules, FlowSource } from './flowRules.ts';
import { originalPart } from './normalisedText.ts';
import { OwnersByKey } from './ownersByKey.ts';
import { isCovered, ownText, type OwnText } from './ownText.ts';
import { mostOwners } from './placeTable.ts';
import { gramLength, TextIndex, type TextPlace } from './textIndex.ts';
import { shortJson } from './shortJson.ts';
import { valueParts, type ValuePart } from './valueParts.ts';

/** A tool, or what a server offers beside tools, with its name in scripts. */
export interface FlowEnd extends FlowSource {
  /** `tools.mail.read` */
  readonly path: string;
}

/** A value of one server that a call would give to another. */
export interface Flow {
  readonly rule: FlowRule;
  readonly from: FlowEnd;
  /** Of the argument: `message.body`. */
  readonly argument: string;
  /** As the argument has it, at most 200 characters; undefined where answers were too large to be compared. */
  readonly text: string | undefined;
}

/** Answers that are not all remembered yet: more than these keep the script waiting. */
const mostWaiting = 8;
/** In place of an owner: no rule names the tool. */
const unwatched = -1;
const mostNumbers = 50_000;
const mostWholes = 50_000;
const longestText = 200;
/** Of one call, and texts of 16 characters of one match, that are looked for in the script's own code. */
const mostMatches = 200;
const mostGrams = 500;
/** Fewer different characters say nothing: `0000000000000000`. */
const fewestCharacters = 4;

/** What is left to remember of an answer, a bounded step at a time. */
type Remembering = Iterator<undefined>;

/** Found in an answer of `owner`. */
interface Match {
  readonly owner: number;
  readonly argument: string;
  /** Of a text: each 16 characters that were answered, one after the other. Else what the value holds. */
  readonly compared: readonly string[];
  readonly isText: boolean;
  /** As the argument has it. */
  readonly shown: () => string;
}

export class FlowGuard {
  readonly #rules: FlowRules;
  readonly #source: string;
  readonly #args: JsonObject | undefined;
  #own: OwnText | undefined;
  readonly #texts = new TextIndex();
  readonly #numbers = new OwnersByKey(mostNumbers);
  readonly #wholes = new OwnersByKey(mostWholes);
  readonly #sources: FlowEnd[] = [];
  /** By path, their place in `#sources`, or `unwatched`. */
  readonly #owners = new Map<string, number>();
  /** By the path of a tool, the rule between each source and it. */
  readonly #between = new Map<string, readonly (FlowRule | undefined)[]>();
  /** Those of which not everything is remembered. */
  readonly #unread = new Set<number>();
  readonly #waiting: Remembering[] = [];
  /** Pending while answers wait. */
  #remembering: Promise<void> | undefined;

  constructor(rules: FlowRules, source: string, args: JsonObject | undefined) {
    this.#rules = rules;
    this.#source = source;
    this.#args = args;
  }

  /**
   * Takes what a tool answered, before the script gets it. A short answer is remembered at once, a longer one while the script goes on, at the latest
   * when the next call is checked. Resolves when the script can have it; undefined where that is now.
   */
  answered(from: FlowEnd, value: JsonValue | undefined): Promise<void> | undefined {
    if (value === undefined) return undefined;
    const owner = this.#owners.get(from.path);
    return owner === undefined ? this.#firstAnswer(from, value) : this.#take(owner, value);
  }

  async #firstAnswer(from: FlowEnd, value: JsonValue): Promise<void> {
    await this.#take(await this.#ownerOf(from), value);
  }

  #take(owner: number, value: JsonValue): Promise<void> | undefined {
    if (owner === unwatched) return undefined;
    const remembering = this.#remembered(owner, value);
    if (remembering.next().done) return undefined;
    this.#waiting.push(remembering);
    if (!this.#remembering) {
      this.#remembering = this.#rememberWaiting();
      // An error, which would be a bug, fails each later check.
      this.#remembering.catch(() => undefined);
    }
    return this.#waiting.length > mostWaiting ? this.#remembering : undefined;
  }

  async #rememberWaiting(): Promise<void> {
    // The answer is sent to the script first.
    await setImmediate();
    const slice = new TimeSlice();
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (next.next().done) this.#waiting.shift();
      if (slice.isOver) await slice.yieldIfOver();
    }
    this.#remembering = undefined;
  }

  *#remembered(owner: number, value: JsonValue): Generator<undefined, void> {
    // Without names of fields, which are common to many servers.
    let isFirst = true;
    for (const parts of valueParts(value)) {
      if (!isFirst) yield;
      isFirst = false;
      for (const part of parts) {
        if (this.#remember(part, owner)) continue;
        this.#unread.add(owner);
        return;
      }
    }
  }

  /** The strictest flow that a call would be; undefined for none. */
  async check(to: FlowEnd, input: JsonValue | undefined): Promise<Flow | undefined> {
    if (input === undefined || this.#sources.length === 0) return undefined;
    const known = this.#between.get(to.path);
    const rules = known?.length === this.#sources.length ? known : await this.#rulesFor(to);
    if (rules.every((rule) => rule === undefined)) return undefined;
    if (this.#remembering) await this.#remembering;
    const flow = (owner: number, argument: string, shown: () => string | undefined) => {
      const [rule, from] = [rules[owner], this.#sources[owner]];
      return rule && from && { rule, from, argument, shown };
    };
    const matches = await this.#matches(input, to, (owner) => rules[owner] !== undefined);
    const found = (await this.#withoutOwn(matches)).map(({ owner, argument, shown }) => flow(owner, argument, shown));
    const unread = [...this.#unread].map((owner) => flow(owner, '', () => undefined));
    const flows = [...found, ...unread].filter((one) => one !== undefined);
    const strictest = flows.find(({ rule }) => rule.action === 'deny') ?? flows[0];
    return strictest && { rule: strictest.rule, from: strictest.from, argument: strictest.argument, text: strictest.shown() };
  }

  /** Its place in `#sources`, or `unwatched`. */
  async #ownerOf(from: FlowEnd): Promise<number> {
    const isSource = await this.#rules.isSource(from);
    const known = this.#owners.get(from.path);
    if (known !== undefined) return known;
    const owner = isSource ? Math.min(this.#sources.length, mostOwners - 1) : unwatched;
    if (owner === this.#sources.length) this.#sources.push(from);
    this.#owners.set(from.path, owner);
    return owner;
  }

  /** Between each source and the tool. */
  async #rulesFor(to: FlowEnd): Promise<readonly (FlowRule | undefined)[]> {
    const rules = [...(this.#between.get(to.path) ?? [])];
    for (const from of this.#sources.slice(rules.length)) rules.push(await this.#rules.between(from, to));
    this.#between.set(to.path, rules);
    return rules;
  }

  /** False where there was no room. */
  #remember(part: ValuePart, owner: number): boolean {
    switch (part.kind) {
      case 'text':
        return this.#texts.add(part.compared, owner);
      case 'number':
        return this.#numbers.add(part.digits, owner);
      case 'whole':
        return this.#wholes.add(part.print, owner);
      case 'unread':
        return false;
    }
  }

  async #matches(input: JsonValue, to: FlowEnd, isWatched: (owner: number) => boolean): Promise<readonly Match[]> {
    const matches: Match[] = [];
    const slice = new TimeSlice();
    for (const parts of valueParts(input, '')) {
      for (const part of parts) {
        const places = this.#placesOf(part);
        if (places.length > 0) for (const match of matchesOf(part, this.#foreign(places, to, isWatched))) matches.push(match);
        if (matches.length >= mostMatches) return matches;
        if (slice.isOver) await slice.yieldIfOver();
      }
      if (slice.isOver) await slice.yieldIfOver();
    }
    return matches;
  }

  /** Those of watched owners, without what the called server answered itself: that it has. */
  #foreign(places: readonly TextPlace[], to: FlowEnd, isWatched: (owner: number) => boolean): readonly TextPlace[] {
    const known = new Set(places.filter(({ owner }) => this.#sources[owner]?.server === to.server).map(({ at }) => at));
    return places.filter(({ owner, at }) => isWatched(owner) && !known.has(at));
  }

  #placesOf(part: ValuePart): readonly TextPlace[] {
    switch (part.kind) {
      case 'text':
        return this.#texts.find(part.compared).filter(({ at }) => saysSomething(part.compared, at));
      case 'number':
        return this.#numbers.of(part.digits).map((owner) => ({ at: 0, owner }));
      case 'whole':
        return this.#wholes.of(part.print).map((owner) => ({ at: 0, owner }));
      case 'unread':
        return [];
    }
  }

  /** Those that do not stand in the script's own code and arguments: its author had these without the call. */
  async #withoutOwn(matches: readonly Match[]): Promise<readonly Match[]> {
    if (matches.length === 0) return matches;
    // Too many to read: none of them is excused.
    if (matches.length >= mostMatches) return matches;
    const wanted = new Set<string>();
    const slice = new TimeSlice();
    for (const { isText, compared } of matches) {
      if (isText) for (const gram of compared) wanted.add(gram);
      if (slice.isOver) await slice.yieldIfOver();
    }
    const { text: own, numbers } = (this.#own ??= await ownText([this.#source, ...(this.#args ? [JSON.stringify(this.#args)] : [])]));
    const there = new Set<string>();
    for (let at = 0; at + gramLength <= own.length && there.size < wanted.size; at += 1) {
      const gram = own.slice(at, at + gramLength);
      if (wanted.has(gram)) there.add(gram);
      if (slice.isOver) await slice.yieldIfOver();
    }
    const foreign: Match[] = [];
    for (const match of matches) {
      const { isText, compared } = match;
      const isOwn = isText ? isCovered(compared, there) : compared.every((value) => numbers.has(value) || own.includes(value));
      if (!isOwn) foreign.push(match);
      if (slice.isOver) await slice.yieldIfOver();
    }
    return foreign;
  }
}

/** One for each owner and stretch of text. */
function matchesOf(part: ValuePart, places: readonly TextPlace[]): readonly Match[] {
  if (places.length === 0 || part.kind === 'unread') return [];
  const { path: argument } = part;
  if (part.kind !== 'text') {
    const compared = part.kind === 'number' ? [part.digits] : part.leaves;
    const shown = () => (part.kind === 'number' ? part.digits.slice(0, longestText) : shortJson(part.value, longestText));
    return places.map(({ owner }) => ({ owner, argument, compared, isText: false, shown }));
  }
  const { text, compared: whole } = part;
  return [...Map.groupBy(places, ({ owner }) => owner)].flatMap(([owner, own]) =>
    stretches(own.map(({ at }) => at)).map(([start, last]) => {
      const compared = Array.from({ length: last - start + 1 }, (_, index) => whole.slice(start + index, start + index + gramLength));
      const shown = () => originalPart(text, start, last + gramLength).slice(0, longestText);
      return { owner, argument, compared, isText: true, shown };
    }),
  );
}

/** Numbers that follow each other, as their first and last; of many, parts that overlap by one text. */
function stretches(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (!last || number > last[1] + 1) found.push([number, number]);
    else if (number - last[0] < mostGrams) last[1] = number;
    else found.push([number - gramLength, number]);
  }
  return found;
}

function saysSomething(text: string, start: number): boolean {
  let seen = '';
  for (let at = start; at < start + gramLength && seen.length < fewestCharacters; at += 1) {
    const character = text.charAt(at);
    if (!seen.includes(character)) seen += character;
  }
  return seen.length >= fewestCharacters;
}
