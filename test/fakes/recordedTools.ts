// The tool lists of real servers, recorded with their package version (test/fixtures/tools, test/fixtures/catalogs,
// test/fixtures/heldOutCatalogs).
import { readdirSync, readFileSync } from 'node:fs';
import { guardTools } from './guardTools.ts';
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

/**
 * Returns the recorded servers with which search was developed: those of the devDependencies, then those of
 * scripts/recordCatalogs.mjs.
 */
export function recordedCatalogs(): readonly RecordedCatalog[] {
  return [...recordedServers.map((name) => ({ name, ...recorded(name) })), ...catalogsOf('catalogs')];
}

/** Returns the recorded servers to which nothing is tuned. */
export function heldOutCatalogs(): readonly RecordedCatalog[] {
  return catalogsOf('heldOutCatalogs');
}

function catalogsOf(name: string): readonly RecordedCatalog[] {
  const folder = new URL(`../fixtures/${name}/`, import.meta.url);
  return readdirSync(folder).map((file) => {
    const catalog = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RecordedCatalog; // recorded by us
    const { name: server, instructions, tools } = catalog;
    return { name: server, ...(instructions !== undefined && { instructions }), tools: guardTools(tools) };
  });
}
