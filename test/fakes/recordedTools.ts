// The tool lists of real servers, recorded with their package version (test/fixtures/tools, test/fixtures/catalogs,
// test/fixtures/heldOutCatalogs).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  return [
    ...recordedServers.map((name) => ({ name, ...recorded(name) })),
    ...catalogsIn(fixtures('catalogs')),
  ];
}

/** Returns the recorded servers to which nothing is tuned. */
export function heldOutCatalogs(): readonly RecordedCatalog[] {
  return catalogsIn(fixtures('heldOutCatalogs'));
}

/** Repeats the catalogs under other names until there are `count` tools. */
export function repeated(catalogs: readonly RecordedCatalog[], count: number): readonly RecordedCatalog[] {
  const all: RecordedCatalog[] = [];
  for (let left = count; left > 0;) {
    const catalog = catalogs[all.length % catalogs.length];
    if (!catalog) throw new Error('There are no catalogs.');
    const copy = Math.floor(all.length / catalogs.length);
    const tools = catalog.tools.slice(0, left);
    all.push({ ...catalog, name: copy === 0 ? catalog.name : `${catalog.name}${copy + 1}`, tools });
    left -= tools.length;
  }
  return all;
}

const fixtures = (name: string) => join(import.meta.dirname, '../fixtures', name);

/** Returns the recorded servers of a folder. */
export function catalogsIn(folder: string): readonly RecordedCatalog[] {
  return readdirSync(folder).map((file) => {
    const catalog = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedCatalog; // recorded by us
    const { name: server, instructions, tools } = catalog;
    return { name: server, ...(instructions !== undefined && { instructions }), tools: guardTools(tools) };
  });
}
