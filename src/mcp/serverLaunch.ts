// From one entry of a configuration file to a launch: field types are checked as written, variables are put in, and
// paths are made absolute, so that what is left needs only the environment.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { DefinitionDialect, RawServer } from './definitionFile.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type { AskingLaunch, HttpLaunch, StdioLaunch } from './serverDefinition.ts';
import { substituteInputs, substituteVariables, type WorkspaceFolder } from './variables.ts';

/** What the outside of a definition contributes to it. */
export interface LaunchHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly folders: readonly WorkspaceFolder[];
}

/** This process as a host, with the folders of its workspace. */
export function currentHost(folders: readonly WorkspaceFolder[] = []): LaunchHost {
  return { env: process.env, home: homedir(), cwd: process.cwd(), folders };
}

/** `field` is the part of the entry that is wrong. */
interface LaunchError {
  readonly ok: false;
  readonly error: string;
  readonly field?: string;
}

export type LaunchOutcome =
  | { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch | AskingLaunch; readonly unknownVariables: readonly string[] }
  | LaunchError;

/** A launch that needs nothing more. */
export type ReadyOutcome = { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch } | LaunchError;

/** What the file of an entry says about it. */
export interface EntryFile {
  readonly dialect: DefinitionDialect;
  /** What relative paths, `${workspaceFolder}` and the default `cwd` mean; without it, paths start at the home folder. */
  readonly folder: string | undefined;
  /** By id. */
  readonly inputs: ReadonlyMap<string, InputDefinition>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A field's check, and what to say when it fails. */
type FieldRule = readonly [isRight: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRecordOf = (isRight: (value: unknown) => boolean) => (value: unknown) => isRecord(value) && Object.values(value).every(isRight);

const fieldRules: Readonly<Record<string, FieldRule>> = {
  type: [isText, 'a string'],
  command: [isText, 'a string'],
  args: [(value) => Array.isArray(value) && value.every(isText), 'an array of strings'],
  cwd: [isText, 'a string'],
  env: [
    isRecordOf((value) => value === null || isText(value) || typeof value === 'number'),
    'an object whose values are strings, numbers or null',
  ],
  envFile: [isText, 'a string'],
  url: [isText, 'a string'],
  headers: [isRecordOf(isText), 'an object whose values are strings'],
  oauth: [(value) => isRecord(value) && (value['clientId'] === undefined || isText(value['clientId'])), 'an object with a "clientId"'],
};

/** The launch of one entry. */
export function readLaunch(entry: RawServer, { dialect, folder, inputs }: EntryFile, host: LaunchHost): LaunchOutcome {
  if (!isRecord(entry.value)) return { ok: false, error: 'expected an object with "command" or "url"' };
  for (const [field, [isRight, expected]] of Object.entries(fieldRules)) {
    const value = entry.value[field];
    if (value !== undefined && !isRight(value)) return { ok: false, error: `"${field}" must be ${expected}`, field };
  }
  const { value: fields, unknown: unknownVariables, inputs: ids } = substituteVariables(entry.value, { ...host, folder, dialect });
  if (!isRecord(fields)) return { ok: false, error: 'expected an object with "command" or "url"' };
  const asked: InputDefinition[] = [];
  for (const id of ids) {
    const input = inputs.get(id);
    if (!input) return { ok: false, error: `\${input:${id}} has no definition; add one with "id": "${id}" under "inputs" in its file` };
    asked.push(input);
  }
  const { home } = host;
  if (asked.length > 0) return { ok: true, launch: { type: 'asking', fields, folder, home, inputs: asked }, unknownVariables };
  const outcome = launchOf(fields, folder, home);
  return outcome.ok ? { ...outcome, unknownVariables } : outcome;
}

/** The rest of the reading, with an answer to every input; those that are secret are kept from logs and messages. */
export function answeredLaunch(asking: AskingLaunch, answers: ReadonlyMap<string, string>): ReadyOutcome {
  const fields = substituteInputs(asking.fields, answers);
  if (!isRecord(fields)) return { ok: false, error: 'expected an object with "command" or "url"' };
  const outcome = launchOf(fields, asking.folder, asking.home);
  const secrets = asking.inputs.flatMap((input) => (input.type === 'promptString' && input.password ? (answers.get(input.id) ?? []) : []));
  return outcome.ok && secrets.length > 0 ? { ok: true, launch: { ...outcome.launch, secrets } } : outcome;
}

function launchOf(value: Fields, folder: string | undefined, home: string): ReadyOutcome {
  const command = text(value['command']);
  const url = text(value['url']);
  const type = value['type'];
  // VS Code 1.139: any other type, "sse" too, is inferred.
  if (type === 'stdio' || (type !== 'http' && command !== '')) {
    if (!command) return { ok: false, error: 'expected a "command" to start' };
    return { ok: true, launch: stdioLaunch(command, value, folder ?? home, home) };
  }
  if (!url) return { ok: false, error: 'expected a "command" to start or a "url" to connect to' };
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (!isWeb) return { ok: false, error: '"url" must be an http or https address', field: 'url' };
  const clientId = isRecord(value['oauth']) ? text(value['oauth']['clientId']) : '';
  return { ok: true, launch: { type: 'http', url, headers: texts(value['headers']), ...(clientId && { oauth: { clientId } }) } };
}

function stdioLaunch(command: string, fields: Fields, folder: string, home: string): StdioLaunch {
  const untilde = (path: string) => path.replace(/^~(?=$|[\\/])/, () => home);
  const args = Array.isArray(fields['args']) ? fields['args'].filter(isText) : [];
  const env = isRecord(fields['env']) ? Object.entries(fields['env']) : [];
  const envFile = text(fields['envFile']);
  return {
    type: 'stdio',
    command: untilde(command),
    args: args.map(untilde),
    cwd: resolve(folder, untilde(text(fields['cwd']))),
    env: Object.fromEntries(env.map(([name, value]) => [name, typeof value === 'number' ? String(value) : isText(value) ? value : null])),
    ...(envFile && { envFile: resolve(folder, untilde(envFile)) }),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): Record<string, string> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, text(inner)])) : {};
}
