// The standard globals that a sandbox has but ES2024's library does not declare, limited to the members that a sandbox
// has. In a project with the DOM or web worker library, which `onmessage` reveals, the declarations of that library
// take precedence for names that both declare.

/** The declarations, complete in themselves. */
export const standardGlobals = `declare namespace CodeMode {
  /** Members that a library with \`onmessage\` declares in its own way. */
  type UnlessDom<T> = typeof globalThis extends { onmessage: any } ? {} : T;

  interface Digest {
    readonly subtle: {
      digest(algorithm: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512", data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer>;
    };
  }

  interface AbortHandler {
    onabort: ((event: any) => void) | null;
  }
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
}
interface Crypto extends CodeMode.UnlessDom<CodeMode.Digest> {}

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
declare var URL: typeof globalThis extends { onmessage: any; URL: infer T } ? T : {
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
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: (event: any) => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: (event: any) => void): void;
}
interface AbortSignal extends CodeMode.UnlessDom<CodeMode.AbortHandler> {}
declare var AbortSignal: typeof globalThis extends { onmessage: any; AbortSignal: infer T } ? T : {
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
