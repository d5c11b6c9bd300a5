// Typed declarations of tools, remembered for as long as a tool stays the same. Tools are compiled elsewhere, one at a time, and put
// together between turns of the event loop: the extension host has other things to do.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { hasMembers, headText, serverText } from './apiText.ts';
import type { LearnedOutput } from './learnedOutput.ts';
import type { ServerShape, ToolShape } from './toolShape.ts';
import { untypedText, type ToolDeclaration, type ToolText } from './toolText.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/** More than any workspace has; the tools used longest ago are forgotten first. */
const MOST_REMEMBERED = 3_000;

/** Stores declarations beyond a session. */
export interface DeclarationStore {
  /** Before anything else is asked. Never rejects. */
  load(): Promise<void>;
  /** `key`: a hash of all that the declaration is made from. */
  get(key: string): ToolText | undefined;
  /** Kept soon, not at once. */
  set(key: string, text: ToolText): void;
}

/** Compiles tools, one at a time. */
export interface ToolCompiler {
  /** Starts in the background what the first tool will need. */
  warm(): void;
  /** Rejects only when it was disposed; `problem`: why its schemas are shown as no types this time. */
  compile(shape: ToolShape, learned?: LearnedOutput): Promise<ToolText | { readonly problem: string }>;
}

interface DeclarationsOptions {
  readonly compiler: ToolCompiler;
  /** Default: nothing is kept beyond this object. */
  readonly kept?: DeclarationStore;
  /** The output of a tool without an output schema, observed or described. Default: none. */
  readonly learned?: (tool: ToolShape) => LearnedOutput | undefined;
}

export class Declarations {
  readonly #learned: (tool: ToolShape) => LearnedOutput | undefined;
  readonly #kept: DeclarationStore | undefined;
  readonly #compiler: ToolCompiler;
  /** By the hash of all that a declaration is made from. */
  readonly #remembered = new Map<string, Promise<ToolText>>();
  #lastCompilation: Promise<unknown> = Promise.resolve();

  constructor({ compiler, learned = () => undefined, kept }: DeclarationsOptions) {
    this.#compiler = compiler;
    this.#learned = learned;
    this.#kept = kept;
  }

  /** Starts in the background what the first tool will need. */
  warm(): void {
    this.#compiler.warm();
  }

  /** One tool's declaration. Never rejects: a schema without a type is `unknown`. */
  async tool(shape: ToolShape): Promise<ToolDeclaration> {
    return (await this.#text(shape)).declaration;
  }

  /**
   * One `.d.ts` for all servers, complete with the globals of scripts: compiles alone under `strict` with
   * `lib: ["ES2024"]`. Never rejects.
   */
  async api(servers: readonly ServerShape[]): Promise<string> {
    const parts = [headText(servers)];
    const slice = new TimeSlice();
    for (const server of servers) {
      const tools = [];
      for (const shape of uniqueByMethod(server.tools)) {
        tools.push({ shape, text: await this.#text(shape) });
        if (slice.isOver) await slice.yieldIfOver();
      }
      if (hasMembers(server)) parts.push(serverText(server, tools));
      await setImmediate();
    }
    return parts.join('\n');
  }

  #text(shape: ToolShape): Promise<ToolText> {
    const learned = shape.outputSchema ? undefined : this.#learned(shape);
    const key = hashOf(shape, learned);
    if (key === undefined) return this.#compile(shape, learned);
    const text = this.#remembered.get(key) ?? this.#keptOrCompiled(key, shape, learned);
    this.#remembered.delete(key);
    this.#remembered.set(key, text);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    return text;
  }

  async #keptOrCompiled(key: string, shape: ToolShape, learned: LearnedOutput | undefined): Promise<ToolText> {
    await this.#kept?.load();
    const kept = this.#kept?.get(key);
    if (kept) return kept;
    return this.#compile(shape, learned, key);
  }

  #compile(shape: ToolShape, learned: LearnedOutput | undefined, key?: string): Promise<ToolText> {
    const text = this.#lastCompilation.then(() => this.#compiled(shape, learned, key));
    this.#lastCompilation = text.then(() => setImmediate());
    return text;
  }

  async #compiled(shape: ToolShape, learned: LearnedOutput | undefined, key: string | undefined): Promise<ToolText> {
    try {
      const text = await this.#compiler.compile(shape, learned);
      // What failed for want of time is tried again in the next session.
      if ('problem' in text) return await untypedText(shape, text.problem);
      if (key !== undefined) this.#kept?.set(key, text);
      return text;
    } catch {
      return untypedText(shape, 'Code Mode is closing');
    }
  }
}

function uniqueByMethod(tools: readonly ToolShape[]): readonly ToolShape[] {
  return [...new Map(tools.map((tool) => [tool.method, tool])).values()];
}

/** undefined for a schema nested so deep that it cannot be written. */
function hashOf(shape: ToolShape, learned: LearnedOutput | undefined) {
  const { namespace, method, name, path, title, description, inputSchema, outputSchema, readOnly, isUndeclared, annotations } = shape;
  const all = [namespace, method, name, path, title, description, inputSchema, outputSchema, readOnly, isUndeclared, annotations, learned];
  try {
    return createHash('sha1').update(JSON.stringify(all)).digest('base64');
  } catch {
    return undefined;
  }
}
