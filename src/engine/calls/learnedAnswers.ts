// Learns from the answers of tools which tools are used, and the type of answers of tools that declare no output
// schema. The run reports a newly learned type once per tool.
import type { CatalogTool } from '../../catalog/index.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import type { LearnedOutput } from '../../declarations/index.ts';
import type { EngineParts } from '../engineParts.ts';
import type { CallStep, ReadyCall } from './callStep.ts';

/** Maximum number of tools of one run whose answers are described. */
const MOST_ANSWERS_TOLD = 5;
const LONGEST_ANSWER = 300;
const ANSWER_TYPE_MS = 500;

type LearningParts = Pick<EngineParts, 'catalog' | 'declarations' | 'observed'>;

export class LearnedAnswers {
  readonly #parts: LearningParts;
  /** Tools without an output schema whose first answer arrived in this run, with the type known before, if any. */
  readonly #first = new Map<CatalogTool, LearnedOutput | undefined>();

  constructor(parts: LearningParts) {
    this.#parts = parts;
  }

  readonly step: CallStep<ReadyCall> = async (call, next) => {
    const reply = await next(call);
    if (!reply.ok || call.kind !== 'tool') return reply;
    const { tool, form } = call;
    const { observed, catalog } = this.#parts;
    catalog.usage.record(tool.server, tool.name);
    if (tool.outputSchema !== undefined || form === 'raw') return reply;
    if (observed.callsOf(tool) === 0 && !this.#first.has(tool)) this.#first.set(tool, observed.of(tool));
    observed.observe(tool, reply.value);
    return reply;
  };

  /** Returns one sentence for each tool whose answers now have another type. */
  async texts(): Promise<readonly string[]> {
    const isNew = (tool: CatalogTool) => !isSameType(this.#first.get(tool), this.#parts.observed.of(tool));
    const news = [...this.#first.keys()].filter(isNew).slice(0, MOST_ANSWERS_TOLD);
    const texts = await Promise.all(news.map((tool) => answerText(this.#parts, tool)));
    return texts.filter((text) => text !== undefined);
  }
}

function isSameType(before: LearnedOutput | undefined, now: LearnedOutput | undefined): boolean {
  return before !== undefined && JSON.stringify(before.schema) === JSON.stringify(now?.schema);
}

/** Returns a sentence such as `tools.geo.getCity answers { city: string }.`; undefined if the type says nothing. */
async function answerText(
  { declarations, observed }: LearningParts,
  tool: CatalogTool,
): Promise<string | undefined> {
  // The compiler may need seconds for a hostile schema; the result does not wait that long.
  const declared = await withTimeout(declarations.tool(tool), ANSWER_TYPE_MS);
  if (declared === 'late') return undefined;
  const { signature } = declared;
  const [, type = ''] = /\): Promise<(?:\/\*\* [^*]* \*\/ )?(.*)>(?: \/\/ .*)?$/s.exec(signature) ?? [];
  if (type === '' || type.length > LONGEST_ANSWER || !type.includes('{')) return undefined;
  const parts = observed.of(tool)?.parts;
  return `${tool.path} answers ${type}${parts === undefined ? '' : ` (${parts})`}.`;
}
