// Remembers servers that kept a command waiting and then failed, on disk for a few minutes, so that the next command
// does not wait for them.
import { stat } from 'node:fs/promises';
import { isNumber, isObject, isOneOf, isString } from '../../base/guards.ts';
import { definitionIdentity, type ServerDefinition } from '../../mcp/definitions/index.ts';
import type { ToolListStore } from '../../mcp/index.ts';

/** Time in milliseconds for which a failure is remembered. */
const rememberedMs = 5 * 60_000;
const longestError = 2_000;
const version = 1;

export interface FailedStart {
  readonly error: string;
  /** Time of the failure in milliseconds since 1970. */
  readonly at: number;
  /** Time in milliseconds that the command waited for an answer; absent if the server failed by itself. */
  readonly waitedMs?: number;
  /** Present if a server with no known tools was late for the first time. A first start may have to install it. */
  readonly isFirst?: true;
}

const isKept = isObject(
  { version: isOneOf([version]), error: isString, at: isNumber, changed: isNumber },
  { waitedMs: isNumber, isFirst: isOneOf([true]) },
);

export class FailedStartCache {
  readonly #files: ToolListStore;

  constructor(files: ToolListStore) {
    this.#files = files;
  }

  /** Returns the remembered failure; undefined if there is none, or if the definition's file has changed since. */
  async of(definition: ServerDefinition): Promise<FailedStart | undefined> {
    const key = definitionIdentity(definition);
    const kept = key === undefined ? undefined : await this.#files.read(key);
    if (!isKept(kept) || Math.abs(Date.now() - kept.at) > rememberedMs) return undefined;
    if (kept.changed !== (await changedAt(definition))) return undefined;
    return { ...kept, error: kept.error.slice(0, longestError) };
  }

  async remember(definition: ServerDefinition, failed: FailedStart): Promise<void> {
    const content = JSON.stringify({ version, ...failed, changed: await changedAt(definition) });
    this.#write(definition, content);
  }

  forget(definition: ServerDefinition): void {
    this.#write(definition, 'null');
  }

  #write(definition: ServerDefinition, text: string): void {
    const key = definitionIdentity(definition);
    if (key !== undefined) this.#files.write(key, () => Promise.resolve(text));
  }
}

/** Returns the time at which the definition's file was written; 0 if the definition is in no file. */
async function changedAt({ origin }: ServerDefinition): Promise<number> {
  return (await stat(origin).catch(() => undefined))?.mtimeMs ?? 0;
}
