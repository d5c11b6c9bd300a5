// First stage: the model sees the request and the names of all tools, and names the tools that it needs with a reason.
// The names are checked against the catalog; after a wrong answer the model is asked once more.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { findNamed, namesIn, type ToolFinder } from '../../engine/find/index.ts';
import { functionTool } from '../askModel.ts';
import { askForTool, messagesOf, type StageAnswer } from './askStage.ts';
import { readAnswer } from './readJson.ts';
import type { ChosenTool, StagedParts, StagedRequest } from './stagedRequest.ts';

type Selection = { readonly answers: readonly StageAnswer[] } & (
  | {
      readonly kind: 'chosen';
      readonly tools: readonly ChosenTool[];
      readonly reasoning: string;
      readonly repaired: boolean;
    }
  /** The request needs no tools. */
  | { readonly kind: 'none'; readonly reasoning: string }
  /** Both answers were wrong, so all tools of the best matching server are used. */
  | { readonly kind: 'server'; readonly server: string; readonly tools: readonly ChosenTool[] }
  | { readonly kind: 'cancelled' }
  /** The model gave no answer. */
  | { readonly kind: 'failed'; readonly problem: string }
);

/** Maximum number of tools that are shown with a summary in addition to their names. */
const mostDescribed = 20;
const longestSummary = 120;
const mostChosen = 20;
/** Maximum number of tools that are taken from a whole server. */
const mostOfServer = 40;
/** Maximum length of the list of all names, in characters. */
const longestOverview = 16_000;
const longestName = 300;
/** Maximum length of the search query, in characters. Attachments at the end of the prompt are not searched for. */
const longestQuery = 500;

const chooseTools = functionTool('choose_tools', 'Names the tools that the request needs.', {
  type: 'object',
  properties: {
    reasoning: { type: 'string', description: 'Why these, in one or two sentences.' },
    tools: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names as the list has them: server.tool. Empty: none is needed.',
    },
  },
  required: ['reasoning', 'tools'],
});

const asText =
  'Answer with JSON alone: {"reasoning": "why these, in one or two sentences", "tools": ["server.tool"]}';

export async function selectTools(parts: StagedParts, request: StagedRequest): Promise<Selection> {
  const { snapshot, finder, observer } = parts;
  const { prompt, query = prompt, signal } = request;
  const answers: StageAnswer[] = [];
  const text = selectionPrompt(await catalogueText(snapshot, finder, query), prompt);
  let problem: string | undefined;
  let canCall = true;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const how = canCall ? 'Call choose_tools.' : asText;
    const again = problem === undefined ? '' : `\n\nYour last answer cannot be used: ${problem}`;
    const messages = messagesOf(request, `${text}${again}\n\n${how}`);
    const answer = await askForTool(parts, messages, canCall ? chooseTools : undefined, signal);
    answers.push(answer);
    if (answer.end === 'cancelled') return { kind: 'cancelled', answers };
    const read = await readSelection(answer, snapshot, finder);
    if (read.ok && read.tools.length === 0) return { kind: 'none', reasoning: read.reasoning, answers };
    const chosen = withIds(read.tools);
    if (read.ok || (attempt > 0 && chosen.length > 0)) {
      return { kind: 'chosen', tools: chosen, reasoning: read.reasoning, repaired: read.repaired, answers };
    }
    problem = answer.problem ?? read.problem;
    // A model that called nothing may be unable to call tools.
    canCall = answer.end === 'done' && answer.calls.length > 0;
    if (attempt === 0) observer.onProgress(`Choosing tools again: ${problem}`);
  }
  if (answers.every(({ end }) => end === 'failed'))
    return { kind: 'failed', problem: problem ?? '', answers };
  const tools = withIds((await likeliestServer(snapshot, query)).slice(0, mostOfServer));
  return { kind: 'server', server: tools[0]?.tool.server ?? '', tools, answers };
}

