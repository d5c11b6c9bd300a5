// Keeps turns in files, so that a chat goes on in the next window. A file is named by the hash of the state in it, so that nothing else is taken
// for it.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../catalog/json.ts';
import { CacheFolder } from '../storage/cacheFolder.ts';
import type { AnsweredCall } from './requestTools.ts';
import { turnIdOf } from './turnState.ts';
import type { KeptTurn, TurnStore } from './turnStore.ts';

interface TurnFilesOptions {
  readonly folder: string;
  /** Whether values may be written now; else turns are kept as long as the process lives. */
  readonly writes: () => boolean;
  readonly log: (line: string) => void;
}

const mostFiles = 2_000;
/** In memory. */
const mostCharacters = 64 * 1024 * 1024;

export class TurnFiles implements TurnStore {
  readonly #options: TurnFilesOptions;
  readonly #files: CacheFolder;
  /** The latest, as the files have them. */
  readonly #texts = new Map<string, string>();
  #characters = 0;

  constructor(options: TurnFilesOptions) {
    const { folder, log } = options;
    this.#options = options;
    this.#files = new CacheFolder({ folder, what: 'Scripts of chats', log, mostFiles });
  }

  keep(turn: string, kept: KeptTurn): void {
    const text = JSON.stringify(jsonOf(kept));
    if (this.#texts.get(turn) === text) return;
    this.#characters += text.length - (this.#texts.get(turn)?.length ?? 0);
    this.#texts.delete(turn);
    this.#texts.set(turn, text);
    for (const [oldest, { length }] of this.#texts) {
      if (this.#characters <= mostCharacters || oldest === turn) break;
      this.#texts.delete(oldest);
      this.#characters -= length;
    }
    if (this.#options.writes()) this.#files.write(turn, () => Promise.resolve(text));
  }

  async recall(turn: string): Promise<KeptTurn | undefined> {
    const text = this.#texts.get(turn);
    return readKept(turn, text === undefined ? await this.#files.read(turn) : JSON.parse(text));
  }

  /** Settles when all is written. */
  dispose(): Promise<void> {
    return this.#files.dispose();
  }
}

function jsonOf({ packed, answers, results }: KeptTurn): JsonObject {
  const texts = [...answers].map(([index, calls]): [string, JsonValue] => [
    String(index),
    calls.map(({ call, tool, input, result: { content, isError } }) => {
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { call, tool, input, text, isError };
    }),
  ]);
  return { packed, answers: Object.fromEntries(texts), results: Object.fromEntries(results) };
}

function readKept(turn: string, value: unknown): KeptTurn | undefined {
  if (!isJsonObject(value)) return undefined;
  const { packed, answers, results } = value;
  if (typeof packed !== 'string' || turnIdOf(packed) !== turn || !isJsonObject(answers) || !isJsonObject(results)) return undefined;
  return {
    packed,
    answers: new Map(Object.entries(answers).map(([index, calls]) => [Number(index), isJsonArray(calls) ? calls.flatMap(readAnswer) : []])),
    results: new Map(Object.entries(results).flatMap(([index, text]) => (typeof text === 'string' ? [[Number(index), text]] : []))),
  };
}

function readAnswer(value: JsonValue): AnsweredCall | readonly [] {
  if (!isJsonObject(value)) return [];
  const { call, tool, input, text, isError } = value;
  if (typeof call !== 'number' || typeof tool !== 'string' || !isJsonObject(input) || typeof text !== 'string') return [];
  return { call, tool, input, result: { content: [{ type: 'text', text }], isError: isError === true } };
}
