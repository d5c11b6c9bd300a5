// Converts one entry of a configuration file into a launch: checks the types of the written fields, substitutes
// variables and makes paths absolute. The result depends on nothing else but the environment.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { isJsonObject } from '../../base/json.ts';
import type { DefinitionDialect, RawServer } from './definitionFile.ts';
import { isProtocolVersion } from './entryForm.ts';
import { readSocketUrl } from './socketUrl.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type {
  DefinitionTrust,
  UnresolvedLaunch,
  HttpLaunch,
  ServerDefinition,
  StdioLaunch,
} from './serverDefinition.ts';
import { policyRefusal, type ServerIdentity, type ServerPolicy } from './serverPolicy.ts';
import {
  substituteLateValues,
  substituteVariables,
  type LateValues,
  type VariableContext,
  type WorkspaceFolder,
} from './variables.ts';

/** The values from outside of a definition that affect its launch. */
export interface LaunchHost extends Required<Pick<VariableContext, 'cwd' | 'folders' | 'home' | 'setting'>> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly policy: ServerPolicy;
  readonly trust: DefinitionTrust;
}

/**
 * Returns this process as a host, with the folders of its workspace and the policy of its organisation. This host has
 * approved no workspace definition.
 */
export function currentHost(
  folders: readonly WorkspaceFolder[] = [],
  policy: ServerPolicy = { access: 'all', denied: [] },
): LaunchHost {
  const { env, platform } = process;
  return {
    env,
    home: homedir(),
    cwd: process.cwd(),
    folders,
    platform,
    policy,
    trust: { isApproved: () => false, advice: () => 'Nobody can approve it here.' },
    setting: () => undefined,
  };
}

/** `field` is the invalid member of the entry. */
interface LaunchError {
  readonly ok: false;
  readonly error: string;
  readonly field?: string;
}

export type LaunchOutcome =
  | {
      readonly ok: true;
      readonly launch: StdioLaunch | HttpLaunch | UnresolvedLaunch;
      /** Hints for the author of the entry, without a subject: "uses ${x}, which is not set; it stays unreplaced". */
      readonly remarks: readonly string[];
    }
  | LaunchError;

/** A launch that can be started without further values. */
type ReadyOutcome = { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch } | LaunchError;

/** The parts of a file that affect its entries. */
export interface EntryFile {
  readonly dialect: DefinitionDialect;
  /** The folder for relative paths, `${workspaceFolder}` and the default `cwd`; if undefined, the home folder. */
  readonly folder: string | undefined;
  /** Inputs by ID. */
  readonly inputs: ReadonlyMap<string, InputDefinition>;
}

type Fields = Readonly<Record<string, unknown>>;

/** A check of a field, and the expected type for the error message. */
type FieldRule = readonly [isRight: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): value is string => typeof value === 'string';
/** True for the values that VS Code (1.139) converts to a text. */
const isScalar = (value: unknown): value is string | number | boolean =>
  isText(value) || typeof value === 'number' || typeof value === 'boolean';
const isRecordOf = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  isJsonObject(value) && Object.values(value).every(isRight);

const fieldRules: Readonly<Record<string, FieldRule>> = {
  type: [isText, 'a string'],
  command: [isText, 'a string'],
  args: [(value) => Array.isArray(value) && value.every(isText), 'an array of strings'],
  cwd: [isText, 'a string'],
  env: [
    isRecordOf((value) => value === null || isScalar(value)),
    'an object of strings, numbers, true, false or null',
  ],
  envFile: [isText, 'a string'],
  url: [isText, 'a string'],
  headers: [isRecordOf(isScalar), 'an object of strings, numbers, true or false'],
  oauth: [
    (value) => isJsonObject(value) && (value['clientId'] === undefined || isText(value['clientId'])),
    'an object with a "clientId"',
  ],
  protocolVersion: [isProtocolVersion, 'a version of MCP, such as "2025-11-25"'],
  sandboxEnabled: [(value) => typeof value === 'boolean', 'true or false'],
};

/** Returns the launch of one entry. */
export function readLaunch(
  entry: RawServer,
  { dialect, folder, inputs }: EntryFile,
  host: LaunchHost,
): LaunchOutcome {
  if (!isJsonObject(entry.value)) return { ok: false, error: 'expected an object with "command" or "url"' };
  for (const [field, [isRight, expected]] of Object.entries(fieldRules)) {
    const value = entry.value[field];
    // VS Code 1.139 treats null as an absent member.
    if (value !== undefined && value !== null && !isRight(value))
      return { ok: false, error: `"${field}" must be ${expected}`, field };
  }
  const substituted = substituteVariables(entry.value, { ...host, folder, dialect });
  const { value: fields, unknown, inputs: ids, editor: variables } = substituted;
  if (substituted.isTooLong)
    return { ok: false, error: 'the values of its variables are too long; use fewer of them' };
  // VS Code implements this sandbox internally, on Linux and macOS only (docs/decisions/0015-servers-in-a-sandbox.md).
  const wantsSandbox = fields['sandboxEnabled'] === true && isStdio(fields);
  if (wantsSandbox && host.platform !== 'win32') {
    const error =
      '"sandboxEnabled" needs a sandbox that only VS Code has; remove it, or leave the server to VS Code';
    return { ok: false, error, field: 'sandboxEnabled' };
  }
  const missing = ids.find((id) => !inputs.has(id));
  if (missing !== undefined) {
    const error = `\${input:${missing}} is undefined; add "id": "${missing}" under "inputs" in its file`;
    return { ok: false, error };
  }
  const asked = ids.flatMap((id) => inputs.get(id) ?? []);
  const remarks = [
    ...unknown.map((variable) => `uses ${variable}, which is not set; it stays unreplaced`),
    ...(wantsSandbox ? ['has "sandboxEnabled", which Windows lacks: it runs without a sandbox'] : []),
    ...(isJsonObject(fields['dev'])
      ? ['has "dev", which only VS Code supports: no watching or debugging here']
      : []),
    ...keepAliveRemark(fields),
  ];
  const { home, policy } = host;
  if (asked.length === 0 && variables.length === 0) {
    const outcome = launchOf(entry.name, fields, { folder, home, policy });
    return outcome.ok ? { ...outcome, remarks } : outcome;
  }
  const error = policyRefusal(policy, identityOf(entry.name, fields), 'written');
  if (error !== undefined) return { ok: false, error };
  return {
    ok: true,
    launch: { type: 'unresolved', fields, folder, home, inputs: asked, variables, policy },
    remarks,
  };
}

