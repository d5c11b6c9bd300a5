// Structured content goes to the script as it is, as VS Code's client does it: most of an answer serves better than
// none. What its schema requires at the top is looked for, so that the log can tell why a script met `undefined`.
import type { JsonObject } from '../../catalog/json.ts';
import type { ToolDefinition, ToolResult } from '../../catalog/toolSource.ts';

export class StructureCheck {
  #schemas: ReadonlyMap<string, JsonObject> = new Map();
  readonly #reported = new Set<string>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Takes the output schemas of a new list. */
  learn(tools: readonly ToolDefinition[]): void {
    this.#schemas = new Map(tools.flatMap(({ name, outputSchema }) => (outputSchema ? [[name, outputSchema]] : [])));
  }

  /** Logs one line for each tool whose answer lacks what it promised; later answers of the same tool are not looked at. */
  check(tool: string, { structuredContent, isError }: ToolResult): void {
    const schema = this.#schemas.get(tool);
    if (!schema || isError || this.#reported.has(tool)) return;
    const required = Array.isArray(schema['required']) ? schema['required'].filter((name) => typeof name === 'string') : [];
    const missing = required.filter((name) => !Object.hasOwn(structuredContent ?? {}, name));
    if (structuredContent && missing.length === 0) return;
    this.#reported.add(tool);
    const got = structuredContent ? `no ${missing.map((name) => JSON.stringify(name)).join(', ')}` : 'no structured content';
    this.#log(`tool "${tool}" answered with ${got}, which its output schema requires; the answer is passed on as it is`);
  }
}
