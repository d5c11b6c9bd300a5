// Stores turns in files, so that a chat can continue in another window. A file is named by the hash of the state in it,
// so that a different content is recognized.
import { isArrayOf, isBoolean, isNumber, isObject, isString } from '../../base/guards.ts';
import { isJsonObject } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { setNewest } from '../../base/setNewest.ts';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import { turnIdOf, type KeptTurn, type TurnStore } from './turnState.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface TurnFilesOptions {
  /** If undefined, turns are kept only in memory. */
  readonly folder: string | undefined;
  /** Returns true if values may be written to disk now; otherwise turns are kept only in memory. */
  readonly writes: () => boolean;
  readonly log: (line: string) => void;
}

const mostFiles = 2_000;
/** Maximum number of characters, and of turns, in memory. */
const mostCharacters = 64 * 1024 * 1024;
const mostTurns = 20_000;

export class TurnFiles implements TurnStore {
  readonly #options: TurnFilesOptions;
  readonly #files: CacheFolder;
  /** The turns that were kept or recalled last. */
  readonly #kept = new Map<string, SizedTurn>();
  #characters = 0;

  constructor(options: TurnFilesOptions) {
    const { folder, log } = options;
    this.#options = options;
    this.#files = new CacheFolder({ folder, what: 'Scripts of chats', log, mostFiles });
  }

  keep(turn: string, { packed, calls }: KeptTurn): void {
    const kept = { packed, calls: calls.map(({ answers, result }) => ({ answers, result })) };
    const known = this.#kept.get(turn);
    // The content of a turn never changes, it only grows, so an equal count means equal content.
    if (known && countOf(known.kept) === countOf(kept)) return;
    const characters = charactersOf(kept);
    this.#characters += characters - (known?.characters ?? 0);
    this.#kept.delete(turn);
    this.#kept.set(turn, { kept, characters });
    for (const [oldest, { characters: length }] of this.#kept) {
      const isFull = this.#characters > mostCharacters || this.#kept.size > mostTurns;
      if (!isFull || oldest === turn) break;
      this.#kept.delete(oldest);
      this.#characters -= length;
    }
    if (this.#options.writes()) this.#files.write(turn, () => textOf(kept));
  }

  async recall(turn: string): Promise<KeptTurn | undefined> {
    const known = this.#kept.get(turn);
    if (!known) return readKept(turn, await this.#files.read(turn));
    setNewest(this.#kept, turn, known, mostTurns);
    return known.kept;
  }

  /** Resolves when everything is written. */
  dispose(): Promise<void> {
    return this.#files.dispose();
  }
}

interface SizedTurn {
  readonly kept: KeptTurn;
  /** Approximate size in characters. */
  readonly characters: number;
}

function countOf({ calls }: KeptTurn): number {
  return calls.reduce((sum, { answers, result }) => sum + answers.length + (result === undefined ? 0 : 1), 0);
}

function charactersOf({ packed, calls }: KeptTurn): number {
  return calls.reduce(
    (sum, { answers, result = '' }) =>
      answers.reduce(
        (length, { input, text }) => length + stringifyExact(input).length + text.length,
        sum + result.length,
      ),
    packed.length,
  );
}

/**
 * Returns the turn as JSON. The answers are converted one at a time with pauses for the event loop, because they may
 * have megabytes together.
 */
async function textOf({ packed, calls }: KeptTurn): Promise<string> {
  const slice = new TimeSlice();
  const written: string[] = [];
  for (const { answers, result } of calls) {
    const texts: string[] = [];
    for (const answer of answers) {
      texts.push(stringifyExact(answer));
      if (slice.isOver) await slice.yieldIfOver();
    }
    written.push(
      `{"answers":[${texts.join()}]${result === undefined ? '' : `,"result":${JSON.stringify(result)}`}}`,
    );
  }
  return `{"packed":${JSON.stringify(packed)},"calls":[${written.join()}]}`;
}

const isAnswer = isObject({
  call: isNumber,
  tool: isString,
  input: isJsonObject,
  text: isString,
  isError: isBoolean,
});
const isKept = isObject({
  packed: isString,
  calls: isArrayOf(isObject({ answers: isArrayOf(isAnswer) }, { result: isString })),
});

function readKept(turn: string, value: unknown): KeptTurn | undefined {
  return isKept(value) && turnIdOf(value.packed) === turn ? value : undefined;
}
