// What is known about a server before it is started: its name, where it is written, and how it is launched, with
// every variable already put in. Definitions are plain data, so that two readings can be compared.

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
}

/** A server behind a URL (Streamable HTTP). */
export interface HttpLaunch {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that is written down but cannot be started; `error` is one line that ends with what to do. */
export interface InvalidLaunch {
  readonly type: 'invalid';
  readonly error: string;
}

export interface ServerDefinition {
  /** The name in the configuration, unchanged. */
  readonly name: string;
  /** The path of the file that defines it. */
  readonly origin: string;
  readonly launch: StdioLaunch | HttpLaunch | InvalidLaunch;
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
}
