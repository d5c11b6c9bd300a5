// Plans the setup of one client from the current state of its file. This module writes nothing.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import { formatOf, type ClientProgram } from './clients.ts';
import { readConfigFile, type ConfigFile } from './configFile.ts';
import { parseConfig, serverEntries } from './configText.ts';
import { convertServer, isFields, variablesIn, type Fields } from './convertServer.ts';
import { entryName, serverEntry, type StartCommand } from './serverEntry.ts';

export interface ClientPlan {
  /** The client, with the form of entries that its file uses. */
  readonly client: ClientProgram;
  readonly file: Exclude<ConfigFile, { kind: 'unusable' }>;
  /** The entry for Code Mode that setup adds. */
  readonly entry: JsonObject;
  /** The value under Code Mode's name that is already in the file; undefined if there is none. */
  readonly present: unknown;
  /**
   * The client's other servers that Code Mode can start, in the form of Code Mode's own file. Empty for a shared file,
   * which Code Mode reads directly.
   */
  readonly copied: Readonly<Record<string, Fields>>;
  /** The same servers in the form of the client's file. */
  readonly originals: Fields;
  readonly staying: readonly { readonly name: string; readonly why: string }[];
  /** Path of the file in which Code Mode keeps the copied servers. */
  readonly ownFile: string;
}

export type ClientPlanning =
  | { readonly ok: true; readonly plan: ClientPlan }
  | { readonly ok: false; readonly file: string; readonly why: string };

/** Plans the setup of a client. `folder` is the folder for Code Mode's own files. */
export async function planClient(
  known: ClientProgram,
  program: StartCommand,
  folder: string,
): Promise<ClientPlanning> {
  const file = await firstFile(known.files);
  if (file.kind === 'unusable') return { ok: false, file: file.path, why: file.why };
  if (known.within !== undefined && !(await isInPlace(file.path, known.files, known.within))) {
    return { ok: false, file: file.path, why: 'a link of this folder leads there' };
  }
  const parsed = await parseConfig(file.kind === 'file' ? file.text : '', formatOf(known));
  if (!parsed.ok) return { ok: false, file: file.path, why: parsed.why };
  const { client, others } = inForm(known, parsed.root);
  const servers = serverEntries(parsed.root, client.key);
  if (!servers) return { ok: false, file: file.path, why: `its "${client.key}" holds no servers` };
  const ownFile = join(folder, `${client.id}.json`);
  const copied: Record<string, Fields> = {};
  const staying = others.map((name) => ({
    name,
    why: 'it is in the form of OpenCode 1, which Code Mode leaves alone beside "mcp.servers"',
  }));
  for (const [name, value] of Object.entries(client.within === undefined ? servers : {})) {
    if (name === entryName) continue;
    const converted = isOurselves(value, program)
      ? ({ ok: false, why: 'it is Code Mode itself' } as const)
      : convertServer(client.dialect, value);
    if (converted.ok) copied[name] = converted.server;
    else staying.push({ name, why: converted.why });
  }
  const originals = Object.fromEntries(Object.keys(copied).map((name) => [name, servers[name]]));
  const variables = variablesIn(copied);
  const entry = serverEntry(client.dialect, serveCommand(client, program, ownFile), variables);
  const present = Object.hasOwn(servers, entryName) ? servers[entryName] : undefined;
  return { ok: true, plan: { client, file, entry, present, copied, originals, staying, ownFile } };
}

/** Name of the file of OpenCode 2's terminal client, beside the configuration. OpenCode 1 has no such file. */
const secondClientFile = 'cli.json';

/**
 * Determines the form of an OpenCode file. OpenCode 2 has its servers at `mcp.servers`, and also reads OpenCode 1's
 * servers at `mcp`. OpenCode 1 before 1.18.24 does not start if the file has `mcp.servers`. So a file keeps its form,
 * and a file without servers gets the form of OpenCode 2 only if OpenCode 2 is installed. `others` are servers in the
 * form of OpenCode 1 in a file of OpenCode 2.
 */
function inForm(
  client: ClientProgram,
  root: Fields,
): { readonly client: ClientProgram; readonly others: readonly string[] } {
  if (client.dialect !== 'openCode') return { client, others: [] };
  const { servers, timeout: _, ...first } = serverEntries(root, client.key) ?? {};
  const others = Object.keys(first);
  const [named = ''] = client.files;
  const isSecond =
    servers === undefined
      ? others.length === 0 && existsSync(join(dirname(named), secondClientFile))
      : isFields(servers) && Object.values(servers).every(isFields) && !others.includes(entryName);
  return isSecond
    ? { client: { ...client, dialect: 'openCode2', key: `${client.key}.servers` }, others }
    : { client, others: [] };
}

/**
 * Returns the command that starts `code-mode serve`. The command always names a configuration file, so that an opened
 * folder cannot define servers. The command in a shared file contains no path of this machine; it serves the servers of
 * that shared file, except Code Mode itself.
 */
function serveCommand(
  { within, files }: ClientProgram,
  { command, args }: StartCommand,
  ownFile: string,
): StartCommand {
  if (within === undefined) return { command, args: [...args, 'serve', '--config', ownFile] };
  const [file = ''] = files;
  const relative = basename(file) === 'mcp.json' ? '.vscode/mcp.json' : basename(file);
  return { command: 'code-mode', args: ['serve', '--config', relative, '--server', `!${entryName}`] };
}

async function firstFile(files: readonly string[]): Promise<ConfigFile> {
  for (const path of files) {
    const file = await readConfigFile(path);
    if (file.kind !== 'missing') return file;
  }
  return { kind: 'missing', path: files[0] ?? '' };
}

/**
 * True if no link leads the file out of its folder. A folder from another source may link to a file that belongs to the
 * user.
 */
async function isInPlace(path: string, [named = '']: readonly string[], folder: string): Promise<boolean> {
  const place = join(await realpath(folder), relative(folder, dirname(named)));
  const parent = await realpath(dirname(path)).catch(() => place);
  return parent === place && basename(path) === basename(named);
}

/** True if the server is Code Mode under any name. */
function isOurselves(value: unknown, program: StartCommand): boolean {
  if (!isFields(value)) return false;
  const words = [value['command'], value['args']].flat().filter((word) => typeof word === 'string');
  return (
    words.includes('serve') &&
    words.some((word) => program.args.includes(word) || basename(word, extname(word)) === entryName)
  );
}
