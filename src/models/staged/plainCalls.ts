// Fallback if there is no valid script: offers the chosen tools as tools of the model, and runs rounds of calls until
// the model answers. Each round runs as a script of its calls.
import { cutJson, stripBinary } from '../../engine/formatting/index.ts';
import { plainText } from '../../base/text/plainText.ts';
import { functionTool, readArguments, type ModelToolCall } from '../askModel.ts';
import { askStage, messagesOf, type StageAnswer } from './askStage.ts';
import { callsScript, callValues, type PlannedCall } from './callsScript.ts';
import { readJson } from './readJson.ts';
import type { StageLog } from './stageLog.ts';
import type { ChosenTool, StagedScriptOutcome, StagedParts, StagedRequest } from './stagedRequest.ts';

type PlainAnswer =
  | { readonly kind: 'answered' | 'cancelled' }
  /** The model failed or did not stop calling. `results` are the results of the calls so far. */
  | { readonly kind: 'failed'; readonly problem: string; readonly results: readonly string[] };

const mostRounds = 8;
/** Maximum number of characters for the results of one round, shared by its calls. */
const roomOfResults = 24_000;
const longestName = 64;

/** Streams the answer to the observer. */
export async function callPlainly(
  parts: StagedParts,
  request: StagedRequest,
  chosen: readonly ChosenTool[],
  log: StageLog,
): Promise<PlainAnswer> {
  const { prompt, signal } = request;
  const named = new Map(chosen.map((one) => [nameOf(one), one]));
  const tools = [...named].map(([name, { tool }]) =>
    functionTool(name, plainText(tool.description), tool.inputSchema),
  );
  const messages = [...messagesOf(request, prompt)];
  const results: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const asked = log.begin('call');
    const answer = await askStage(parts, { messages, tools }, signal);
    asked(summaryOf(answer), [answer]);
    if (answer.end === 'cancelled') return { kind: 'cancelled' };
    if (answer.end === 'failed') return { kind: 'failed', problem: answer.problem ?? '', results };
    if (answer.calls.length === 0) {
      if (answer.text.trim() !== '') return { kind: 'answered' };
      return { kind: 'failed', problem: 'The model gave no answer.', results };
    }
    const answered = await runCalls(parts, answer.calls, named, log, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    results.push(...answered);
    messages.push(
      { role: 'assistant', content: answer.text, tool_calls: answer.calls.map(({ raw }) => raw) },
      ...answer.calls.map(({ id }, at) => ({ role: 'tool', tool_call_id: id, content: answered[at] ?? '' })),
    );
  }
  return { kind: 'failed', problem: `The model still called tools after ${mostRounds} rounds.`, results };
}

/** Returns a text for the model for each call. */
async function runCalls(
  { run, observer }: StagedParts,
  calls: readonly ModelToolCall[],
  named: ReadonlyMap<string, ChosenTool>,
  log: StageLog,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const planned: PlannedCall[] = [];
  const refused = new Map<number, string>();
  for (const [at, { name, text }] of calls.entries()) {
    const chosen = named.get(name);
    const input = readArguments(text) ?? (await readJson(text, () => true))?.object;
    if (!chosen)
      refused.set(
        at,
        `There is no tool "${name.slice(0, longestName)}". Tools: ${[...named.keys()].join(', ')}.`,
      );
    else if (!input) refused.set(at, 'The arguments are no JSON object.');
    else planned.push({ id: `c${at + 1}`, tool: chosen.tool, input });
  }
  let outcome: StagedScriptOutcome | undefined;
  if (planned.length > 0) {
    observer.onStep(`Calling ${planned.map(({ tool }) => tool.path).join(', ')}`);
    const ran = log.begin('run');
    outcome = await run(callsScript(planned), log.stages, signal);
    ran(outcome.ok ? 'done' : (outcome.errors[0]?.code ?? 'failed'));
  }
  const values = callValues(outcome?.value);
  const words = outcome && values.size === 0 ? await outcome.words() : '';
  const room = Math.floor(roomOfResults / calls.length);
  return calls.map((_call, at) => {
    const value = values.get(`c${at + 1}`);
    return refused.get(at) ?? (value ? cutJson(stripBinary(value).value, room) : words.slice(0, room));
  });
}

/** Returns a name for the model, which is unique because of the ID at its beginning. */
function nameOf({ id, tool }: ChosenTool): string {
  return `${id}_${tool.name.replace(/[^\w-]/g, '_')}`.slice(0, longestName);
}

function summaryOf({ end, problem, calls }: StageAnswer): string {
  if (end !== 'done') return problem ?? end;
  return calls.length === 0 ? 'answered' : `${calls.length} calls`;
}