/** Returns all names, and summaries of the tools that match the request best. */
async function catalogueText(
  snapshot: CatalogSnapshot,
  finder: StagedParts['finder'],
  query: string,
): Promise<string> {
  const found = await finder.search(snapshot, query.slice(0, longestQuery), { limit: mostDescribed });
  const lines = found
    .filter(({ summary }) => summary !== '')
    .map(({ path, summary }) => `${path.replace(/^tools\./, '')}: ${summary.slice(0, longestSummary)}`);
  const all = await finder.findTools(snapshot, { characters: longestOverview });
  return [
    `All tools, by server:\n${all}`,
    ...(lines.length > 0 ? [`Those nearest to the request:\n${lines.join('\n')}`] : []),
  ].join('\n\n');
}

function selectionPrompt(catalogue: string, prompt: string): string {
  return (
    `Choose the tools that a request needs. They are called later, by a script; now you only choose. Take each tool that may be needed ` +
    `on the way, at most ${mostChosen}, and none where the request can be answered without.\n\n${catalogue}\n\nRequest:\n${prompt}`
  );
}

interface ReadSelection {
  readonly ok: boolean;
  /** The existing tools. */
  readonly tools: readonly CatalogTool[];
  readonly reasoning: string;
  readonly repaired: boolean;
  /** Says for the model why the answer is wrong; empty if `ok` is true. */
  readonly problem: string;
}

async function readSelection(
  answer: StageAnswer,
  snapshot: CatalogSnapshot,
  finder: Pick<ToolFinder, 'describe'>,
): Promise<ReadSelection> {
  const read = await readAnswer(answer, (object) => namesOf(object) !== undefined);
  if (!read)
    return { ok: false, tools: [], reasoning: '', repaired: false, problem: 'it has no list of tools.' };
  const { reasoning } = read.object;
  const names = namesOf(read.object) ?? [];
  const looked = names.slice(0, mostChosen).map((name) => ({ name, tool: toolNamed(snapshot, name) }));
  const wrong = looked.filter(({ tool }) => tool === undefined);
  const whys = await Promise.all(
    wrong.map(async ({ name }) => {
      const { found, text } = await finder.describe(snapshot, name);
      return found ? `"${name}" is no tool. ${text}` : text;
    }),
  );
  return {
    ok: wrong.length === 0,
    tools: [...new Set(looked.flatMap(({ tool }) => tool ?? []))],
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    repaired: read.repaired,
    problem: whys.join(' ').slice(0, 4_000),
  };
}

/** Reads a list of strings, or of objects with a name; undefined if there is no such list. */
function namesOf({ tools }: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  const names = (tools as readonly unknown[]).map((item) => {
    const name: unknown = isJsonObject(item) ? item['name'] : item;
    return typeof name === 'string' && name.length <= longestName ? name : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Finds a tool by `geo.getCity`, `tools.geo.getCity`, raw names, or `getCity` if only one server has such a tool. */
function toolNamed(snapshot: CatalogSnapshot, path: string): CatalogTool | undefined {
  const [server, ...names] = namesIn(path);
  const lookups =
    names.length === 0
      ? snapshot.servers.map(({ namespace }) => snapshot.find(namespace, server))
      : [findNamed(snapshot, server, names)];
  const [found, ...others] = lookups.flatMap((lookup) => (lookup.kind === 'tool' ? [lookup.tool] : []));
  return others.length === 0 ? found : undefined;
}

/** Returns the tools of the best matching server, best matches first. */
async function likeliestServer(snapshot: CatalogSnapshot, query: string): Promise<readonly CatalogTool[]> {
  const found = (await snapshot.search(query.slice(0, longestQuery), { limit: mostOfServer })).map(
    ({ tool }) => tool,
  );
  const servers = snapshot.servers.filter(({ tools }) => tools.length > 0);
  const tools =
    (servers.find(({ namespace }) => namespace === found[0]?.namespace) ?? servers[0])?.tools ?? [];
  return [...found.filter((tool) => tools.includes(tool)), ...tools.filter((tool) => !found.includes(tool))];
}

function withIds(tools: readonly CatalogTool[]): readonly ChosenTool[] {
  return tools.map((tool, at) => ({ id: `t${at + 1}`, tool }));
}
