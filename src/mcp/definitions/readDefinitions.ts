// Reads the servers of a workspace from its configuration files, in order of precedence. An error in one file or entry
// becomes a problem and does not affect the others. A definition from a workspace file is used only after its user has
// approved it.
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/errorMessage.ts';
import { isJsonObject } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { listLimits, quoteName } from '../../catalog/index.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import {
  parseDefinitionFile,
  parseDefinitionSettings,
  placeText,
  problemAt,
  withoutServers,
  type DefinitionDialect,
  type DefinitionFormat,
  type ParsedFile,
  type RawServer,
} from './definitionFile.ts';
import { disabledBy, ignoredApprovals, pinnedVersion, toolChoice } from './entryForm.ts';
import { definitionApproval } from './definitionApproval.ts';
import { readInputs } from './inputDefinition.ts';
import {
  definitionKind,
  type DefinitionProblem,
  type Definitions,
  type ServerDefinition,
  type ShadowedServer,
} from './serverDefinition.ts';
import {
  currentHost,
  readLaunch,
  type EntryFile,
  type LaunchHost,
  type LaunchOutcome,
} from './serverLaunch.ts';
import type { WaitingItem } from './trustStore.ts';

export interface DefinitionFile {
  /** Absolute path. */
  readonly path: string;
  readonly format: DefinitionFormat;
  /** The folder for `${workspaceFolder}`, relative paths and the default `cwd`; undefined if the file has none. */
  readonly folder?: string;
  /** True if the user named the file: a missing file is then an error, and the definitions need no approval. */
  readonly required?: boolean;
  /** True if the file belongs to an untrusted workspace. The servers are listed but never started. */
  readonly distrusted?: boolean;
}

/** Servers and inputs from the editor's settings. */
interface DefinitionSettings {
  /** Name of the source, for messages. */
  readonly origin: string;
  /** Default: `vscode`. */
  readonly dialect?: DefinitionDialect;
  readonly servers: unknown;
  readonly inputs: unknown;
}

export type DefinitionPlace = DefinitionFile | DefinitionSettings;

/** Maximum size of a file that the user named, in bytes. Claude Code keeps its history in the file of its servers. */
const MOST_BYTES = 10 * 1024 * 1024;
/** Maximum size of another file, in bytes, far above the size of real files. A repository may contain any file. */
const MOST_FOUND_BYTES = 500_000;

/**
 * Last complete content of each file, by path. The content replaces that of a file which is incomplete because another
 * program is writing it.
 */
export type LastRead = Map<string, ParsedFile>;

/**
 * Reads `places`, highest precedence first. Never rejects: each error becomes a problem. For an unreadable file, the
 * content in `lastRead` is used; the function updates `lastRead`.
 */
export async function readDefinitions(
  places: readonly DefinitionPlace[],
  host: LaunchHost = currentHost(),
  lastRead: LastRead = new Map(),
): Promise<Definitions> {
  const all = await Promise.all(places.map((place) => readPlace(place, lastRead)));
  const definitions = new Map<string, ServerDefinition>();
  const unapproved = new Map<string, ServerDefinition>();
  const problems: DefinitionProblem[] = [];
  const shadowed: ShadowedServer[] = [];
  const slice = new TimeSlice();
  for (const place of all) {
    const { origin, folder, parsed } = place;
    problems.push(...parsed.problems);
    const { inputs, problems: wrongInputs } = readInputs(parsed.inputs, origin);
    problems.push(...wrongInputs.map((problem) => problemAt(origin, 'warning', problem)));
    const file: EntryFile = { dialect: parsed.dialect, folder, inputs };
    for (const entry of parsed.servers) {
      await slice.yieldIfOver();
      if (!isPlainName(entry.name)) {
        const message = `the server name ${quoteName(entry.name)} is too long or has control characters; rename it`;
        problems.push(problemAt(origin, 'warning', message, entry.place()));
        continue;
      }
      // VS Code 1.139 compares names of servers without case.
      const key = entry.name.toLowerCase();
      const earlier = definitions.get(key);
      if (earlier) {
        const where = earlier.name === entry.name ? earlier.origin : `${earlier.origin} as "${earlier.name}"`;
        const message = `server "${entry.name}" is already defined in ${where} (used); rename or remove one`;
        problems.push(problemAt(origin, 'warning', message, entry.place(), entry.name));
        shadowed.push({ name: earlier.name, origin });
        continue;
      }
      const defined = define(entry, place, file, host, problems);
      // An unapproved definition must not shadow one that is used.
      if (definitionKind(defined) !== 'unapproved') definitions.set(key, defined);
      else if (!unapproved.has(key)) unapproved.set(key, defined);
    }
  }
  const notDefined = [...unapproved]
    .filter(([key]) => !definitions.has(key))
    .map(([, definition]) => definition);
  return {
    definitions: [...definitions.values(), ...notDefined],
    problems,
    ...(unapproved.size > 0 && { unapproved: [...unapproved.values()].flatMap(waitingItem) }),
    ...(shadowed.length > 0 && { shadowed }),
  };
}

/** True for a name of one line that messages can quote: a line of its own would pass for a message of this program. */
function isPlainName(name: string): boolean {
  return name.length <= listLimits.name && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}

function waitingItem({ launch }: ServerDefinition): readonly WaitingItem[] {
  return launch.type === 'invalid' && launch.waiting ? [launch.waiting] : [];
}

