// The tool lists of real servers, recorded with their package version (test/fixtures/tools, test/fixtures/catalogs).
import { readdirSync, readFileSync } from 'node:fs';
import { guardTools } from '../../src/mcp/discovery/guardTools.ts';
import type { ToolDefinition } from '../../src/catalog/toolSource.ts';

export const recordedServers = ['everything', 'filesystem', 'memory', 'sequential-thinking'] as const;
export type RecordedServer = (typeof recordedServers)[number];

export interface Recording {
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
}

export function recorded(server: RecordedServer): Recording {
  const file = new URL(`../fixtures/tools/${server}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Recording; // written by us from a real server's answer
}

interface RecordedCatalog extends Recording {
  readonly name: string;
}

/** Every recorded server: those of the devDependencies, then those of scripts/recordCatalogs.mjs. */
export function recordedCatalogs(): readonly RecordedCatalog[] {
  const folder = new URL('../fixtures/catalogs/', import.meta.url);
  const others = readdirSync(folder).map((file) => {
    const { name, instructions, tools } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RecordedCatalog; // recorded by us
    return { name, ...(instructions !== undefined && { instructions }), tools: guardTools(tools, () => undefined) };
  });
  return [...recordedServers.map((name) => ({ name, ...recorded(name) })), ...others];
}
