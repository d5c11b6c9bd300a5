// Journal of a turn in stages: the answers of the model and the outcomes of scripts, in order. A request of the client
// with answers replays the turn from the journal, as a script is replayed from its answers, and continues at its end.
import { isArrayOf, isBoolean, isObject, isString } from '../../base/guards.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { partsText, readModelCall, type ChatModelAnswer } from '../askModel.ts';
import type { StagedScriptOutcome } from '../staged/stagedRequest.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Maximum length of a model's text and of a script's value as JSON. Only a fallback shows longer values. */
const longestKept = 200_000;

const isHeard = isObject({ asked: isString, text: isString, calls: isArrayOf(isJsonObject) });
const isFailure = isObject({ asked: isString, problem: isString });
const isRun = isObject({
  ran: isString,
  ok: isBoolean,
  isMistake: isBoolean,
  errors: isArrayOf(isObject({ code: isString, message: isString })),
  words: isString,
});

export class StagedJournal {
  readonly #entries: JsonObject[];
  #next = 0;

  constructor(entries: readonly JsonObject[] = []) {
    this.#entries = [...entries];
  }

  get entries(): readonly JsonObject[] {
    return [...this.#entries];
  }

  get isRepeating(): boolean {
    return this.#next < this.#entries.length;
  }

  /**
   * Returns the next answer, or the failure of its request as a text. `of` names the tool that was requested. Undefined
   * if the entry belongs to another request, because the tools have changed.
   */
  heard(of: string): ChatModelAnswer | string | undefined {
    const entry = this.#entries[this.#next++];
    if (entry?.['asked'] !== of) return undefined;
    if (isFailure(entry)) return entry.problem;
    if (!isHeard(entry)) return undefined;
    const calls = entry.calls.flatMap((call) => readModelCall(call) ?? []);
    const message = { role: 'assistant', content: entry.text };
    return { message, calls, finishReason: 'stop', usage: undefined };
  }

  hears(asked: string, { message, calls }: ChatModelAnswer): void {
    const text = partsText(message['content']).slice(0, longestKept);
    this.#add({ asked, text, calls: calls.map(({ raw }) => raw) });
  }

  fails(asked: string, problem: string): void {
    this.#add({ asked, problem });
  }

  /** Returns the outcome of the next script; undefined if another script ran. */
  ran(code: string): StagedScriptOutcome | undefined {
    const { value, ...entry } = this.#entries[this.#next++] ?? {};
    if (!isRun(entry) || entry.ran !== code) return undefined;
    const { ok, isMistake, errors, words } = entry;
    return { ok, isMistake, errors, value, words: () => Promise.resolve(words) };
  }

  runs(code: string, { ok, isMistake, errors, value }: StagedScriptOutcome, words: string): void {
    const isKept = value !== undefined && stringifyExact(value).length <= longestKept;
    const said = errors.map((error) => ({ code: error.code, message: error.message }));
    this.#add({ ran: code, ok, isMistake, errors: said, words, ...(isKept && { value }) });
  }

  #add(entry: JsonObject): void {
    this.#entries.push(entry);
    this.#next = this.#entries.length;
  }
}