interface ReadPlace {
  readonly origin: string;
  readonly folder?: string | undefined;
  /** The folder whose user must approve the definitions; undefined for the user's own and for a file the user named. */
  readonly approvingFolder?: string | undefined;
  readonly distrusted?: boolean | undefined;
  readonly parsed: ParsedFile;
}

async function readPlace(place: DefinitionPlace, lastRead: LastRead): Promise<ReadPlace> {
  if (!('path' in place)) {
    const { origin, servers, inputs, dialect } = place;
    return { origin, parsed: parseDefinitionSettings(servers, inputs, dialect) };
  }
  const { path, format, folder, required, distrusted } = place;
  const approvingFolder = folder ?? (format === 'codeWorkspace' ? dirname(path) : undefined);
  return {
    origin: path,
    folder,
    approvingFolder: required ? undefined : approvingFolder,
    distrusted,
    parsed: await lastWhole(place, lastRead),
  };
}

async function lastWhole(place: DefinitionFile, lastRead: LastRead): Promise<ParsedFile> {
  const parsed = await parseFile(place);
  const before = lastRead.get(place.path);
  if (parsed.isWhole) lastRead.set(place.path, parsed);
  if (parsed.isWhole || !before) return parsed;
  const hint = 'Until then its servers stay as they were.';
  return {
    ...before,
    problems: parsed.problems.map((problem) => ({ ...problem, message: `${problem.message} ${hint}` })),
  };
}

async function parseFile(place: DefinitionFile): Promise<ParsedFile> {
  const content = await readText(place, place.required ? MOST_BYTES : MOST_FOUND_BYTES);
  if (content.ok) return parseDefinitionFile(place.path, content.text, place.format);
  if (!content.isMissing) {
    const message = `cannot read the file (${content.why}); make it readable`;
    return withoutServers('vscode', false, problemAt(place.path, 'error', message));
  }
  const missing = problemAt(place.path, 'error', 'file not found; correct the path or create it');
  return withoutServers('vscode', true, ...(place.required ? [missing] : []));
}

type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string; readonly isMissing?: boolean };

/** Reads a file of bounded size. A repository may contain any file at this path. */
export async function readText(
  { path, required }: Pick<DefinitionFile, 'path' | 'required'>,
  mostBytes = MOST_BYTES,
): Promise<FileText> {
  try {
    const found = await stat(path);
    // A device or a pipe may have no end. The user may still name one explicitly, as shells do for `<(...)`.
    if (!found.isFile() && !found.isDirectory() && !required) return { ok: false, why: 'not a regular file' };
    if (found.size > mostBytes) return { ok: false, why: `${found.size} bytes; the limit is ${mostBytes}` };
    // Files under /proc may have no end and report a size of 0.
    const bytes = found.isFile() ? await readFileBounded(path, mostBytes) : await readFile(path);
    return { ok: true, text: bytes.toString() };
  } catch (error) {
    const why = errorCode(error) ?? 'unknown error';
    // ENOTDIR means that the parent of the path is a file.
    return { ok: false, why, isMissing: why === 'ENOENT' || why === 'ENOTDIR' };
  }
}

function define(
  entry: RawServer,
  { origin, approvingFolder, distrusted }: ReadPlace,
  file: EntryFile,
  host: LaunchHost,
  problems: DefinitionProblem[],
): ServerDefinition {
  const { name } = entry;
  const written = isJsonObject(entry.value) ? entry.value : {};
  const outcome: LaunchOutcome = distrusted
    ? untrusted
    : name.trim() === ''
      ? unnamed
      : readLaunch(entry, file, host);
  const own = entry.place();
  const tools = toolChoice(written);
  const protocolVersion = pinnedVersion(written);
  const base = {
    name,
    origin,
    ...(own && { place: own }),
    ...(tools && { tools }),
    ...(protocolVersion && { protocolVersion }),
  };
  const off = distrusted ? undefined : disabledBy(written);
  if (off !== undefined) {
    // Shown beside the server's state, which says that the server does not run.
    const error = `disabled in ${placeText(origin, own)}. Remove ${off} there to use it.`;
    return { ...base, launch: { type: 'invalid', error, disabled: true } };
  }
  const waiting =
    outcome.ok &&
    approvingFolder !== undefined &&
    definitionApproval({ ...entry, origin }, file, approvingFolder, host);
  if (waiting && !host.trust.isApproved(waiting)) {
    const error = `the user has not trusted its definition in ${origin}. ${host.trust.advice(name)}`;
    return { ...base, launch: { type: 'invalid', error, waiting } };
  }
  if (outcome.ok) {
    const ignored = ignoredApprovals(written).map(
      (member) =>
        `has "${member}", which has no effect here: "codeMode.approvals.rules" says what runs unasked`,
    );
    for (const remark of [...outcome.remarks, ...ignored])
      problems.push(problemAt(origin, 'warning', `server "${name}" ${remark}`, own, name));
    return { ...base, launch: outcome.launch };
  }
  const place = entry.place(outcome.field === undefined ? [] : [outcome.field]);
  problems.push(problemAt(origin, 'error', `server "${name}": ${outcome.error}`, place, name));
  const error = `its definition is unusable: ${outcome.error} (${placeText(origin, place)}).`;
  return { ...base, launch: { type: 'invalid', error, ...(distrusted && { distrusted }) } };
}

const unnamed = { ok: false, error: 'a server needs a name' } as const;
const untrusted = {
  ok: false,
  error: 'its workspace is not trusted; run "Workspaces: Manage Workspace Trust" to use it',
} as const;
