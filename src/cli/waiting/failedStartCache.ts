// Remembers servers that kept a command waiting and then failed, on disk for a few minutes, so that the next command
// does not wait for them.
import { stat } from 'node:fs/promises';
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
  /**
   * Present if the server was late for the first time and none of its tools were known. A first start may have to
   * install the server.
   */
  readonly isFirst?: true;
}

export class FailedStartCache {
  readonly #files: ToolListStore;

  constructor(files: ToolListStore) {
    this.#files = files;
  }

  /** Returns the remembered failure; undefined if there is none, or if the definition's file has changed since. */
  async of(definition: ServerDefinition): Promise<FailedStart | undefined> {
    const key = definitionIdentity(definition);
    const kept = key === undefined ? undefined : await this.#files.read(key);
    const failed = readFailedStart(kept);
    if (!failed || Math.abs(Date.now() - failed.at) > rememberedMs) return undefined;
    return failed.changed === (await changedAt(definition)) ? failed : undefined;
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
  return stat(origin).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

function readFailedStart(kept: unknown): (FailedStart & { readonly changed: number }) | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const {
    version: written,
    error,
    at,
    waitedMs,
    isFirst,
    changed,
  }: Readonly<Record<string, unknown>> = { ...kept };
  if (
    written !== version ||
    typeof error !== 'string' ||
    typeof at !== 'number' ||
    typeof changed !== 'number'
  )
    return undefined;
  return {
    error: error.slice(0, longestError),
    at,
    changed,
    ...(typeof waitedMs === 'number' && { waitedMs }),
    ...(isFirst === true && { isFirst }),
  };
}
