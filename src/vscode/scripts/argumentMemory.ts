// Remembers the last arguments of each script of a workspace, without secrets.
import type { Memento } from 'vscode';
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import { withoutSecrets, type ScriptParameter } from './scriptParameter.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const key = 'codeMode.scriptArguments';
const mostScripts = 100;
/** Maximum length of the remembered arguments as JSON, in characters; longer ones are not kept. */
const longestKept = 20_000;

export class ArgumentMemory {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  /** `memory`: state of the workspace. */
  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Returns the last arguments. `script`: address of the script. */
  last(script: string): JsonObject {
    const found = this.#all()[script];
    // Version 0.1.0 kept the arguments themselves.
    const args = typeof found === 'string' ? parseJson(found) : found;
    return isJsonObject(args) ? args : {};
  }

  async keep(script: string, parameters: readonly ScriptParameter[], args: JsonObject): Promise<void> {
    const others = Object.entries(this.#all()).filter(([other]) => other !== script);
    // VS Code cannot keep integers beyond 2^53, so it keeps JSON text.
    const text = stringifyExact(withoutSecrets(args, parameters));
    const own = text.length > longestKept ? [] : [[script, text] as const];
    // The newest entry is the last one.
    await this.#memory.update(key, Object.fromEntries([...others.slice(1 - mostScripts), ...own]));
  }

  #all(): JsonObject {
    const all: unknown = this.#memory.get(key);
    return isJsonObject(all) ? all : {};
  }
}
