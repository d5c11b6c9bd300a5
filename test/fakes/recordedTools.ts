// The tool lists of real servers, recorded with their package version (test/fixtures/tools).
import { readFileSync } from 'node:fs';
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
