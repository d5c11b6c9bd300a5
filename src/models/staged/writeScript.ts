// Second and third stage: the model sees the declarations of the chosen tools and writes one script or lists calls; the
// engine checks and runs it. An unreadable or refused answer goes back to the model once, with the error.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { functionTool } from '../askModel.ts';
import { askForTool, messagesOf, type StageAnswer } from './askStage.ts';
import { callsScript, type PlannedCall } from './callsScript.ts';
import { fencedCode, readAnswer } from './readJson.ts';
import type { StageLog } from './stageLog.ts';
import type {
  ChosenTool,
  StagedScriptOutcome,
  StagedParts,
  StagedRequest,
  StagedStyle,
} from './stagedRequest.ts';

type WrittenScript =
  | { readonly kind: 'ran'; readonly code: string; readonly outcome: StagedScriptOutcome }
  /** Both answers were wrong. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'cancelled' };

/** Maximum number of characters for declarations, shared by the tools. */
const roomOfDeclarations = 24_000;
const leastRoom = 400;
const mostCalls = 50;
/** Maximum number of requests for the script. */
const mostAttempts = 2;

const runScript = functionTool('run_script', 'Checks and runs a TypeScript script.', {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'TypeScript: statements with top-level await and return.' },
  },
  required: ['code'],
});

const callsOnce = 'Makes all these calls at once. None can use the result of another.';
const makeCalls = functionTool('make_calls', callsOnce, {
  type: 'object',
  properties: {
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tool: { type: 'string', description: 'The id of the tool: t1.' },
          input: { type: 'object', description: 'Its arguments.' },
        },
        required: ['tool', 'input'],
      },
    },
  },
  required: ['calls'],
});

const rules: Readonly<Record<StagedStyle, string>> = {
  script: `Write one TypeScript script that does what the request wants, with these tools.
- await tools.<server>.<tool>({ ... }) gives structured content, else parsed JSON, else text. Make calls that do not wait for one another together, with Promise.all.
- Failed calls throw ToolError { code, server, tool, message, content }: catch those that the rest can do without, and return what failed.
- Top-level await and return. Return what the answer needs and no more. No fetch, import, require, process or files.`,
  calls:
    'List the calls that do what the request wants. They are made together: none can use the result of another.',
};

const asText: Readonly<Record<StagedStyle, string>> = {
  script: 'Answer with the script alone, in a fence: ```ts',
  calls: 'Answer with JSON alone: {"calls": [{"tool": "t1", "input": {}}]}',
};

export async function writeAndRun(
  parts: StagedParts,
  request: StagedRequest,
  tools: readonly ChosenTool[],
  log: StageLog,
): Promise<WrittenScript> {
  const { prompt, style, signal } = request;
  const { observer } = parts;
  const declared = await declarationsOf(parts, tools);
  const [name, tool] = style === 'calls' ? ['make_calls', makeCalls] : ['run_script', runScript];
  let problem = '';
  let canCall = true;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const written = log.begin('write');
    const how = canCall ? `Call ${name}.` : asText[style];
    const text = [rules[style], declared, `Request:\n${prompt}`, problem, how].filter(Boolean).join('\n\n');
    const answer = await askForTool(parts, messagesOf(request, text), canCall ? tool : undefined, signal);
    const read = answer.end === 'cancelled' ? undefined : await readScript(answer, style, tools);
    written(read?.ok ? read.how : (answer.problem ?? read?.problem ?? 'cancelled'), [answer]);
    if (answer.end === 'cancelled') return { kind: 'cancelled' };
    if (read?.ok) {
      observer.onStep(style === 'calls' ? 'Making the calls' : 'Running the script');
      const ran = log.begin('run');
      const outcome = await parts.run(read.code, log.stages, signal);
      ran(outcome.ok ? 'done' : (outcome.errors[0]?.code ?? 'failed'));
      if (signal.aborted) return { kind: 'cancelled' };
      if (!outcome.isMistake) return { kind: 'ran', code: read.code, outcome };
      problem = `Your last script was not run:\n\`\`\`ts\n${read.code}\n\`\`\`\n${await outcome.words()}`;
      if (attempt < mostAttempts)
        observer.onProgress(`Writing the script again: ${outcome.errors[0]?.message ?? 'it was refused'}`);
    } else {
      const why = answer.problem ?? read?.problem ?? '';
      problem = `Your last answer cannot be used: ${why}`;
      canCall = answer.end === 'done' && answer.calls.length > 0;
      if (attempt < mostAttempts) observer.onProgress(`Writing the script again: ${why}`);
    }
  }
  return { kind: 'wrong' };
}

async function declarationsOf(
  { finder, snapshot }: StagedParts,
  tools: readonly ChosenTool[],
): Promise<string> {
  const room = Math.max(leastRoom, Math.floor(roomOfDeclarations / Math.max(1, tools.length)));
  const texts = await Promise.all(
    tools.map(
      async ({ id, tool }) => `// ${id}\n${(await finder.describe(snapshot, tool.path, { room })).text}`,
    ),
  );
  return texts.join('\n\n');
}

type ReadScript =
  | { readonly ok: true; readonly code: string; /** Text for the record. */ readonly how: string }
  | { readonly ok: false; readonly problem: string };

async function readScript(
  answer: StageAnswer,
  style: StagedStyle,
  tools: readonly ChosenTool[],
): Promise<ReadScript> {
  if (style === 'calls') {
    const read = await readAnswer(answer, ({ calls }) => Array.isArray(calls));
    return read
      ? readCalls(read.object, tools, read.repaired)
      : { ok: false, problem: 'it has no list of calls.' };
  }
  const read = await readAnswer(answer, (object) => codeIn(object) !== undefined);
  const written = read && codeIn(read.object);
  if (written !== undefined)
    return { ok: true, code: written, how: read?.repaired ? 'script, JSON repaired' : 'script' };
  const code = fencedCode(answer.text);
  return code === undefined
    ? { ok: false, problem: 'it has no code.' }
    : { ok: true, code, how: 'script in a fence' };
}

function codeIn({ code }: JsonObject): string | undefined {
  return typeof code === 'string' && code.trim() !== '' ? code : undefined;
}

function readCalls({ calls }: JsonObject, tools: readonly ChosenTool[], repaired: boolean): ReadScript {
  const planned: PlannedCall[] = [];
  const items = calls as readonly unknown[]; // The caller has checked the list.
  for (const [at, item] of items.slice(0, mostCalls).entries()) {
    const { tool: called, input } = isJsonObject(item) ? item : {};
    const chosen = tools.find(
      ({ id, tool }) =>
        called === id || called === tool.path || called === `${tool.namespace}.${tool.method}`,
    );
    if (!chosen)
      return { ok: false, problem: `call ${at + 1} names none of ${tools.map(({ id }) => id).join(', ')}.` };
    const given = input ?? {};
    if (!isJsonObject(given)) return { ok: false, problem: `the input of call ${at + 1} is no object.` };
    planned.push({ id: `c${at + 1}`, tool: chosen.tool, input: given });
  }
  if (planned.length === 0) return { ok: false, problem: 'the list of calls is empty.' };
  return {
    ok: true,
    code: callsScript(planned),
    how: `${planned.length} calls${repaired ? ', JSON repaired' : ''}`,
  };
}
