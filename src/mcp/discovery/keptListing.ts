// A server's list of tools as it is kept between sessions: written as plain data, read as data of somebody else.
import type { AnsweredListing } from '../../catalog/toolSource.ts';
import { serverFeatures } from '../../catalog/serverFeatures.ts';
import { guardTools } from './guardTools.ts';

/** Where lists are kept, by key. What it gives is still to be guarded. */
export interface KeptListings {
  /** undefined when nothing is kept. Never rejects. */
  read(key: string): Promise<unknown>;
  /** Begins to write, and tells nobody how it went. */
  write(key: string, content: unknown): void;
}

export interface KeptListing {
  readonly listing: AnsweredListing;
  /** Milliseconds since 1970. */
  readonly listedAt: number;
}

const version = 1;

export function keptContent(server: string, { listing, listedAt }: KeptListing): unknown {
  const { tools, instructions, version: serverVersion, features, warnings } = listing;
  return { version, server, listedAt, tools, instructions, serverVersion, features, warnings };
}

/** undefined for what is no list of this server, or was written by another version. Tools that are malformed are left out. */
export function readKeptListing(content: unknown, server: string): KeptListing | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const kept: Readonly<Record<string, unknown>> = { ...content };
  const { tools, listedAt, instructions, serverVersion, features, warnings } = kept;
  if (kept['version'] !== version || kept['server'] !== server || !Array.isArray(tools) || !isTime(listedAt)) return undefined;
  const listing: AnsweredListing = {
    ok: true,
    tools: guardTools(tools, () => undefined),
    ...(typeof instructions === 'string' && { instructions }),
    ...(typeof serverVersion === 'string' && { version: serverVersion }),
    ...(Array.isArray(features) && { features: serverFeatures.filter((feature) => features.includes(feature)) }),
    ...(Array.isArray(warnings) && { warnings: warnings.filter((warning) => typeof warning === 'string') }),
  };
  return { listing, listedAt };
}

/** Milliseconds since 1970 that a `Date` can hold (ECMA-262, 21.4.1.1). */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}
