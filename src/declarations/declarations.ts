// Typed declarations of tools, remembered as long as a tool stays the same. A compiler outside this module compiles one
// tool at a time, and declarations are put together between turns of the event loop, for the host's other work.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DeclarationCache } from './declarationCache.ts';
import { hasMembers, headText, serverDeclaration } from './apiText.ts';
import { shapeData, type LearnedOutput, type ServerShape, type ToolShape } from './toolShape.ts';
import { untypedText, type ToolDeclaration, type ToolText } from './toolText.ts';
import { jsonText } from '../base/json.ts';
import { setNewest } from '../base/setNewest.ts';
import { TimeSlice } from '../base/timeSlice.ts';

/**
 * Maximum number of remembered declarations. No workspace has more tools; the least recently used are forgotten first.
 */
const MOST_REMEMBERED = 3_000;

/** Compiles tools, one at a time. */
export interface ToolCompiler {
  /** Loads in the background what the first tool needs. */
  warm(): void;
  /** Compiles a tool. `problem` says why its schemas are not shown as types this time. Rejects only when disposed. */
  compile(shape: ToolShape, learned?: LearnedOutput): Promise<ToolText | { readonly problem: string }>;
}

interface DeclarationsOptions {
  readonly compiler: ToolCompiler;
  /** Declarations of earlier sessions. Default: nothing is kept beyond this object. */
  readonly kept?: Pick<DeclarationCache, 'load' | 'get' | 'set'> | undefined;
  /** Returns the observed or described output of a tool without an output schema. Default: none. */
  readonly learned?: (tool: ToolShape) => LearnedOutput | undefined;
}

export class Declarations {
  readonly #options: DeclarationsOptions;
  /** Texts by the hash of all data from which a declaration is made. */
  readonly #remembered = new Map<string, Promise<ToolText>>();
  #lastCompilation: Promise<unknown> = Promise.resolve();

  constructor(options: DeclarationsOptions) {
    this.#options = options;
  }

  /** Loads in the background what the first tool needs. */
  warm(): void {
    this.#options.compiler.warm();
  }

  /** Returns one tool's declaration. A schema without a type becomes `unknown`. Never rejects. */
  async tool(shape: ToolShape): Promise<ToolDeclaration> {
    return (await this.#text(shape)).declaration;
  }

  /**
   * Returns one `.d.ts` with all globals, which compiles under `strict` with `lib: ["ES2024"]`. With `declared`, it
   * contains no learned types: an answer may have a shape that was never seen. Never rejects.
   */
  async api(servers: readonly ServerShape[], types: 'learned' | 'declared' = 'learned'): Promise<string> {
    const parts = [headText(servers)];
    const slice = new TimeSlice();
    for (const server of servers) {
      const tools = [];
      for (const shape of server.tools) {
        tools.push({ shape, text: await this.#text(shape, types === 'learned') });
        if (slice.isOver) await slice.yieldIfOver();
      }
      if (hasMembers(server)) parts.push(serverDeclaration(server, tools));
      await setImmediate();
    }
    return parts.join('\n');
  }

  #text(shape: ToolShape, learns = true): Promise<ToolText> {
    const learned = learns && !shape.outputSchema ? this.#options.learned?.(shape) : undefined;
    const key = hashOf(shape, learned);
    if (key === undefined) return this.#compile(shape, learned);
    const text = this.#remembered.get(key) ?? this.#keptOrCompiled(key, shape, learned);
    setNewest(this.#remembered, key, text, MOST_REMEMBERED);
    return text;
  }

  async #keptOrCompiled(key: string, shape: ToolShape, learned?: LearnedOutput): Promise<ToolText> {
    const { kept } = this.#options;
    await kept?.load();
    return kept?.get(key) ?? this.#compile(shape, learned, (text) => kept?.set(key, text));
  }

  /** Compiles after all tools before. `keep` is not called with a failure, so that the next session tries again. */
  #compile(shape: ToolShape, learned?: LearnedOutput, keep?: (text: ToolText) => void): Promise<ToolText> {
    const compile = async () => {
      try {
        const text = await this.#options.compiler.compile(shape, learned);
        if ('problem' in text) return await untypedText(shape, text.problem);
        keep?.(text);
        return text;
      } catch {
        return untypedText(shape, 'Code Mode is closing');
      }
    };
    const text = this.#lastCompilation.then(compile);
    this.#lastCompilation = text.then(() => setImmediate());
    return text;
  }
}

/** Returns undefined for a schema that is nested too deeply to be written. */
function hashOf(shape: ToolShape, learned?: LearnedOutput) {
  // No text has the name that the server has in the configuration.
  const { server: _server, ...data } = shapeData(shape);
  const text = jsonText([data, learned]);
  return text && createHash('sha1').update(text).digest('base64');
}
