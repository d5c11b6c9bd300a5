// What every script finds, whichever servers there are: our own globals, and those standard ones that a sandbox has
// but ES2024's library does not declare, with as much of them as a sandbox has.
import { featureTypes } from './featureTypes.ts';

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
    /** Tools by what they do, best first. */
    search(query: string, options?: { server?: string; limit?: number }): Promise<FoundTool[]>;
    /** The declarations of tools, by path: \`codemode.describe("tools.geo.getCity")\`; \`whole\` cuts no comment and no union. */
    describe(path: string | readonly string[], options?: { whole?: boolean }): Promise<string>;
    /** Shows an image or another block to the user without making it part of the result. */
    display(block: ContentBlock | string): void;
    /** Tells how far the script is; \`fraction\` is from 0 to 1. */
    progress(message: string, fraction?: number): void;
    /** JSON values that survive between the runs of one chat or one scratch file. */
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
    score: number;
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

declare var console: Console;
interface Console {
  assert(condition?: unknown, ...data: any[]): void;
  count(label?: string): void;
  countReset(label?: string): void;
  debug(...data: any[]): void;
  dir(value?: any): void;
  error(...data: any[]): void;
  group(...data: any[]): void;
  groupCollapsed(...data: any[]): void;
  groupEnd(): void;
  info(...data: any[]): void;
  log(...data: any[]): void;
  table(...data: any[]): void;
  time(label?: string): void;
  timeEnd(label?: string): void;
  timeLog(label?: string, ...data: any[]): void;
  trace(...data: any[]): void;
  warn(...data: any[]): void;
}

declare function structuredClone<T = any>(value: T): T;
declare function atob(data: string): string;
declare function btoa(data: string): string;

declare function setTimeout(callback: (...args: any[]) => void, delay?: number, ...args: any[]): number;
declare function clearTimeout(id: number | undefined): void;
declare function setInterval(callback: (...args: any[]) => void, delay?: number, ...args: any[]): number;
declare function clearInterval(id: number | undefined): void;

declare function queueMicrotask(callback: () => void): void;

declare var performance: Performance;
interface Performance {
  /** Milliseconds. */
  now(): number;
}

declare var crypto: Crypto;
interface Crypto {
  randomUUID(): \`\${string}-\${string}-\${string}-\${string}-\${string}\`;
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  readonly subtle: {
    digest(algorithm: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512", data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer>;
  };
}

interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
}
declare var URL: {
  prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string | URL, base?: string | URL): boolean;
  parse(url: string | URL, base?: string | URL): URL | null;
};

interface URLSearchParams {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(callback: (value: string, key: string, parent: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare var URLSearchParams: {
  prototype: URLSearchParams;
  new (init?: string[][] | Record<string, string> | string | URLSearchParams): URLSearchParams;
};

interface TextEncoder {
  readonly encoding: string;
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(input: string, into: Uint8Array): { read: number; written: number };
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

interface TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: ArrayBufferLike | ArrayBufferView, options?: { stream?: boolean }): string;
}
declare var TextDecoder: { prototype: TextDecoder; new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: any;
  onabort: ((event: any) => void) | null;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: (event: any) => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: (event: any) => void): void;
}
declare var AbortSignal: {
  prototype: AbortSignal;
  abort(reason?: any): AbortSignal;
  any(signals: Iterable<AbortSignal>): AbortSignal;
  timeout(ms: number): AbortSignal;
};

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: any): void;
}
declare var AbortController: { prototype: AbortController; new (): AbortController };
`;
