// Stores turns in files, so that a chat can continue in another window. A file is named by the hash of the state in it,
// so that a different content is recognized.
import {
  isArrayOf,
  isBoolean,
  isNumber,
  isObject,
  isRecordOf,
  isString,
  type Guarded,
} from '../../base/guards.ts';
import { isJsonObject } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { ToolResult } from '../../catalog/index.ts';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import type { AnsweredCall } from './requestTools.ts';
import { turnIdOf, type KeptTurn, type TurnStore } from './turnState.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface TurnFilesOptions {
  readonly folder: string;
  /** Returns true if values may be written to disk now; otherwise turns are kept only in memory. */
  readonly writes: () => boolean;
  readonly log: (line: string) => void;
}

const mostFiles = 2_000;
/** Maximum number of characters in memory. */
const mostCharacters = 64 * 1024 * 1024;

export class TurnFiles implements TurnStore {
  readonly #options: TurnFilesOptions;
  readonly #files: CacheFolder;
  /** The most recent turns. */
  readonly #kept = new Map<string, SizedTurn>();
  #characters = 0;

  constructor(options: TurnFilesOptions) {
    const { folder, log } = options;
    this.#options = options;
    this.#files = new CacheFolder({ folder, what: 'Scripts of chats', log, mostFiles });
  }

  keep(turn: string, { packed, answers, results }: KeptTurn): void {
    const kept = { packed, answers: new Map(answers), results };
    const known = this.#kept.get(turn);
    // The content of a turn never changes, it only grows, so an equal count means equal content.
    if (known && countOf(known.kept) === countOf(kept)) return;
    const characters = charactersOf(kept);
    this.#characters += characters - (known?.characters ?? 0);
    this.#kept.delete(turn);
    this.#kept.set(turn, { kept, characters });
    for (const [oldest, { characters: length }] of this.#kept) {
      if (this.#characters <= mostCharacters || oldest === turn) break;
      this.#kept.delete(oldest);
      this.#characters -= length;
    }
    if (this.#options.writes()) this.#files.write(turn, () => textOf(kept));
  }

  async recall(turn: string): Promise<KeptTurn | undefined> {
    return this.#kept.get(turn)?.kept ?? readKept(turn, await this.#files.read(turn));
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

function countOf({ answers, results }: KeptTurn): number {
  return [...answers.values()].reduce((sum, { length }) => sum + length, results.size);
}

function charactersOf({ packed, answers, results }: KeptTurn): number {
  const calls = [...answers.values()]
    .flat()
    .map(({ input, result }) => stringifyExact(input).length + textIn(result).length);
  return [...calls, ...[...results.values()].map(({ length }) => length)].reduce(
    (sum, length) => sum + length,
    packed.length,
  );
}

/**
 * Returns the turn as JSON. The answers are converted one at a time with pauses for the event loop, because they may
 * have megabytes together.
 */
async function textOf({ packed, answers, results }: KeptTurn): Promise<string> {
  const slice = new TimeSlice();
  const lists: string[] = [];
  for (const [index, calls] of answers) {
    const texts: string[] = [];
    for (const { call, tool, input, result } of calls) {
      texts.push(stringifyExact({ call, tool, input, text: textIn(result), isError: result.isError }));
      if (slice.isOver) await slice.yieldIfOver();
    }
    lists.push(`"${index}":[${texts.join()}]`);
  }
  return `{"packed":${stringifyExact(packed)},"answers":{${lists.join()}},"results":${stringifyExact(Object.fromEntries(results))}}`;
}

function textIn({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

const isAnswer = isObject(
  { call: isNumber, tool: isString, input: isJsonObject, text: isString },
  { isError: isBoolean },
);
const isKept = isObject({
  packed: isString,
  answers: isRecordOf(isArrayOf(isAnswer)),
  results: isRecordOf(isString),
});

function readKept(turn: string, value: unknown): KeptTurn | undefined {
  if (!isKept(value) || turnIdOf(value.packed) !== turn) return undefined;
  const { packed, answers, results } = value;
  return {
    packed,
    answers: new Map(Object.entries(answers).map(([index, calls]) => [Number(index), calls.map(answerOf)])),
    results: new Map(Object.entries(results).map(([index, text]) => [Number(index), text])),
  };
}

function answerOf({ call, tool, input, text, isError = false }: Guarded<typeof isAnswer>): AnsweredCall {
  return { call, tool, input, result: { content: [{ type: 'text', text }], isError } };
}
