// Typed declarations of tools, remembered for as long as a tool stays the same. The work is done between turns of the
// event loop, one tool at a time: the extension host has other things to do.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { hasMembers, headText, serverText } from './apiText.ts';
import type { ObservedOutput } from './observedShape.ts';
import type { ServerShape, ToolShape } from './toolShape.ts';
import { toolText, type ToolDeclaration, type ToolText } from './toolText.ts';

/** More than any workspace has; the tools used longest ago are forgotten first. */
const MOST_REMEMBERED = 3_000;

/** Declarations of earlier sessions. */
export interface KeptDeclarations {
  /** Before anything else is asked. Never rejects. */
  load(): Promise<void>;
  /** `key`: a hash of all that the declaration is made from. */
  get(key: string): ToolText | undefined;
  /** Kept soon, not at once. */
  set(key: string, text: ToolText): void;
}

export interface DeclarationsOptions {
  /** Default: nothing is kept beyond this object. */
  readonly kept?: KeptDeclarations;
  /** What a tool without an output schema was seen to answer. Default: nothing is known. */
  readonly observed?: (tool: ToolShape) => ObservedOutput | undefined;
}

export class Declarations {
  readonly #observed: (tool: ToolShape) => ObservedOutput | undefined;
  readonly #kept: KeptDeclarations | undefined;
  /** By the hash of all that a declaration is made from. */
  readonly #remembered = new Map<string, Promise<ToolText>>();
  #lastCompilation: Promise<unknown> = Promise.resolve();

  constructor({ observed = () => undefined, kept }: DeclarationsOptions = {}) {
    this.#observed = observed;
    this.#kept = kept;
  }

  /** How one tool is called. Never rejects: a schema that makes no type is told as `unknown`. */
  async tool(shape: ToolShape): Promise<ToolDeclaration> {
    return (await this.#text(shape)).declaration;
  }

  /**
   * One `.d.ts` for all servers, complete with the globals of scripts: compiles alone under `strict` with
   * `lib: ["ES2024"]`. Never rejects.
   */
  async api(servers: readonly ServerShape[]): Promise<string> {
    const parts = [headText(servers)];
    for (const server of servers) {
      const tools = [];
      for (const shape of uniqueByMethod(server.tools)) tools.push({ shape, text: await this.#text(shape) });
      if (hasMembers(server)) parts.push(serverText(server, tools));
      await setImmediate();
    }
    return parts.join('\n');
  }

  #text(shape: ToolShape): Promise<ToolText> {
    const observed = shape.outputSchema ? undefined : this.#observed(shape);
    const key = hashOf(shape, observed);
    if (key === undefined) return this.#compile(shape, observed);
    const text = this.#remembered.get(key) ?? this.#keptOrCompiled(key, shape, observed);
    this.#remembered.delete(key);
    this.#remembered.set(key, text);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    return text;
  }

  async #keptOrCompiled(key: string, shape: ToolShape, observed: ObservedOutput | undefined): Promise<ToolText> {
    await this.#kept?.load();
    const kept = this.#kept?.get(key);
    if (kept) return kept;
    const text = await this.#compile(shape, observed);
    this.#kept?.set(key, text);
    return text;
  }

  #compile(shape: ToolShape, observed: ObservedOutput | undefined): Promise<ToolText> {
    const text = this.#lastCompilation.then(() => toolText(shape, observed));
    this.#lastCompilation = text.then(() => setImmediate());
    return text;
  }
}

function uniqueByMethod(tools: readonly ToolShape[]): readonly ToolShape[] {
  return [...new Map(tools.map((tool) => [tool.method, tool])).values()];
}

/** undefined for a schema nested so deep that it cannot be written. */
function hashOf(shape: ToolShape, observed: ObservedOutput | undefined) {
  const { namespace, method, name, path, title, description, inputSchema, outputSchema, readOnly, annotations } = shape;
  const all = [namespace, method, name, path, title, description, inputSchema, outputSchema, readOnly, annotations, observed];
  try {
    return createHash('sha1').update(JSON.stringify(all)).digest('base64');
  } catch {
    return undefined;
  }
}
