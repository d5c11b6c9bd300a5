// Journal of a turn in stages: the answers of the model and the outcomes of scripts, in order. A request of the client
// with answers replays the turn from the journal, as a script is replayed from its answers, and continues at its end.
import { isJsonArray, isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ModelCall } from '../staged/modelPort.ts';
import type { StagedScriptOutcome } from '../staged/stagedRequest.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface HeardAnswer {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Reason for which the request failed; undefined if it succeeded. */
  readonly problem?: string;
}

/** Maximum length of a model's text and of a script's value as JSON. Only a fallback shows longer values. */
const longestKept = 200_000;

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
   * Returns the next answer. `of` names the tool that was requested. Undefined if the entry belongs to another request,
   * because the tools have changed.
   */
  heard(of: string): HeardAnswer | undefined {
    const entry = this.#entries[this.#next++];
    if (entry?.['asked'] !== of) return undefined;
    const { text, calls, problem } = entry;
    return {
      text: typeof text === 'string' ? text : '',
      calls: isJsonArray(calls) ? calls.flatMap(readCall) : [],
      ...(typeof problem === 'string' && { problem }),
    };
  }

  hears(of: string, { text, calls, problem }: HeardAnswer): void {
    const kept = calls.map(({ id, name, input }) => ({ id, name, input: (input ?? null) as JsonObject })); // From JSON.
    this.#add({
      asked: of,
      text: text.slice(0, longestKept),
      calls: kept,
      ...(problem !== undefined && { problem }),
    });
  }

  /** Returns the outcome of the next script; undefined if another script ran. */
  ran(code: string): StagedScriptOutcome | undefined {
    const entry = this.#entries[this.#next++];
    if (entry?.['ran'] !== code) return undefined;
    const { ok, isMistake, errors, value, words } = entry;
    return {
      ok: ok === true,
      isMistake: isMistake === true,
      value,
      errors: isJsonArray(errors)
        ? (errors.filter(isJsonObject) as unknown as StagedScriptOutcome['errors'])
        : [], // From `runs`
      words: () => Promise.resolve(typeof words === 'string' ? words : ''),
    };
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

function readCall(call: unknown): ModelCall | readonly [] {
  if (!isJsonObject(call)) return [];
  const { id, name, input } = call;
  return typeof id === 'string' && typeof name === 'string' ? { id, name, input } : [];
}