/** True if the server is reached by a URL, so that the user may have to sign in. */
export function isOnTheWeb({ launch }: ServerDefinition): boolean {
  return launch.type === 'http' || (launch.type === 'unresolved' && !isStdio(launch.fields));
}

/** Completes a launch with all answers. Secret answers are hidden in logs and messages. */
export function resolvedLaunch(
  server: string,
  unresolved: UnresolvedLaunch,
  answers: LateValues,
): ReadyOutcome {
  const fields = substituteLateValues(unresolved.fields, answers);
  const outcome = launchOf(server, fields, unresolved);
  const secrets = unresolved.inputs.flatMap((input) =>
    input.type === 'promptString' && input.password ? (answers.inputs.get(input.id) ?? []) : [],
  );
  return outcome.ok && secrets.length > 0 ? { ok: true, launch: { ...outcome.launch, secrets } } : outcome;
}

function launchOf(
  server: string,
  fields: Fields,
  { folder, home, policy }: Pick<UnresolvedLaunch, 'folder' | 'home' | 'policy'>,
): ReadyOutcome {
  const refusal = policyRefusal(policy, identityOf(server, fields), 'resolved');
  if (refusal !== undefined) return { ok: false, error: refusal };
  const url = text(fields['url']);
  if (isStdio(fields)) {
    const command = text(fields['command']);
    if (!command) return { ok: false, error: 'expected a "command"' };
    return { ok: true, launch: stdioLaunch(command, fields, folder ?? home, home) };
  }
  if (!url) return { ok: false, error: 'expected "command" or "url"' };
  const socket = readSocketUrl(url);
  if (socket && !socket.ok) return { ok: false, error: socket.error, field: 'url' };
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (!socket && !isWeb)
    return { ok: false, error: '"url" must be an http, https, unix or pipe address', field: 'url' };
  const headers = valuesOf(fields['headers'], '');
  const unsendable = Object.entries(headers).flatMap(([name, value]) => headerProblem(name, value) ?? [])[0];
  if (unsendable !== undefined) return { ok: false, error: unsendable, field: 'headers' };
  const clientId = isJsonObject(fields['oauth']) ? text(fields['oauth']['clientId']) : '';
  return { ok: true, launch: { type: 'http', url, headers, ...(clientId && { oauth: { clientId } }) } };
}

/** Returns a clause about an invalid header, without its value, which is often secret. */
function headerProblem(name: string, value: string): string | undefined {
  if (!isHeader(name, '')) return `${JSON.stringify(name)} is not a header name`;
  return isHeader(name, value) ? undefined : `header "${name}" has a character invalid in HTTP`;
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

/**
 * True for a server that is a command. VS Code 1.139 infers every type except `stdio` and `http` from the other fields,
 * including "sse"; an SSE server is recognized when the client connects.
 */
function isStdio(fields: Fields): boolean {
  return fields['type'] === 'stdio' || (fields['type'] !== 'http' && text(fields['command']) !== '');
}

/** Returns the identity to which a policy applies, before `~` and relative paths are resolved. */
function identityOf(name: string, fields: Fields): ServerIdentity {
  if (!isStdio(fields)) return { name, url: text(fields['url']) };
  const args = Array.isArray(fields['args']) ? fields['args'].filter(isText) : [];
  return { name, command: [text(fields['command']), ...args] };
}

function stdioLaunch(command: string, fields: Fields, folder: string, home: string): StdioLaunch {
  const untilde = (path: string) => path.replace(/^~(?=$|[\\/])/, () => home);
  const args = Array.isArray(fields['args']) ? fields['args'].filter(isText) : [];
  const envFile = text(fields['envFile']);
  return {
    type: 'stdio',
    command: untilde(command),
    args: args.map(untilde),
    cwd: resolve(folder, untilde(text(fields['cwd']))),
    env: valuesOf(fields['env'], null),
    ...(envFile && { envFile: resolve(folder, untilde(envFile)) }),
    ...(fields['keepAlive'] === true && { keepAlive: true }),
  };
}

/** Other programs may mean something else by the name. */
function keepAliveRemark(fields: Fields): readonly string[] {
  const given = fields['keepAlive'];
  if (typeof given !== 'boolean')
    return given === undefined || given === null
      ? []
      : ['has a "keepAlive" other than true or false: no effect'];
  return given && !isStdio(fields)
    ? ['has "keepAlive", which is for servers with a "command": no effect']
    : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the scalar values of a record as texts. `other` takes the place of the rest. */
function valuesOf<T>(record: unknown, other: T): Record<string, string | T> {
  const entries = isJsonObject(record) ? Object.entries(record) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, isScalar(value) ? String(value) : other]));
}
