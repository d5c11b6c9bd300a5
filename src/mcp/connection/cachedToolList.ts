// Tool list of a server in a form that is stored between sessions: written as JSON, and checked like foreign data when
// it is read.
import { isJsonArray, isJsonObject } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import {
  serverFeatures,
  truncateText,
  listLimits,
  type ToolListing,
  type ToolDefinition,
} from '../../catalog/index.ts';
import { isProtocolVersion } from '../definitions/index.ts';
import { ToolList } from '../protocol/guardTools.ts';

/** Store of tool lists by key. A reader must check the returned data. */
export interface ToolListStore {
  /** Returns undefined if nothing is stored. Never rejects. */
  read(key: string): Promise<unknown>;
  /** Starts to write and does not report the outcome. `text` returns JSON. */
  write(key: string, text: () => Promise<string>): void;
}

export interface CachedToolList {
  readonly listing: ToolListing;
  /** Milliseconds since 1970. */
  readonly listedAt: number;
}

/** Version of the stored format. Version 3 records whether a server completes arguments. */
const version = 3;

/**
 * Returns the list as JSON, yielding to the event loop after each time slice. `protocolVersion` is the MCP version to
 * offer at the server's next start; undefined if none is known.
 */
export async function cachedText(
  server: string,
  { listing, listedAt }: CachedToolList,
  protocolVersion: string | undefined,
): Promise<string> {
  const about = JSON.stringify({
    version,
    server,
    listedAt,
    instructions: listing.instructions,
    serverName: listing.name,
    serverVersion: listing.version,
    protocolVersion,
    ttlMs: listing.ttlMs,
    features: listing.features,
    warnings: listing.warnings,
  });
  return `${about.slice(0, -1)},"tools":[${(await textsOf(listing.tools)).join(',')}]}`;
}

/** Compares both lists as JSON, yielding to the event loop after each time slice. */
export async function sameTools(
  some: readonly ToolDefinition[],
  others: readonly ToolDefinition[],
): Promise<boolean> {
  if (some.length !== others.length) return false;
  const [texts, otherTexts] = [await textsOf(some), await textsOf(others)];
  return texts.every((text, index) => text === otherTexts[index]);
}

async function textsOf(tools: readonly ToolDefinition[]): Promise<readonly string[]> {
  const slice = new TimeSlice();
  const texts: string[] = [];
  for (const tool of tools) {
    texts.push(JSON.stringify(tool));
    if (slice.isOver) await slice.yieldIfOver();
  }
  return texts;
}

/** Returns undefined for a list of another server or of another format version. Malformed tools are omitted. */
export async function readCachedToolList(
  content: unknown,
  server: string,
): Promise<CachedToolList | undefined> {
  if (!isJsonObject(content) || content['version'] !== version || content['server'] !== server)
    return undefined;
  const { tools, listedAt, instructions, serverName, serverVersion, protocolVersion, ttlMs } = content;
  const { features, warnings } = content;
  if (!isJsonArray(tools) || !isTime(listedAt)) return undefined;
  const list = new ToolList();
  await list.take(tools);
  const listing: ToolListing = {
    ok: true,
    tools: list.tools,
    ...(typeof instructions === 'string' && {
      instructions: truncateText(instructions, listLimits.instructions),
    }),
    ...(typeof serverName === 'string' && { name: truncateText(serverName, listLimits.name) }),
    ...(typeof serverVersion === 'string' && { version: truncateText(serverVersion, listLimits.title) }),
    ...(isProtocolVersion(protocolVersion) && { protocolVersion }),
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs }),
    ...(isJsonArray(features) && {
      features: serverFeatures.filter((feature) => features.includes(feature)),
    }),
    ...(isJsonArray(warnings) && { warnings: readWarnings(warnings) }),
  };
  return { listing, listedAt };
}

function readWarnings(warnings: readonly unknown[]): readonly string[] {
  const texts = warnings.filter((warning) => typeof warning === 'string').slice(0, 2 * listLimits.warnings);
  return texts.map((warning) => truncateText(warning, 2 * listLimits.title));
}

/** True for milliseconds since 1970 that a `Date` can represent (ECMA-262, 21.4.1.1). */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}
