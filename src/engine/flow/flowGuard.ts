// The tripwire of one run: remembers what watched tools answered, and finds it again in what other servers are given. No proof: what a script
// encodes, splits or encrypts passes (docs/security.md, "Data flow").
import { setImmediate } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { TimeSlice } from '../../catalog/timeSlice.ts';
import type { FlowRule, FlowRules, FlowSource } from './flowRules.ts';
import { originalPart } from './normalisedText.ts';
import { OwnersByKey } from './ownersByKey.ts';
import { firstBare, ownText, type OwnText } from './ownText.ts';
import { mostOwners } from './placeTable.ts';
import { gramLength, TextIndex, type TextPlace } from './textIndex.ts';
import { shortJson } from './shortJson.ts';
import { valueParts, type ValuePart } from './valueParts.ts';
import { stringifyExact } from '../../text/exactJson.ts';

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
  /** As the argument has it, at most 200 characters; undefined where answers or arguments could not be compared. */
  readonly text: string | undefined;
}

/** Answers that are not all remembered yet: more than these keep the script waiting. */
const mostWaiting = 8;
/** In place of an owner: no rule names the tool. */
const unwatched = -1;
/** The last owner: all tools beyond those with an owner of their own. */
const otherTools: FlowEnd = {
  ...{ server: '', namespace: '', name: '', method: '' },
  path: `tools after the first ${mostOwners - 1} of the run`,
  isAnyTool: true,
};
const mostNumbers = 50_000;
const mostWholes = 50_000;
const longestText = 200;
/** Comparisons of one call's values, once for each source, with the script's own code: beyond these no value counts as its own. */
const mostCompared = 2_000;
/** Fewer different characters say nothing: `0000000000000000`. */
const fewestCharacters = 4;

/** What is left to remember of an answer, a bounded step at a time. */
type Remembering = Iterator<undefined>;

/** Where the argument has a value of an answer, and the value as it has it. */
interface Evidence {
  readonly argument: string;
  readonly shown: () => string | undefined;
}

const notCompared: Evidence = { argument: '', shown: () => undefined };

export class FlowGuard {
  readonly #rules: FlowRules;
  readonly #source: string;
  readonly #args: JsonObject | undefined;
  #own: Promise<OwnText> | undefined;
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

