// The tripwire of one run: remembers what watched tools answered, and finds it again in what other servers are given. No proof: what a script
// encodes, splits or encrypts passes (docs/security.md, "Data flow").
import { setImmediate } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { TimeSlice } from '../../catalog/timeSlice.ts';
import type { NamedTool } from '../../globs/toolPattern.ts';
import type { FlowRule, FlowRules } from './flowRules.ts';
import { originalPart } from './normalisedText.ts';
import { isCovered, ownText, type OwnText } from './ownText.ts';
import { mostOwners } from './placeTable.ts';
import { gramLength, TextIndex, type TextPlace } from './textIndex.ts';
import { valueParts, type ValuePart } from './valueParts.ts';

/** A tool, or what a server offers beside tools, with its name in scripts. */
export interface FlowEnd extends NamedTool {
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

/** Answers that wait until they are remembered: more than these keep the script waiting. */
const mostWaiting = 8;
const mostNumbers = 50_000;
const mostWholes = 50_000;
const longestText = 200;
/** Of one call, and texts of 16 characters of one match, that are looked for in the script's own code. */
const mostMatches = 200;
const mostGrams = 500;
/** Fewer different characters say nothing: `0000000000000000`. */
const fewestCharacters = 4;

interface Answer {
  readonly owner: number;
  readonly value: JsonValue;
}

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
  readonly #numbers = new Map<string, Set<number>>();
  readonly #wholes = new Map<string, Set<number>>();
  readonly #sources: FlowEnd[] = [];
  /** By path, their place in `#sources`. */
  readonly #owners = new Map<string, Promise<number | undefined>>();
  /** By the path of a tool, the rule between each source and it. */
  readonly #between = new Map<string, readonly (FlowRule | undefined)[]>();
  /** Those of which not everything is remembered. */
  readonly #unread = new Set<number>();
  readonly #waiting: Answer[] = [];
  /** Pending while answers wait. */
  #remembering: Promise<void> | undefined;

  constructor(rules: FlowRules, source: string, args: JsonObject | undefined) {
    this.#rules = rules;
    this.#source = source;
    this.#args = args;
  }

  /** Takes what a tool answered, before the script gets it. It is remembered while the script goes on, at the latest when the next call is checked. */
  async answered(from: FlowEnd, value: JsonValue | undefined): Promise<void> {
    if (value === undefined) return;
    const owner = await this.#ownerOf(from);
    if (owner === undefined) return;
    this.#waiting.push({ owner, value });
    if (!this.#remembering) {
      this.#remembering = this.#rememberWaiting();
      // An error, which would be a bug, fails each later check.
      this.#remembering.catch(() => undefined);
    }
    if (this.#waiting.length > mostWaiting) await this.#remembering;
  }

  async #rememberWaiting(): Promise<void> {
    // The answer is sent to the script first.
    await setImmediate();
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#rememberAnswer(next);
    this.#remembering = undefined;
  }

  async #rememberAnswer({ owner, value }: Answer): Promise<void> {
    const slice = new TimeSlice();
    // Without names of fields, which are common to many servers.
    for (const part of valueParts(value)) {
      if (!this.#remember(part, owner)) {
        this.#unread.add(owner);
        return;
      }
      if (slice.isOver) await slice.yieldIfOver();
    }
  }

  /** The strictest flow that a call would be; undefined for none. */
  async check(to: FlowEnd, input: JsonValue | undefined): Promise<Flow | undefined> {
    if (input === undefined || this.#sources.length === 0) return undefined;
    const rules = await this.#rulesFor(to);
    if (rules.every((rule) => rule === undefined)) return undefined;
    await this.#remembering;
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

  /** Its place in `#sources`; undefined for one that no rule names. */
  #ownerOf(from: FlowEnd): Promise<number | undefined> {
    const owner = this.#owners.get(from.path) ?? this.#newOwner(from);
    this.#owners.set(from.path, owner);
    return owner;
  }

  async #newOwner(from: FlowEnd): Promise<number | undefined> {
    if (!(await this.#rules.isSource(from))) return undefined;
    const owner = Math.min(this.#sources.length, mostOwners - 1);
    if (owner === this.#sources.length) this.#sources.push(from);
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
        return remember(this.#numbers, part.digits, owner, mostNumbers);
      case 'whole':
        return remember(this.#wholes, part.print, owner, mostWholes);
      case 'unread':
        return false;
      case 'pause':
        return true;
    }
  }

  async #matches(input: JsonValue, to: FlowEnd, isWatched: (owner: number) => boolean): Promise<readonly Match[]> {
    const matches: Match[] = [];
    const slice = new TimeSlice();
    for (const part of valueParts(input, '')) {
      const places = this.#placesOf(part);
      // What its server answered itself, it has.
      const known = new Set(places.filter(({ owner }) => this.#sources[owner]?.server === to.server).map(({ at }) => at));
      matches.push(
        ...matchesOf(
          part,
          places.filter(({ owner, at }) => isWatched(owner) && !known.has(at)),
        ),
      );
      if (matches.length >= mostMatches) return matches;
      if (slice.isOver) await slice.yieldIfOver();
    }
    return matches;
  }

  #placesOf(part: ValuePart): readonly TextPlace[] {
    if (part.kind === 'text') return this.#texts.find(part.compared).filter(({ at }) => saysSomething(part.compared, at));
    const whole =
      part.kind === 'number' ? this.#numbers.get(part.digits) : part.kind === 'whole' ? this.#wholes.get(part.print) : undefined;
    return Array.from(whole ?? [], (owner) => ({ at: 0, owner }));
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

function remember(known: Map<string, Set<number>>, key: string, owner: number, most: number): boolean {
  const owners = known.get(key);
  if (owners) owners.add(owner);
  else if (known.size >= most) return false;
  else known.set(key, new Set([owner]));
  return true;
}

/** One for each owner and stretch of text. */
function matchesOf(part: ValuePart, places: readonly TextPlace[]): readonly Match[] {
  if (places.length === 0 || part.kind === 'unread' || part.kind === 'pause') return [];
  const { path: argument } = part;
  if (part.kind !== 'text') {
    const compared = part.kind === 'number' ? [part.digits] : part.leaves;
    const shown = () => (part.kind === 'number' ? part.digits : JSON.stringify(part.value)).slice(0, longestText);
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
