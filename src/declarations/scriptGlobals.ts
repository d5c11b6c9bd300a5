// Declarations of the globals of every script: those of Code Mode, with the types of a server's resources and prompts
// (MCP 2025-11-25, "Server Features"), and the standard ones of a sandbox.
import { standardGlobals } from './standardGlobals.ts';

/** The text of the declarations, complete except for the members of `CodeMode.Tools`. */
export const scriptGlobals = `/** The tools of the MCP servers: \`await tools.<server>.<tool>(input)\`. */
declare const tools: CodeMode.Tools;

/** Everything besides calling tools. */
declare const codemode: CodeMode.Api;

declare namespace CodeMode {
  /** Calls a tool. Throws \`ToolError\` if the call fails. */
  interface Tool<Input, Output> {
    (input: Input): Promise<Output>;
    /** Returns the whole MCP \`CallToolResult\`. */
    raw(input: Input): Promise<CallToolResult>;
  }

  interface ToolWithOptionalInput<Input, Output> {
    (input?: Input): Promise<Output>;
    /** Returns the whole MCP \`CallToolResult\`. */
    raw(input?: Input): Promise<CallToolResult>;
  }

  /**
   * The result of a tool without an output schema: its text, read as JSON if it is an object or an array, or an array of content blocks, each of which has
   * its text in \`text\`. Look at a real result before you rely on its shape.
   */
  type ToolOutput = any;

  /** The tools of a server that has not listed them. Calls are checked only when the script runs. */
  type UnknownTools = { readonly [tool: string]: ToolWithOptionalInput<any, ToolOutput> } & {
    readonly $resources: ServerResources & ResourceCompletions & ResourceUpdates;
    readonly $prompts: ServerPrompts & PromptCompletions;
  };

  /** MCP resources. Methods throw \`ToolError\`. */
  interface ServerResources {
    list(): Promise<Resource[]>;
    /** With URI templates (RFC 6570). */
    templates(): Promise<ResourceTemplate[]>;
    /** One resource by its URI; several contents, e.g. of a folder. */
    read(resource: string | { uri: string }): Promise<ResourceContents[]>;
  }

  interface ResourceCompletions {
    /** Values of a variable of a URI template that begin with \`value\`; \`arguments\`: other variables. */
    complete(question: { uriTemplate: string } & Completing): Promise<Completion>;
  }

  interface ResourceUpdates {
    /**
     * Resolves with the URI of the resource, or of one inside it, when that has changed since the first call, or since the last one that
     * resolved. Call it, then read or start the change, then await it. Has no timeout of its own.
     */
    updated(resource: string | { uri: string }): Promise<{ uri: string }>;
  }

  /** MCP prompts. Methods throw \`ToolError\`. */
  interface ServerPrompts {
    list(): Promise<Prompt[]>;
    /** The messages of a prompt with these arguments. */
    get(name: string, args?: { [name: string]: string }): Promise<PromptMessages>;
    get(prompt: { name: string; arguments?: { [name: string]: string } }): Promise<PromptMessages>;
  }

  interface PromptCompletions {
    /** Values of an argument that begin with \`value\`; \`arguments\`: other arguments. */
    complete(question: { name: string } & Completing): Promise<Completion>;
  }

  interface Completing {
    argument: string;
    value: string;
    arguments?: { [name: string]: string };
  }

  interface Completion {
    values: string[];
    total?: number;
    hasMore?: boolean;
  }

  interface Resource {
    uri: string;
    name: string;
    title?: string;
    description?: string;
    mimeType?: string;
    /** In bytes. */
    size?: number;
    annotations?: Annotations;
    icons?: Icon[];
  }

  interface Annotations {
    audience?: ("user" | "assistant")[];
    /** From 0 to 1. */
    priority?: number;
    lastModified?: string;
  }

  interface ResourceTemplate extends Omit<Resource, "uri" | "size"> {
    uriTemplate: string;
  }

  /** \`text\`, or \`blob\` in base64. */
  interface ResourceContents {
    uri: string;
    mimeType?: string;
    text?: string;
    blob?: string;
  }

  interface Prompt {
    name: string;
    title?: string;
    description?: string;
    arguments?: { name: string; title?: string; description?: string; required?: boolean }[];
    icons?: Icon[];
  }

  interface PromptMessages {
    description?: string;
    messages: { role: "user" | "assistant"; content: ContentBlock }[];
  }

  interface Icon {
    src: string;
    mimeType?: string;
    sizes?: string[];
    theme?: "light" | "dark";
  }

  interface Api {
    /** Finds tools by what they do, best first; several needs in turn. */
    search(query: string, options?: { server?: string; limit?: number }): Promise<FoundTool[]>;
    /** Declarations by path: \`codemode.describe("tools.geo.getCity")\`; \`whole\` shortens nothing. */
    describe(path: string | readonly string[], options?: { whole?: boolean }): Promise<string>;
    /** Shows an image or another block to the user, outside of the result. */
    display(block: ContentBlock | string): void;
    /** Reports progress; \`fraction\` is from 0 to 1. */
    progress(message: string, fraction?: number): void;
    /** JSON values for later runs of the same chat or scratch file, 1,000,000 characters in all; a failed run keeps them. */
    readonly store: Store;
    /** The arguments of the script. */
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
    /** In the first tool of each server: the names of its other tools. */
    others?: string[];
  }

  interface Store {
    get(key: string): Promise<any>;
    set(key: string, value: unknown): Promise<void>;
    delete(key: string): Promise<boolean>;
    keys(): Promise<string[]>;
  }

  /** \`annotations\` and \`_meta\` come only with \`.raw\`. */
  type ContentBlock = { annotations?: Annotations; _meta?: { [name: string]: any } } & (
    | { type: "text"; text: string }
    | { type: "image"; data: string; mimeType: string }
    | { type: "audio"; data: string; mimeType: string }
    | { type: "resource"; resource: { uri: string; mimeType?: string; text?: string; blob?: string } }
    | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string; size?: number }
  );

  interface CallToolResult {
    /** All blocks, also those only for the user. */
    content: ContentBlock[];
    structuredContent?: any;
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
    | "dry_run"
    | "limit_exceeded";

  /**
   * In a dry run, what every call gives that is not sent, whatever its declaration says. Each field is a \`DryRun\`, too, but \`error\`, \`errors\` and
   * \`isError\`, which are undefined. It can be passed to calls, put into texts, logged and returned; code that computes with it throws a
   * \`ToolError\` with the code "dry_run".
   */
  interface DryRun {
    readonly dryRun: true;
  }
}

/** A call that failed. */
declare class ToolError extends Error {
  constructor(message: string, failure?: Partial<Pick<ToolError, "code" | "server" | "tool" | "retryable" | "retryAfterMs" | "content" | "data">>);
  readonly code: CodeMode.ToolErrorCode;
  readonly server: string;
  readonly tool: string;
  /** The same call may succeed later, and does not make anything happen twice. */
  readonly retryable: boolean;
  /** Milliseconds to wait before, where the server says so. */
  readonly retryAfterMs?: number;
  /** The tool's own message. */
  readonly content: readonly CodeMode.ContentBlock[];
  /** \`data\` of the server's JSON-RPC error. */
  readonly data?: any;
}

${standardGlobals}`;