  /** What a call would be: the strictest flow of each source of which its input has a value, those first that are denied. */
  async check(to: FlowEnd, input: JsonValue | undefined): Promise<readonly Flow[]> {
    if (input === undefined || this.#sources.length === 0) return [];
    const known = this.#between.get(to.path);
    const rules = known?.length === this.#sources.length ? known : await this.#rulesFor(to);
    if (rules.every((rule) => rule === undefined)) return [];
    if (this.#remembering) await this.#remembering;
    const found = await this.#found(input, to, rules);
    for (const owner of this.#unread) if (!found.has(owner)) found.set(owner, notCompared);
    const flows = [...found].flatMap(([owner, evidence]) => {
      const [rule, from] = [rules[owner], this.#sources[owner]];
      return rule && from ? [flowOf(rule, from, evidence)] : [];
    });
    const isDenied = ({ rule }: Flow) => rule.action === 'deny';
    return [...flows.filter(isDenied), ...flows.filter((flow) => !isDenied(flow))];
  }

  /** Its place in `#sources`, or `unwatched`. */
  async #ownerOf(from: FlowEnd): Promise<number> {
    const isSource = await this.#rules.isSource(from);
    const known = this.#owners.get(from.path);
    if (known !== undefined) return known;
    const owner = isSource ? Math.min(this.#sources.length, mostOwners - 1) : unwatched;
    if (owner === this.#sources.length) this.#sources.push(owner < mostOwners - 1 ? from : otherTools);
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

  /** Of each source that a rule names, the first value in the input that is not the script's own: its others do not matter any more. */
  async #found(input: JsonValue, to: FlowEnd, rules: readonly (FlowRule | undefined)[]): Promise<Map<number, Evidence>> {
    const found = new Map<number, Evidence>();
    const watched = rules.filter((rule) => rule !== undefined).length;
    const budget = { left: mostCompared };
    const isOpen = (owner: number) => rules[owner] !== undefined && !found.has(owner);
    // What the called server answered itself it has.
    const isKnown = (owner: number) => this.#sources[owner]?.server === to.server;
    const isWanted = (owner: number) => isOpen(owner) || isKnown(owner);
    const slice = new TimeSlice();
    for (const parts of valueParts(input, '')) {
      for (const part of parts) {
        if (part.kind === 'unread') {
          for (const owner of rules.keys()) if (isOpen(owner)) found.set(owner, notCompared);
          return found;
        }
        const places = this.#placesOf(part, isWanted);
        if (places.length > 0) {
          const known = new Set(places.filter(({ owner }) => isKnown(owner)).map(({ at }) => at));
          const foreign = places.filter(({ owner, at }) => isOpen(owner) && !known.has(at));
          for (const [owner, evidence] of await this.#withoutOwn(part, foreign, budget)) found.set(owner, evidence);
          if (found.size === watched) return found;
        }
        if (slice.isOver) await slice.yieldIfOver();
      }
      if (slice.isOver) await slice.yieldIfOver();
    }
    return found;
  }

  #placesOf(part: ValuePart, isWanted: (owner: number) => boolean): readonly TextPlace[] {
    const whole = (owners: readonly number[]) => owners.filter(isWanted).map((owner) => ({ at: 0, owner }));
    switch (part.kind) {
      case 'text':
        return this.#texts.find(part.compared, isWanted).filter(({ at }) => saysSomething(part.compared, at));
      case 'number':
        return whole(this.#numbers.of(part.digits));
      case 'whole':
        return whole(this.#wholes.of(part.print));
      case 'unread':
        return [];
    }
  }

  /** By source, what does not stand in the script's own code and arguments: its author had that without the call. */
  async #withoutOwn(part: ValuePart, places: readonly TextPlace[], budget: { left: number }): Promise<ReadonlyMap<number, Evidence>> {
    if (places.length === 0 || part.kind === 'unread') return new Map();
    const own = await (this.#own ??= ownText([this.#source, ...(this.#args ? [stringifyExact(this.#args)] : [])]));
    const { path: argument } = part;
    const evidence = new Map<number, Evidence>();
    if (part.kind === 'text') {
      const sources = Map.groupBy(places, ({ owner }) => owner);
      const there = new Set(budget.left > 0 ? own.index.find(part.compared).map(({ at }) => at) : []);
      budget.left -= sources.size;
      for (const [owner, starts] of sources) {
        const bare = firstBare(starts, there);
        if (bare) evidence.set(owner, { argument, shown: () => originalPart(part.text, ...bare).slice(0, longestText) });
      }
      return evidence;
    }
    const isOwn = (value: string) => own.numbers.has(value) || ((budget.left -= 1) >= 0 && own.text.includes(value));
    if ((part.kind === 'number' ? [part.digits] : part.leaves).every(isOwn)) return evidence;
    const shown = () => (part.kind === 'number' ? part.digits.slice(0, longestText) : shortJson(part.value, longestText));
    for (const { owner } of places) evidence.set(owner, { argument, shown });
    return evidence;
  }
}

function flowOf(rule: FlowRule, from: FlowEnd, { argument, shown }: Evidence): Flow {
  return {
    ...{ rule, from, argument },
    // Finding it takes longer than the check, and where the pair was answered before, it is not read.
    get text() {
      return shown();
    },
  };
}

function saysSomething(text: string, start: number): boolean {
  let seen = '';
  for (let at = start; at < start + gramLength && seen.length < fewestCharacters; at += 1) {
    const character = text.charAt(at);
    if (!seen.includes(character)) seen += character;
  }
  return seen.length >= fewestCharacters;
}
