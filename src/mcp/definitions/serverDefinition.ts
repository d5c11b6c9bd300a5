// What is known about a server before it is started: its name, where it is written, and how it is launched, with
// every variable but a person's answers already put in. Definitions are plain data, so that two readings can be compared.
import type { ToolChoice } from './entryForm.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type { ServerPolicy } from './serverPolicy.ts';

/** A place in a file. */
export interface Place {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/** A process that speaks MCP on its standard streams. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** An absolute path. */
  readonly cwd: string;
  /** Set on top of the host's environment and `envFile`; `null` unsets. */
  readonly env: Readonly<Record<string, string | null>>;
  /** An absolute path; read at every start. */
  readonly envFile?: string;
  /** Parts of the above that are never shown, whatever they are called. */
  readonly secrets?: readonly string[];
}

/** A server behind a URL (Streamable HTTP). */
export interface HttpLaunch {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The client that was registered for us by hand, where there is one. */
  readonly oauth?: { readonly clientId: string };
  /** Parts of the above that are never shown, whatever they are called. */
  readonly secrets?: readonly string[];
}

/** A launch with `${input:...}`, or what only an editor knows, in it: it is read to its end when the server is started. */
export interface UnresolvedLaunch {
  readonly type: 'unresolved';
  /** The definition as written, every other variable put in. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly folder: string | undefined;
  readonly home: string;
  /** In the order in which they are asked. */
  readonly inputs: readonly InputDefinition[];
  /** Variables of the editor, without braces: `config:a.b`, `command:x`, `file`. */
  readonly variables: readonly string[];
  /** Asked again of what comes out. */
  readonly policy: ServerPolicy;
}

/** An approval that a definition of a workspace needs before it is used (`definitionApproval`). */
export interface DefinitionApproval {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** The folder of the workspace that the definition belongs to. */
  readonly folder: string;
  /** The definition for a person, one statement per line; variables of the environment and inputs stand as they are written. */
  readonly covers: readonly string[];
}

/** The user's approvals, and what a model or a person is told about a definition that has none. */
export interface DefinitionTrust {
  isApproved(definition: { readonly hash: string; readonly name: string }): boolean;
  /** One sentence with a full stop: how the user approves `server`. */
  advice(server: string): string;
}

/** A server that is written down but cannot be started; `error` is one line that ends with what to do. */
interface InvalidLaunch {
  readonly type: 'invalid';
  readonly error: string;
  /** Nothing is wrong with it, but that it is defined by a workspace that is not trusted. */
  readonly distrusted?: boolean;
  /** Nothing is wrong with it, but that its file turns it off. */
  readonly disabled?: boolean;
  /** Nothing is wrong with it, but that its user has not approved it. */
  readonly approval?: DefinitionApproval;
}

/** A launch that can be tried. */
export type StartableLaunch = StdioLaunch | HttpLaunch | UnresolvedLaunch;

export interface ServerDefinition {
  /** The name in the configuration, unchanged. */
  readonly name: string;
  /** Where it is written, for a person: the path of a file, or a few words. */
  readonly origin: string;
  /** Where its name stands in the file `origin`; absent for what comes from no file. */
  readonly place?: Place;
  readonly launch: StartableLaunch | InvalidLaunch;
  /** Absent: all of its tools. */
  readonly tools?: ToolChoice;
  /** The version of MCP to speak; absent: the newest that the server speaks. */
  readonly protocolVersion?: string;
}

/** Something wrong in a configuration file. */
export interface DefinitionProblem {
  /** `error`: a server or a file cannot be used. `warning`: it is used, but perhaps not as its author meant. */
  readonly severity: 'error' | 'warning';
  /** One line for a person, place included: `/w/.vscode/mcp.json:3:5: expected a comma.` */
  readonly message: string;
  readonly file: string;
  /** Both from 1; absent when the problem is the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** Set when one server is concerned; with severity `error`, that server also has an `invalid` launch. */
  readonly server?: string;
}

export interface Definitions {
  /** In order of precedence; names are unique. */
  readonly definitions: readonly ServerDefinition[];
  readonly problems: readonly DefinitionProblem[];
  /** Definitions of workspaces that wait for their user's approval, also where another one of that name is used. */
  readonly unapproved?: readonly UnapprovedDefinition[];
  /** Definitions that are not used, since another one of that name comes first. Beside the definitions: a server does not restart for them. */
  readonly shadowed?: readonly ShadowedServer[];
}

export type UnapprovedDefinition = ServerDefinition & { readonly launch: InvalidLaunch & { readonly approval: DefinitionApproval } };

export interface ShadowedServer {
  /** Of the definition that is used. */
  readonly name: string;
  /** Of the one that is not. */
  readonly origin: string;
}

/** The use that a definition has: its server does not start before its workspace is trusted (`distrusted`), or its definition is approved (`unapproved`). */
export type DefinitionKind = 'usable' | 'invalid' | 'disabled' | 'distrusted' | 'unapproved';

export function isUnapproved(definition: ServerDefinition): definition is UnapprovedDefinition {
  return definition.launch.type === 'invalid' && definition.launch.approval !== undefined;
}

export function definitionKind(definition: ServerDefinition): DefinitionKind {
  const { launch } = definition;
  if (launch.type !== 'invalid') return 'usable';
  if (isUnapproved(definition)) return 'unapproved';
  if (launch.disabled === true) return 'disabled';
  return launch.distrusted === true ? 'distrusted' : 'invalid';
}
