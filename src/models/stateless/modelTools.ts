// Tools that the model receives in place of the request's tools: `executeCode`, and `findTools` if its description has
// no room for all signatures.
import { createHash } from 'node:crypto';
import { Catalog, type CatalogTool, type ToolDefinition } from '../../catalog/index.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Declarations } from '../../declarations/index.ts';
import type { Engine } from '../../engine/index.ts';
import { allocateBudget } from '../../engine/find/index.ts';
import { functionTool } from '../askModel.ts';
import { requestNamespace, requestTools, type RequestTools } from './requestTools.ts';
import type { ScriptRecords } from './scriptRecords.ts';
import { setNewest } from '../../base/setNewest.ts';

const scripts = `Runs TypeScript that calls your tools in a sandbox; you get only what it returns. Chain, loop, filter and fan out (Promise.all) in one script.

- await tools.${requestNamespace}.<tool>({ ... }): camelCase of the tool's name; tools.${requestNamespace}["get_weather"] works too. Gives a JSON object or array parsed, else text. Calls that do not wait for one another are made together.
- Failed calls throw ToolError { code, tool, message, content }.
- codemode.search(query): [{ path, signature, summary }]. codemode.describe(path): full declaration.
- Top-level await and return. No fetch, import, require, process or files. Nothing is kept between scripts.

Code is checked before it runs. After a failure, read the receipt before repeating a write.

Example:
const { city } = await tools.${requestNamespace}.getCity({});
const days = await Promise.all(["mon", "tue"].map((day) => tools.${requestNamespace}.getForecast({ city, day })));
return days.filter((d) => d.rain > 0.5).map((d) => d.day);`;

const finding =
  'Finds tools for executeCode: paths with TypeScript signatures. With a query: the best matches for one need ("read a file") or several ' +
  '("get user, cancel order"). Without: all tool names. One call is usually enough.';

/** Names of the tools of this module. */
export const ownNames: readonly string[] = ['executeCode', 'findTools'];
/** Maximum number of tools whose signatures are measured. */
const mostSigned = 500;
const mostLists = 50;

export interface ModelToolsOptions {
  readonly engine: Engine;
  readonly declarations: Pick<Declarations, 'tool'>;
  /** Maximum number of tokens for signatures in the description of `executeCode`. */
  readonly tokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** Absent where nothing is recorded: nobody would see the title of a script, so the model is asked for none. */
  readonly records?: ScriptRecords;
  /** True if the client would round integers beyond 2^53, so that a call with one is not sent. */
  readonly roundsIntegers?: boolean;
}

/** The tools of a request, prepared for scripts and for the model. */
export interface ModelTools {
  readonly tools: RequestTools;
  /** Engine over these tools for names, declarations and search; it makes no calls. */
  readonly engine: Engine;
  /** Hash of the tool list, used as a key. */
  readonly hash: string;
  /** Names of the tools by their names in scripts. */
  readonly methods: ReadonlyMap<string, string>;
  /** The offered tools in the format of chat completions. */
  readonly offered: readonly JsonObject[];
}

/** Prepares names, types and texts once for each list of tools, and keeps the most recent lists. */
export class ModelToolsCache {
  readonly #options: ModelToolsOptions;
  readonly #made = new Map<string, Promise<ModelTools>>();

  constructor(options: ModelToolsOptions) {
    this.#options = options;
  }

  of(functions: readonly ToolDefinition[]): Promise<ModelTools> {
    const hash = createHash('sha256').update(JSON.stringify(functions)).digest('hex');
    const made = this.#made.get(hash) ?? this.#make(functions, hash);
    setNewest(this.#made, hash, made, mostLists);
    made.catch(() => this.#made.delete(hash));
    return made;
  }

  async #make(functions: readonly ToolDefinition[], hash: string): Promise<ModelTools> {
    const tools = requestTools(functions, this.#options.roundsIntegers);
    const engine = this.#options.engine.over(
      new Catalog({ sources: [tools([])], routing: () => ({}), log: () => undefined }),
    );
    const { servers } = await engine.snapshot({ servers: 'all', signal: new AbortController().signal });
    const known = servers.flatMap((server) => server.tools);
    const { text, isWhole } = await this.#signatures(known);
    const offered = [executeCode(text, this.#options.records !== undefined), ...(isWhole ? [] : [findTools])];
    const methods = new Map(known.map(({ method, name }) => [method, name]));
    return { tools, engine, hash, methods, offered };
  }

  async #signatures(
    tools: readonly CatalogTool[],
  ): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const { declarations, tokens, countTokens } = this.#options;
    const claims = await Promise.all(
      tools.slice(0, mostSigned).map(async (tool) => {
        const { signature, summary } = await declarations.tool(tool);
        const text = `${signature}${summary && ` // ${summary}`}`;
        return { server: tool.namespace, text, cost: await countTokens(`${text}\n`) };
      }),
    );
    const shown = allocateBudget(claims, { best: 0, most: claims.length, budget: tokens });
    const isWhole = shown.length === tools.length;
    const head = isWhole ? 'Tools:' : `${tools.length} tools; findTools has those that are not listed here:`;
    return { text: [head, ...shown.map(({ text }) => text)].join('\n'), isWhole };
  }
}

function executeCode(signatures: string, isTitled: boolean): JsonObject {
  const code = { type: 'string', description: 'TypeScript: statements with top-level await and return.' };
  const title = {
    type: 'string',
    description: 'What the script is for, at most 80 characters; shown to the user.',
  };
  const properties = { code, ...(isTitled && { title }) };
  return functionTool('executeCode', `${scripts}\n\n${signatures}`, {
    type: 'object',
    properties,
    required: ['code'],
  });
}

const findTools = functionTool('findTools', finding, {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What the tools should do, in a few words.' },
    detail: { type: 'string', enum: ['names', 'full'], description: 'Default: signatures.' },
  },
  required: [],
});
