// Tools of a running server. All callers share one request, which is repeated after the server reports a change.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { quoteName, type ToolListing, type ToolDefinition, type ToolResult } from '../../catalog/index.ts';
import type { ToolChoice } from '../definitions/index.ts';
import { ToolList } from '../protocol/guardTools.ts';
import { headerProblem } from '../protocol/headerArguments.ts';
import type { McpSession } from '../session/mcpSession.ts';
import type { ServerLog } from '../protocol/serverLog.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';

interface LiveToolsOptions {
  /** Maximum time of one `tools/list`, in milliseconds. */
  readonly timeoutMs: number;
  readonly log: ServerLog;
  /** Selection of tools by the definition; undefined if all tools are used. */
  readonly choice: ToolChoice | undefined;
  /** Source of the definition, for messages. */
  readonly origin: string;
}

export type LiveToolList = Omit<ToolListing, 'ok' | 'cached'>;
type LiveListing = RequestOutcome<LiveToolList>;

interface Asked {
  readonly session: McpSession;
  readonly outcome: Promise<LiveListing>;
  /** Number of the request, because an older answer may arrive after a newer one. */
  readonly turn: number;
}

export class LiveTools {
  readonly #options: LiveToolsOptions;
  #asked: Asked | undefined;
  #listed:
    | (Omit<Asked, 'outcome'> &
        Pick<LiveToolList, 'tools' | 'ttlMs'> & { /** Monotonic time. */ readonly at: number })
    | undefined;
  #turn = 0;
  readonly #reported = new Set<string>();

  constructor(options: LiveToolsOptions) {
    this.#options = options;
  }

  /** Returns the last list that arrived from this session. */
  listedBy(session: McpSession): readonly ToolDefinition[] | undefined {
    return this.#listed?.session === session ? this.#listed.tools : undefined;
  }

  /** True if the server may now have other tools: it reported a change, was not asked, or its list has expired. */
  mayDiffer(session: McpSession): boolean {
    return this.#asked?.session !== session || this.#hasRunOut();
  }

  #hasRunOut(): boolean {
    const { turn, at = 0, ttlMs } = this.#listed ?? {};
    return turn === this.#asked?.turn && ttlMs !== undefined && performance.now() - at > ttlMs;
  }

  /** Returns the list of the session. Never rejects. */
  of(session: McpSession): Promise<LiveListing> {
    if (this.#asked?.session === session && !this.#hasRunOut()) return this.#asked.outcome;
    const turn = (this.#turn += 1);
    const asked = { session, turn, outcome: this.#ask(session) };
    this.#asked = asked;
    void asked.outcome.then((listing) => {
      const isNewest = turn > (this.#listed?.turn ?? 0);
      if (listing.kind === 'done' && isNewest) {
        const { tools, ttlMs } = listing.value;
        this.#listed = { session, turn, tools, at: performance.now(), ...(ttlMs !== undefined && { ttlMs }) };
      }
      if (listing.kind !== 'done' && this.#asked === asked) this.#asked = undefined;
    });
    return asked.outcome;
  }

  /** Called when the server reports a change; makes the next caller ask again. */
  changed(): void {
    this.#asked = undefined;
  }

  /**
   * Checks structured content against the output schema. The content is passed on in any case, as in VS Code, because
   * most of an answer is better than none. The log names the missing required properties once for each tool, because
   * they explain why a script sees `undefined`.
   */
  checkStructure(tool: string, { structuredContent, isError }: ToolResult): void {
    const schema = this.#listed?.tools.findLast(({ name }) => name === tool)?.outputSchema;
    if (!schema || isError || this.#reported.has(tool)) return;
    const required = Array.isArray(schema['required'])
      ? schema['required'].filter((name) => typeof name === 'string')
      : [];
    const missing = required.filter((name) => !Object.hasOwn(structuredContent ?? {}, name));
    if (structuredContent && missing.length === 0) return;
    this.#reported.add(tool);
    const got = structuredContent
      ? `no ${missing.map((name) => JSON.stringify(name)).join(', ')}`
      : 'no structured content';
    this.#options.log(
      `tool "${tool}" answered with ${got}, which its output schema requires; the answer is kept`,
    );
  }

  async #ask(session: McpSession): Promise<LiveListing> {
    const { timeoutMs, log, choice, origin } = this.#options;
    const isLeftIn = chosen(choice);
    let leftOut = 0;
    const leftIn = (items: readonly unknown[]) => {
      const kept = choice ? items.filter(isLeftIn) : items;
      leftOut += items.length - kept.length;
      return kept;
    };
    const headersProblem = ({ name, inputSchema }: ToolDefinition) => {
      const problem = session.hasHeaderArguments ? headerProblem(inputSchema) : undefined;
      return problem && `${quoteName(name)} cannot be called: ${problem}`;
    };
    const list = new ToolList({
      shown: (text) => session.secrets.hideInBeginning(text),
      // Secrets are removed, because lists are stored on disk. Only texts change.
      finish: (tool) => session.secrets.hideIn(tool as unknown as JsonObject) as unknown as ToolDefinition,
      objection: headersProblem,
    });
    const answer = await session.listTools(AbortSignal.timeout(timeoutMs), (items) =>
      list.take(leftIn(items)),
    );
    if (answer.kind === 'aborted') return { kind: 'refused', message: `it took over ${timeoutMs / 1000} s` };
    if (answer.kind !== 'done') return answer;
    const { tools } = list;
    const off =
      leftOut > 0 ? [`turned off in ${origin}: ${leftOut === 1 ? 'one tool' : `${leftOut} tools`}`] : [];
    const warnings = [...list.warnings.map((warning) => session.secrets.hide(warning)), ...off];
    for (const warning of warnings) log(warning);
    return { kind: 'done', value: { tools, warnings, ...session.about, ...answer.value } };
  }
}

function chosen(choice: ToolChoice | undefined): (item: unknown) => boolean {
  const only = choice?.only && new Set(choice.only);
  const without = new Set(choice?.without);
  return (item) => {
    const name = isJsonObject(item) ? item['name'] : undefined;
    return typeof name !== 'string' || (!without.has(name) && (!only || only.has(name)));
  };
}
