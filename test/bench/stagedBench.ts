// Measures the tokens that a turn in stages sends to the model, beside the same turn with all tools in each request:
// every request of test/fixtures/requests over the recorded tools of real servers, with a model that chooses the tool
// that serves the request and calls it once. o200k tokens of messages and tools.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { definitionText } from '../../src/catalog/definitionTokens.ts';
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { ToolFinder } from '../../src/engine/find/toolFinder.ts';
import type { StagedScriptOutcome } from '../../src/models/staged/stagedRequest.ts';
import { answerInStages } from '../../src/models/staged/stagedTurn.ts';
import { toolCall, type ChatModelRequest } from '../../src/models/askModel.ts';
import { findingRequests, recordedSnapshot } from '../fakes/findingRequests.ts';
import { hostCompiler } from '../fakes/hostCompiler.ts';
import { PlayedModel } from '../fakes/codeChatClient.ts';
import { sourceValidator } from '../fakes/sourceValidator.ts';
import { atMost, type Row } from './measure.ts';

const result = 'ok';
const answer = 'It is done.';
const stages = ['choose', 'write', 'interpret'] as const;

export async function stagedRows(): Promise<Row[]> {
  const snapshot = await recordedSnapshot();
  const tools = snapshot.servers.flatMap((server) => server.tools);
  const validator = sourceValidator();
  const finder = new ToolFinder(new Declarations({ compiler: hostCompiler }), validator);
  const known = new Map(tools.map((tool) => [`${tool.server}.${tool.name}`, tool]));
  const requests = findingRequests().flatMap(({ request, tools: wanted }) => {
    const tool = wanted.map((name) => known.get(name)).find((found) => found !== undefined);
    return tool ? [{ request, tool }] : [];
  });
  const allTools = countTokens(tools.map((tool) => definitionText(tool)).join(','));
  const sums = stages.map(() => 0);
  let plain = 0;
  for (const { request, tool } of requests) {
    const model = new PlayedModel(repliesFor(tool));
    const outcome = await answerInStages(
      {
        ask: model.ask,
        snapshot,
        finder,
        run: () => Promise.resolve(done),
        observer: {
          onStep: () => undefined,
          onProgress: () => undefined,
          onText: () => undefined,
        },
      },
      { prompt: request, history: [], style: 'script', signal: new AbortController().signal },
    );
    if (outcome.kind !== 'answered' || model.heard.length !== stages.length)
      throw new Error(`"${request}" took another way.`);
    model.heard.forEach((sent, at) => (sums[at] = (sums[at] ?? 0) + tokensOf(sent)));
    plain += plainTokens(request, tool, allTools);
  }
  await validator.dispose();
  const mean = (sum: number) => sum / requests.length;
  const staged = sums.reduce((total, sum) => total + sum, 0);
  const size = `${tools.length} tools of ${snapshot.servers.length} servers`;
  const rows = stages.map((stage, at): Row => {
    const how = `mean of ${requests.length} requests over ${size}`;
    return { name: `in stages: ${stage}`, value: mean(sums[at] ?? 0), unit: 'tokens', how };
  });
  return [
    ...rows,
    { name: 'in stages: the turn', value: mean(staged), unit: 'tokens', how: 'the three together' },
    {
      name: 'all tools: the same turn',
      value: mean(plain),
      unit: 'tokens',
      how: `two requests with all definitions, ${allTools} tokens each`,
    },
    {
      name: 'in stages, of all tools',
      value: (100 * staged) / plain,
      unit: '%',
      bar: atMost(5),
      how: 'the ratio of both',
    },
  ];
}

const done: StagedScriptOutcome = {
  ok: true,
  value: result,
  errors: [],
  isMistake: false,
  words: () => Promise.resolve(result),
};

function repliesFor({ namespace, method, path }: CatalogTool) {
  return [
    {
      calls: [
        {
          name: 'choose_tools',
          input: { reasoning: 'It does what is asked for.', tools: [`${namespace}.${method}`] },
        },
      ],
    },
    { calls: [{ name: 'run_script', input: { code: `return await ${path}({});` } }] },
    { text: answer },
  ];
}

function tokensOf({ messages, tools }: ChatModelRequest): number {
  return (
    countTokens(JSON.stringify(messages)) + countTokens(tools.map((tool) => JSON.stringify(tool)).join())
  );
}

/** One request calls the tool, the next one answers. */
function plainTokens(request: string, { name }: CatalogTool, allTools: number): number {
  const first = [{ role: 'user', content: request }];
  const call = { role: 'assistant', content: '', tool_calls: [toolCall('call_1', name, '{}').raw] };
  const second = [...first, call, { role: 'tool', tool_call_id: 'call_1', content: result }];
  return 2 * allTools + countTokens(JSON.stringify(first)) + countTokens(JSON.stringify(second));
}
