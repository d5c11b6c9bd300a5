// Provides the tools of the editor, from VS Code and from other extensions, as `tools.editor`, a third source beside
// MCP servers and workspace files. VS Code asks the user for permission, Code Mode does not (docs/decisions, "VS Code
// asks for its own tools").
import type { LanguageModelToolInformation } from 'vscode';
import {
  limitTool,
  listLimits,
  OwnToolSource,
  type CallOptions,
  type CallOutcome,
  type ServerInfo,
  type ServerListing,
  type ToolDefinition,
  type ToolResult,
  type ToolSource,
} from '../../catalog/index.ts';
import type { ToolErrorCode } from '../../base/callFailure.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { isChosen } from '../../workspace/index.ts';
import { editorToolResult } from './editorToolResult.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** A tool as `lm.tools` lists it. */
export type LanguageModelTool = Pick<LanguageModelToolInformation, 'name' | 'description' | 'inputSchema'>;

/** The language-model tools of VS Code: the built-in ones and those of all extensions. */
export interface LanguageModelTools {
  /** Returns the current tools. VS Code has no event for changes, so each use reads the list. */
  list(): readonly LanguageModelTool[];
  /**
   * Calls a tool. `invocationToken`: the chat's `toolInvocationToken`, with which VS Code asks for permission in that
   * chat; without one it asks in a dialog. Resolves to undefined if the signal aborted. Rejects with an error named
   * `Canceled` if VS Code did not run the tool, and with the tool's own error if the tool failed.
   */
  invoke(
    name: string,
    input: object,
    invocationToken: unknown,
    signal: AbortSignal,
  ): Promise<object | undefined>;
}

interface EditorToolOptions {
  readonly tools: LanguageModelTools;
  /** Returns `codeMode.editorTools`: globs over tool names, read at each use. One that begins with `!` excludes. */
  readonly chosen: () => readonly string[];
  /** Maximum time of one call in milliseconds, including the user's time to answer; 600,000 by default. */
  readonly callTimeoutMs?: number;
}

const EDITOR_SERVER = 'editor';

/** The tools of Code Mode itself, which scripts must not call. */
export const ownTools: readonly string[] = ['executeCode', 'findTools'];

/**
 * Matches VS Code's names for the tools of MCP servers. Code Mode reaches these servers itself, and VS Code may change
 * the names at its next start.
 */
const MCP_TOOL = /^mcp_/;

const LONGEST_CALL_MS = 600_000;

/** The text that VS Code returns as the tool's result when the user skips the tool in a chat. */
const SKIPPED = 'The user chose to skip the tool call';

export class EditorToolSource extends OwnToolSource implements ToolSource {
  readonly #options: EditorToolOptions;
  /** The last listing and its JSON text. An unchanged list stays the same object. */
  #listed: { readonly text: string; readonly tools: readonly ToolDefinition[] } = { text: '', tools: [] };

  constructor(options: EditorToolOptions) {
    super();
    this.#options = options;
  }

  servers(): Promise<readonly ServerInfo[]> {
    if (this.#chosen().length === 0) return Promise.resolve([]);
    return Promise.resolve([
      { name: EDITOR_SERVER, state: 'running', origin: "VS Code's own tools (codeMode.editorTools)" },
    ]);
  }

  warnings(): readonly string[] {
    const usable = this.#usable();
    return this.#options.chosen().flatMap((glob) => {
      if (glob.startsWith('!') || usable.some(({ name }) => isChosen([glob], name))) return [];
      return [`codeMode.editorTools: ${JSON.stringify(glob)} matches no VS Code tool (MCP tools excepted).`];
    });
  }

  listTools(): Promise<ServerListing> {
    const warnings: string[] = [];
    const bound = this.#chosen()
      .slice(0, listLimits.tools)
      .map((tool) => limitTool(definitionOf(tool), (line) => warnings.push(line)));
    for (const one of bound) if (!one.ok) warnings.push(`tool omitted: ${one.reason}`);
    let left: number = listLimits.characters;
    const tools = bound.flatMap((one) => (one.ok && (left -= one.characters) >= 0 ? [one.tool] : []));
    if (left < 0) warnings.unshift(`tools omitted: the limit is ${listLimits.characters} characters`);
    const text = JSON.stringify(tools);
    if (text !== this.#listed.text) this.#listed = { text, tools };
    return Promise.resolve({
      ok: true,
      tools: this.#listed.tools,
      warnings: warnings.slice(0, listLimits.warnings),
    });
  }

  async callTool(
    server: string,
    tool: string,
    input: JsonObject,
    options: CallOptions,
  ): Promise<CallOutcome> {
    const failed = (code: ToolErrorCode, message: string) => this.failed(server, tool, code, message);
    if (!this.#chosen().some(({ name }) => name === tool)) {
      options.onSent?.(false);
      return failed(
        'unknown_tool',
        `No VS Code tool ${JSON.stringify(tool)}, or codeMode.editorTools does not name it.`,
      );
    }
    const { callTimeoutMs = LONGEST_CALL_MS, tools } = this.#options;
    const late = AbortSignal.timeout(callTimeoutMs);
    const signal = AbortSignal.any([options.signal, this.closed, late]);
    const invoke = () => tools.invoke(tool, input, options.invocationToken, signal);
    try {
      // The clock of the run is paused, because VS Code may ask the user without telling us.
      const answer = await (options.pauseClockWhile?.(invoke) ?? invoke());
      const result = answer && editorToolResult(answer);
      if (result && !isSkipped(result)) return { ok: true, result };
    } catch (error) {
      const isCancelled = signal.aborted || (error instanceof Error && error.name === 'Canceled');
      const content = [{ type: 'text', text: errorMessage(error) } as const];
      if (!isCancelled) return { ok: true, result: { content, isError: true } };
    }
    if (options.signal.aborted) return failed('cancelled', 'Call cancelled.');
    if (this.closed.aborted) return failed('server_unavailable', 'Code Mode closed during the call.');
    if (late.aborted)
      return failed('timeout', `${tool} took over ${callTimeoutMs / 1_000} s. Check in VS Code what it did.`);
    return failed('denied', `${tool} was declined in VS Code. Ask the user before retrying.`);
  }

  #usable(): readonly LanguageModelTool[] {
    return this.#options.tools.list().filter(({ name }) => !ownTools.includes(name) && !MCP_TOOL.test(name));
  }

  #chosen(): readonly LanguageModelTool[] {
    const globs = this.#options.chosen();
    return globs.length === 0 ? [] : this.#usable().filter(({ name }) => isChosen(globs, name));
  }
}

/** VS Code does not tell whether a tool only reads, so the definition has no annotations: each tool may write. */
function definitionOf({ name, description, inputSchema }: LanguageModelTool): ToolDefinition {
  return {
    name,
    description,
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
    annotations: {},
    confirmsItself: true,
  };
}

function isSkipped({ content }: ToolResult): boolean {
  const [first] = content;
  return first?.type === 'text' && first.text.startsWith(SKIPPED);
}
