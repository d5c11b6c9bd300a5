// The servers of a workspace, from its configuration files in order of precedence. What is wrong in one file or one
// entry is a problem beside the others, which work.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDefinitionFile, problemAt, type DefinitionDialect, type DefinitionFormat, type RawServer } from './definitionFile.ts';
import type { DefinitionProblem, Definitions, ServerDefinition } from './serverDefinition.ts';
import { currentHost, readLaunch, type LaunchHost } from './serverLaunch.ts';

export interface DefinitionFile {
  /** An absolute path. */
  readonly path: string;
  readonly format: DefinitionFormat;
  /** What `${workspaceFolder}`, relative paths and the default `cwd` of its servers mean. */
  readonly folder: string;
  /** The file was asked for by name: that it does not exist is an error. */
  readonly required?: boolean;
}

/** The files of a workspace folder, first in precedence first (VS Code 1.139 reads both, `.vscode/mcp.json` wins). */
export function workspaceDefinitionFiles(folder: string): DefinitionFile[] {
  return [
    { path: join(folder, '.vscode', 'mcp.json'), format: 'vscode', folder },
    { path: join(folder, '.mcp.json'), format: 'mcpServers', folder },
  ];
}

/** Reads `files`, first in precedence first. Never rejects: what cannot be read or used is among the problems. */
export async function readDefinitions(files: readonly DefinitionFile[], host: LaunchHost = currentHost()): Promise<Definitions> {
  const contents = await Promise.all(files.map((file) => readText(file.path)));
  const definitions = new Map<string, ServerDefinition>();
  const problems: DefinitionProblem[] = [];
  for (const [index, file] of files.entries()) {
    const content = contents[index];
    if (content === undefined) continue;
    if (!content.ok) {
      const problem = unreadable(file, content.code);
      if (problem) problems.push(problem);
      continue;
    }
    const parsed = parseDefinitionFile(file.path, content.text, file.format);
    problems.push(...parsed.problems);
    for (const entry of parsed.servers) {
      const earlier = definitions.get(entry.name);
      if (earlier) {
        const message = `server "${entry.name}" is already defined in ${earlier.origin}, which is used; rename or remove one of them`;
        problems.push(problemAt(file.path, 'warning', message, entry.place(), entry.name));
        continue;
      }
      definitions.set(entry.name, define(entry, file, parsed.dialect, host, problems));
    }
  }
  return { definitions: [...definitions.values()], problems };
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
  if (code !== 'ENOENT') return problemAt(file.path, 'error', `the file cannot be read (${code}); check that it is a readable file`);
  return file.required ? problemAt(file.path, 'error', 'the file does not exist; correct the path or create it') : undefined;
}

function define(
  entry: RawServer,
  file: DefinitionFile,
  dialect: DefinitionDialect,
  host: LaunchHost,
  problems: DefinitionProblem[],
): ServerDefinition {
  const { name } = entry;
  const outcome: ReturnType<typeof readLaunch> = name.trim() === '' ? unnamed : readLaunch(entry, dialect, file.folder, host);
  if (outcome.ok) {
    for (const variable of outcome.unknownVariables) {
      const message = `server "${name}" uses ${variable}, which is not set; it stays as written`;
      problems.push(problemAt(file.path, 'warning', message, entry.place(), name));
    }
    return { name, origin: file.path, launch: outcome.launch };
  }
  const place = entry.place(outcome.field === undefined ? [] : [outcome.field]);
  const problem = problemAt(file.path, 'error', `server "${name}": ${outcome.error}`, place, name);
  problems.push(problem);
  return {
    name,
    origin: file.path,
    launch: { type: 'invalid', error: `its definition cannot be used: ${outcome.error} (${file.path}:${place.line}:${place.column}).` },
  };
}

const unnamed = { ok: false, error: 'a server needs a name' } as const;
