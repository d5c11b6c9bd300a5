// Offers the files of the workspace as a second source of tools, `tools.workspace`, beside the MCP servers.
import type { ToolErrorCode } from '../base/callFailure.ts';
import { errorCode } from '../base/errorMessage.ts';
import type { JsonObject } from '../base/json.ts';
import {
  OwnToolSource,
  type CallOptions,
  type CallOutcome,
  type ServerInfo,
  type ServerListing,
  type ToolDefinition,
  type ToolSource,
} from '../catalog/index.ts';
import { readDiagnostics, type WorkspaceDiagnostics } from './diagnosticTools.ts';
import { FileTools } from './fileTools.ts';
import { PathGuard, type AllowedPaths } from './pathGuard.ts';
import { WorkspaceError, type WorkspaceFiles } from './workspaceFiles.ts';
import { SearchTools } from './searchTools.ts';
import { diagnosticsDefinition, fileToolDefinitions } from './toolDefinitions.ts';

export interface WorkspaceToolOptions {
  readonly files: WorkspaceFiles;
  /** Path of the built `searchThread.ts`. */
  readonly searchThreadFile: string;
  /** Absent without an editor. */
  readonly diagnostics?: WorkspaceDiagnostics;
  /** Called for each tool call and for each list of servers. */
  readonly enabled: () => boolean;
  /** Returns the globs that open files; called for each tool call. */
  readonly allowed: () => AllowedPaths;
}

export const WORKSPACE_SERVER = 'workspace';

type Tool = (input: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

export class WorkspaceToolSource extends OwnToolSource implements ToolSource {
  readonly #options: WorkspaceToolOptions;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #definitions: readonly ToolDefinition[];

  constructor(options: WorkspaceToolOptions) {
    super();
    this.#options = options;
    const guard = new PathGuard(options.files, options.allowed);
    const files = new FileTools(options.files, guard);
    const search = new SearchTools(options.files, guard, options.searchThreadFile);
    const tools = new Map<string, Tool>([
      ['readFile', (input, signal) => files.readFile(input, signal)],
      ['writeFile', (input) => files.writeFile(input)],
      ['editFile', (input) => files.editFile(input)],
      ['listFiles', (input) => files.listFiles(input)],
      ['findFiles', (input, signal) => search.findFiles(input, signal)],
      ['searchText', (input, signal) => search.searchText(input, signal)],
    ]);
    const { diagnostics } = options;
    if (diagnostics)
      tools.set('diagnostics', (input, signal) =>
        readDiagnostics(diagnostics, options.files, guard, input, signal),
      );
    this.#tools = tools;
    this.#definitions = diagnostics ? [...fileToolDefinitions, diagnosticsDefinition] : fileToolDefinitions;
  }

  servers(): Promise<readonly ServerInfo[]> {
    const { enabled, files } = this.#options;
    if (!enabled() || files.folders().length === 0) return Promise.resolve([]);
    return Promise.resolve([
      {
        name: WORKSPACE_SERVER,
        state: 'running',
        origin: 'the workspace tools (codeMode.workspace.enabled)',
      },
    ]);
  }

  warnings(): readonly string[] {
    return [];
  }

  listTools(): Promise<ServerListing> {
    return Promise.resolve({ ok: true, tools: this.#definitions });
  }

  async callTool(
    server: string,
    tool: string,
    input: JsonObject,
    options: CallOptions,
  ): Promise<CallOutcome> {
    const failed = (code: ToolErrorCode, message: string) => this.failed(server, tool, code, message);
    const run = this.#tools.get(tool);
    if (!run) return failed('unknown_tool', `tools.workspace has no ${JSON.stringify(tool)}.`);
    if (!this.#options.enabled()) return failed('server_unavailable', 'Workspace tools are off.');
    const signal = AbortSignal.any([options.signal, this.closed]);
    if (signal.aborted) return failed('cancelled', 'Cancelled before the call.');
    try {
      return {
        ok: true,
        result: { content: [], structuredContent: await run(input, signal), isError: false },
      };
    } catch (error) {
      if (options.signal.aborted) return failed('cancelled', 'Call cancelled.');
      if (this.closed.aborted) return failed('server_unavailable', 'Workspace tools closed during the call.');
      return { ok: true, result: { content: [{ type: 'text', text: reason(error) }], isError: true } };
    }
  }
}

/** Returns only the code of a file system error, since its message has absolute paths. */
function reason(error: unknown): string {
  if (error instanceof WorkspaceError) return error.message;
  const code = errorCode(error) ?? 'unknown error';
  return `File system error ${code}. Check that the file exists, its parents are folders and the user has access.`;
}
