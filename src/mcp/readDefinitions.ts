// The servers of a workspace, from its configuration files in order of precedence. What is wrong in one file or one
// entry is a problem beside the others, which work.
import { readFile } from 'node:fs/promises';
import {
  parseDefinitionFile,
  parseDefinitionSettings,
  problemAt,
  type DefinitionFormat,
  type ParsedFile,
  type RawServer,
} from './definitionFile.ts';
import { readInputs } from './inputDefinition.ts';
import type { DefinitionProblem, Definitions, ServerDefinition } from './serverDefinition.ts';
import { currentHost, readLaunch, type EntryFile, type LaunchHost } from './serverLaunch.ts';

export interface DefinitionFile {
  /** An absolute path. */
  readonly path: string;
  readonly format: DefinitionFormat;
  /** What `${workspaceFolder}`, relative paths and the default `cwd` of its servers mean. None: the file belongs to no folder. */
  readonly folder?: string;
  /** The file was asked for by name: that it does not exist is an error. */
  readonly required?: boolean;
}

/** Servers and inputs that the editor holds in its settings, as VS Code writes them. */
export interface DefinitionSettings {
  /** Where they come from, for a person. */
  readonly origin: string;
  readonly servers: unknown;
  readonly inputs: unknown;
}

export type DefinitionPlace = DefinitionFile | DefinitionSettings;

/** Reads `places`, first in precedence first. Never rejects: what cannot be read or used is among the problems. */
export async function readDefinitions(places: readonly DefinitionPlace[], host: LaunchHost = currentHost()): Promise<Definitions> {
  const all = await Promise.all(places.map(readPlace));
  const definitions = new Map<string, ServerDefinition>();
  const problems: DefinitionProblem[] = [];
  for (const { origin, folder, parsed } of all) {
    problems.push(...parsed.problems);
    const { inputs, problems: wrongInputs } = readInputs(parsed.inputs, origin);
    problems.push(...wrongInputs.map((problem) => problemAt(origin, 'warning', problem)));
    const file: EntryFile = { dialect: parsed.dialect, folder, inputs };
    for (const entry of parsed.servers) {
      const earlier = definitions.get(entry.name);
      if (earlier) {
        const message = `server "${entry.name}" is already defined in ${earlier.origin}, which is used; rename or remove one of them`;
        problems.push(problemAt(origin, 'warning', message, entry.place(), entry.name));
        continue;
      }
      definitions.set(entry.name, define(entry, origin, file, host, problems));
    }
  }
  return { definitions: [...definitions.values()], problems };
}

interface ReadPlace {
  readonly origin: string;
  readonly folder: string | undefined;
  readonly parsed: ParsedFile;
}

async function readPlace(place: DefinitionPlace): Promise<ReadPlace> {
  if (!('path' in place)) {
    return { origin: place.origin, folder: undefined, parsed: parseDefinitionSettings(place.servers, place.inputs) };
  }
  const { path, format, folder } = place;
  const content = await readText(path);
  if (content.ok) return { origin: path, folder, parsed: parseDefinitionFile(path, content.text, format) };
  const problem = unreadable(place, content.code);
  return { origin: path, folder, parsed: { dialect: 'vscode', servers: [], inputs: undefined, problems: problem ? [problem] : [] } };
}

type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: string };

async function readText(path: string): Promise<FileText> {
  try {
    return { ok: true, text: await readFile(path, 'utf8') };
  } catch (error) {
    return { ok: false, code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown error' };
  }
}

function unreadable(file: DefinitionFile, code: string): DefinitionProblem | undefined {
  // ENOTDIR: what should be the folder of the file is a file.
  if (code !== 'ENOENT' && code !== 'ENOTDIR')
    return problemAt(file.path, 'error', `the file cannot be read (${code}); check that it is a readable file`);
  return file.required ? problemAt(file.path, 'error', 'the file does not exist; correct the path or create it') : undefined;
}

function define(entry: RawServer, origin: string, file: EntryFile, host: LaunchHost, problems: DefinitionProblem[]): ServerDefinition {
  const { name } = entry;
  const outcome: ReturnType<typeof readLaunch> = name.trim() === '' ? unnamed : readLaunch(entry, file, host);
  if (outcome.ok) {
    for (const variable of outcome.unknownVariables) {
      const message = `server "${name}" uses ${variable}, which is not set; it stays as written`;
      problems.push(problemAt(origin, 'warning', message, entry.place(), name));
    }
    return { name, origin, launch: outcome.launch };
  }
  const place = entry.place(outcome.field === undefined ? [] : [outcome.field]);
  problems.push(problemAt(origin, 'error', `server "${name}": ${outcome.error}`, place, name));
  const at = place ? `${origin}:${place.line}:${place.column}` : origin;
  return { name, origin, launch: { type: 'invalid', error: `its definition cannot be used: ${outcome.error} (${at}).` } };
}

const unnamed = { ok: false, error: 'a server needs a name' } as const;
