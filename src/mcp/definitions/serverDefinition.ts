// A server before its start: its name, its source, and its launch, in which every variable is substituted except those
// that need the user or the editor. Definitions are plain data, so that two readings can be compared.
import type { TextPosition } from '../../base/text/textLines.ts';
import type { ToolChoice } from './entryForm.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type { ServerPolicy } from './serverPolicy.ts';
import type { TrustedItem, WaitingItem } from './trustStore.ts';

/** A process that speaks MCP on its standard streams. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute path. */
  readonly cwd: string;
  /** Variables that are added to the host's environment and to `envFile`; `null` removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Absolute path of a file that is read at every start. */
  readonly envFile?: string;
  /** True if the terminal keeps the server running between commands. */
  readonly keepAlive?: true;
  /** Values in this launch that are never shown, whatever their names are. */
  readonly secrets?: readonly string[];
}

/** A server at a URL (Streamable HTTP). */
export interface HttpLaunch {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The client that the user registered at the authorization server; undefined if there is none. */
  readonly oauth?: { readonly clientId: string };
  /** Values in this launch that are never shown, whatever their names are. */
  readonly secrets?: readonly string[];
}

/** A launch that contains `${input:...}` or editor variables, which are substituted when the server starts. */
export interface UnresolvedLaunch {
  readonly type: 'unresolved';
  /** The definition with all other variables substituted. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly folder: string | undefined;
  readonly home: string;
  /** In the order in which they are asked. */
  readonly inputs: readonly InputDefinition[];
  /** Editor variables without braces: `config:a.b`, `command:x`, `file`. */
  readonly variables: readonly string[];
  /** The policy, which is applied again after the substitution. */
  readonly policy: ServerPolicy;
}

/** The user's approvals, and the advice for a definition that has none. */
export interface DefinitionTrust {
  isApproved(item: Pick<TrustedItem, 'kind' | 'name' | 'hash'>): boolean;
  /** Returns one sentence with a full stop that says how the user approves `server`. */
  advice(server: string): string;
}

/** A server that is defined but cannot be started. `error` is one line that ends with what to do. */
interface InvalidLaunch {
  readonly type: 'invalid';
  readonly error: string;
  /** True if the only reason is that the workspace is not trusted. */
  readonly distrusted?: boolean;
  /** True if the only reason is that the file disables the server. */
  readonly disabled?: boolean;
  /** Defined if the only reason is that the user has not approved the definition. */
  readonly waiting?: WaitingItem;
}

export type StartableLaunch = StdioLaunch | HttpLaunch | UnresolvedLaunch;

export interface ServerDefinition {
  /** Name in the configuration, unchanged. */
  readonly name: string;
  /** Source of the definition, for a person: the path of a file, or a few words. */
  readonly origin: string;
  /** Position of the name in the file `origin`; absent if the definition comes from no file. */
  readonly place?: TextPosition;
  readonly launch: StartableLaunch | InvalidLaunch;
  /** Selection of tools; absent if all tools are used. */
  readonly tools?: ToolChoice;
  /** The MCP version to speak; absent: the newest version that the server speaks. */
  readonly protocolVersion?: string;
}

export interface DefinitionProblem {
  /** `error`: a server or a file cannot be used. `warning`: it is used, but perhaps not as the author intended. */
  readonly severity: 'error' | 'warning';
  /** One line for a person, including the position: `/w/.vscode/mcp.json:3:5: expected a comma.` */
  readonly message: string;
  /** Defined if the problem concerns one server. With severity `error`, this server also has an `invalid` launch. */
  readonly server?: string;
}

export interface Definitions {
  /** In order of precedence, with unique names. */
  readonly definitions: readonly ServerDefinition[];
  readonly problems: readonly DefinitionProblem[];
  /** Workspace definitions that wait for the user's approval, even if another definition of the same name is used. */
  readonly unapproved?: readonly WaitingItem[];
  /**
   * Definitions that are not used because another one of the same name has precedence. They are separate from
   * `definitions`, so that a change of them does not restart a server.
   */
  readonly shadowed?: readonly ShadowedServer[];
}

export interface ShadowedServer {
  /** Name of the definition that is used. */
  readonly name: string;
  /** Source of the definition that is not used. */
  readonly origin: string;
}

/**
 * Usability of a definition. A server does not start before its workspace is trusted (`distrusted`) or its definition
 * is approved (`unapproved`).
 */
export type DefinitionKind = 'usable' | 'invalid' | 'disabled' | 'distrusted' | 'unapproved';

export function definitionKind({ launch }: ServerDefinition): DefinitionKind {
  if (launch.type !== 'invalid') return 'usable';
  if (launch.waiting) return 'unapproved';
  if (launch.disabled === true) return 'disabled';
  return launch.distrusted === true ? 'distrusted' : 'invalid';
}
