// A server's list of tools as it is kept between sessions: written as plain data, read as data of somebody else.
import { TimeSlice } from '../../base/timeSlice.ts';
import type { ToolListing, ToolDefinition } from '../../catalog/toolSource.ts';
import { serverFeatures } from '../../catalog/serverFeatures.ts';
import { truncateText, listLimits } from '../../catalog/listLimits.ts';
import { isProtocolVersion } from '../definitions/entryForm.ts';
import { ToolList } from '../protocol/guardTools.ts';

/** Where lists are kept, by key. What it gives is still to be guarded. */
export interface ToolListStore {
  /** undefined when nothing is kept. Never rejects. */
  read(key: string): Promise<unknown>;
  /** Begins to write and reports no outcome. `text` is JSON. */
  write(key: string, text: () => Promise<string>): void;
}

export interface CachedToolList {
  readonly listing: ToolListing;
  /** Milliseconds since 1970. */
  readonly listedAt: number;
}

/** 2: says which tools are for a server's app alone. */
const version = 2;

/** As JSON. A slice at a time. `protocolVersion`: the version of MCP to offer at the server's next start, if one is known. */
export async function cachedText(
  server: string,
  { listing, listedAt }: CachedToolList,
  protocolVersion: string | undefined,
): Promise<string> {
  const { tools, instructions, name: serverName, version: serverVersion, ttlMs, features, warnings } = listing;
  const about = JSON.stringify({
    version,
    server,
    listedAt,
    instructions,
    serverName,
    serverVersion,
    protocolVersion,
    ttlMs,
    features,
    warnings,
  });
  return `${about.slice(0, -1)},"tools":[${(await textsOf(tools)).join(',')}]}`;
}

/** Whether both lists are the same to the letter. A slice at a time. */
export async function sameTools(some: readonly ToolDefinition[], others: readonly ToolDefinition[]): Promise<boolean> {
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

/** undefined for what is no list of this server, or was written by another version. Tools that are malformed are left out. */
export async function readCachedToolList(content: unknown, server: string): Promise<CachedToolList | undefined> {
  if (typeof content !== 'object' || content === null) return undefined;
  const kept: Readonly<Record<string, unknown>> = { ...content };
  const { tools, listedAt, instructions, serverName, serverVersion, protocolVersion, ttlMs, features, warnings } = kept;
  if (kept['version'] !== version || kept['server'] !== server || !Array.isArray(tools) || !isTime(listedAt)) return undefined;
  const list = new ToolList();
  await list.take(tools);
  const listing: ToolListing = {
    ok: true,
    tools: list.tools,
    ...(typeof instructions === 'string' && { instructions: truncateText(instructions, listLimits.instructions) }),
    ...(typeof serverName === 'string' && { name: truncateText(serverName, listLimits.name) }),
    ...(typeof serverVersion === 'string' && { version: truncateText(serverVersion, listLimits.title) }),
    ...(isProtocolVersion(protocolVersion) && { protocolVersion }),
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs }),
    ...(Array.isArray(features) && { features: serverFeatures.filter((feature) => features.includes(feature)) }),
    ...(Array.isArray(warnings) && { warnings: readWarnings(warnings) }),
  };
  return { listing, listedAt };
}

function readWarnings(warnings: readonly unknown[]): readonly string[] {
  const texts = warnings.filter((warning) => typeof warning === 'string').slice(0, 2 * listLimits.warnings);
  return texts.map((warning) => truncateText(warning, 2 * listLimits.title));
}

/** Milliseconds since 1970 that a `Date` can hold (ECMA-262, 21.4.1.1). */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}
