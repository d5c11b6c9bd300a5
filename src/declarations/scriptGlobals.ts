// What every script finds, whichever servers there are: our own globals, then the standard ones of a sandbox.
import { featureTypes } from './featureTypes.ts';
import { standardGlobals } from './standardGlobals.ts';

/** The text of the declarations, complete but for the members of `CodeMode.Tools`. */
export const scriptGlobals = `/** The tools of the MCP servers: \`await tools.<server>.<tool>(input)\`. */
declare const tools: CodeMode.Tools;

/** What a script can ask and tell besides calling tools. */
declare const codemode: CodeMode.Api;

declare namespace CodeMode {
  /** Calls a tool. Throws a \`ToolError\` when the call fails. */
  interface Tool<Input, Output> {
    (input: Input): Promise<Output>;
    /** The whole MCP \`CallToolResult\` instead of its value. */
    raw(input: Input): Promise<CallToolResult>;
  }

  interface ToolWithOptionalInput<Input, Output> {
    (input?: Input): Promise<Output>;
    /** The whole MCP \`CallToolResult\` instead of its value. */
    raw(input?: Input): Promise<CallToolResult>;
  }

  /**
   * The answer of a tool that does not say what it answers: its text parsed as JSON if it parses, else the text, else
   * an array of content blocks. Any access is allowed; look at a real answer before you rely on its shape.
   */
  type ToolOutput = any;

  /** The tools of a server that could not be asked for them. Calls are checked only when the script runs. */
  type UnknownTools = { readonly [tool: string]: ToolWithOptionalInput<any, ToolOutput> } & {
    readonly $resources: WatchableResources;
    readonly $prompts: ServerPrompts;
  };

${featureTypes}

  interface Api {
    /** Tools by what they do, best first; several needs in turn. */
    search(query: string, options?: { server?: string; limit?: number }): Promise<FoundTool[]>;
    /** The declarations of tools, by path: \`codemode.describe("tools.geo.getCity")\`; \`whole\` cuts no comment and no union. */
    describe(path: string | readonly string[], options?: { whole?: boolean }): Promise<string>;
    /** Shows an image or another block to the user without making it part of the result. */
    display(block: ContentBlock | string): void;
    /** Tells how far the script is; \`fraction\` is from 0 to 1. */
    progress(message: string, fraction?: number): void;
    /** JSON values, 1,000,000 characters in all, for later runs of the same chat or scratch file; a run that fails keeps what it stored. */
    readonly store: Store;
    /** What the script was started with. */
    readonly args: { readonly [name: string]: any };
    /** Earlier results by their handle: \`codemode.results.r7\`. */
    readonly results: { readonly [handle: string]: any };
  }

  interface FoundTool {
    path: string;
    signature: string;
    summary: string;
    /** From 0 to 1; the best has 1. */
    score: number;
    /** Names of the other tools of its server, in the first tool of each server. */
    others?: string[];
  }

  interface Store {
    get(key: string): Promise<any>;
    set(key: string, value: unknown): Promise<void>;
    delete(key: string): Promise<boolean>;
    keys(): Promise<string[]>;
  }

  /** What the server says of a block, \`annotations\` and \`_meta\`, is only in what \`.raw\` gives. */
  type ContentBlock = { annotations?: Annotations; _meta?: { [name: string]: any } } & (
    | { type: "text"; text: string }
    | { type: "image"; data: string; mimeType: string }
    | { type: "audio"; data: string; mimeType: string }
    | { type: "resource"; resource: { uri: string; mimeType?: string; text?: string; blob?: string } }
    | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string; size?: number }
  );

  interface CallToolResult {
    /** All blocks, those too that are only for the user. */
    content: ContentBlock[];
    structuredContent?: { [name: string]: any };
    isError: boolean;
    _meta?: { [name: string]: any };
  }

  type ToolErrorCode =
    | "unknown_server"
    | "unknown_tool"
    | "excluded"
    | "invalid_input"
    | "denied"
    | "tool_failed"
    | "protocol_error"
    | "server_unavailable"
    | "timeout"
    | "cancelled"
    | "limit_exceeded";
}

/** A call that failed. */
declare class ToolError extends Error {
  constructor(message: string, failure?: Partial<Pick<ToolError, "code" | "server" | "tool" | "retryable" | "content">>);
  readonly code: CodeMode.ToolErrorCode;
  readonly server: string;
  readonly tool: string;
  /** The same call may succeed later and is known not to have taken effect. */
  readonly retryable: boolean;
  /** What the tool itself said. */
  readonly content: readonly CodeMode.ContentBlock[];
}

${standardGlobals}`;
