// `npm run bench:agents -- [--endpoint URL --model NAME [--key-env VARIABLE]] [--task NUMBER]… [--save FOLDER]`: runs
// each task in each arm, with any model behind an OpenAI-compatible endpoint, or without one with a scripted model that
// makes no mistakes. Prints a line for each attempt, and tables at the end.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Attempt, Endpoint } from './agent.ts';
import { armNames } from './arms.ts';
import { PerfectModel } from './perfectModel.ts';
import { tasks, type Task } from './tasks.ts';
import { tryTask, type Outcome } from './tryTask.ts';

const { values } = parseArgs({
  options: {
    endpoint: { type: 'string' },
    model: { type: 'string' },
    /** The variable with the key. */
    'key-env': { type: 'string' },
    task: { type: 'string', multiple: true, default: [] },
    /** The folder to which the conversations are written. */
    save: { type: 'string' },
  },
});

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

function namedEndpoint(url: string): Endpoint {
  const { model, 'key-env': variable } = values;
  if (model === undefined) refuse('--endpoint needs --model.');
  if (variable === undefined) return { url, model };
  const key = process.env[variable];
  if (key === undefined || key === '') refuse(`The variable ${variable} has no key.`);
  return { url, model, key };
}

async function save(folder: string, name: string, { messages }: Attempt): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(messages, undefined, 2));
}

type Tried = ReadonlyMap<Task, readonly Outcome[]>;

const number = (value: number) => Math.round(value).toLocaleString('en');
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

function markdown(head: readonly string[], texts: number, rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, at) => (at < texts ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** One row for each task; three values are those of the arms, in their order. */
function taskTable(tried: Tried): string {
  const rows = [...tried].map(([task, outcomes]) => {
    const attempts = outcomes.map((outcome) => ('attempt' in outcome ? outcome.attempt : undefined));
    const each = (value: (attempt: Attempt) => string) =>
      attempts.map((attempt) => (attempt ? value(attempt) : '–')).join(' / ');
    const [, searched = NaN, scripted = NaN] = attempts.map((attempt) => attempt?.inputTokens);
    const wrong = armNames.filter((_, at) => outcomes[at]?.isRight !== true);
    return [
      `${tasks.indexOf(task) + 1}. ${task.name}`,
      task.kind,
      wrong.length === 0 ? 'all' : `not ${wrong.join(', ')}`,
      each(({ requests }) => String(requests)),
      each(({ inputTokens }) => number(inputTokens)),
      Number.isNaN(scripted / searched) ? '–' : (scripted / searched).toFixed(2),
      each(({ ms }) => seconds(ms)),
    ];
  });
  return markdown(
    ['task', 'kind', 'right', 'requests', 'input tokens', 'scripts : tool search', 'seconds'],
    3,
    rows,
  );
}

/** One row for each arm: sums over the tasks. */
function armTable(tried: Tried): string {
  const rows = armNames.map((arm, at) => {
    const outcomes = [...tried.values()].flatMap((all) => all[at] ?? []);
    const attempts = outcomes.flatMap((outcome) => ('attempt' in outcome ? [outcome.attempt] : []));
    const sum = (value: (attempt: Attempt) => number) =>
      attempts.reduce((total, attempt) => total + value(attempt), 0);
    const isReported = attempts.every(({ reported }) => reported);
    return [
      arm,
      `${outcomes.filter(({ isRight }) => isRight).length} of ${tried.size}`,
      ...[sum(({ requests }) => requests), sum(({ calls }) => calls)].map(number),
      ...[
        sum(({ inputTokens }) => inputTokens),
        sum(({ largestRequest }) => largestRequest),
        sum(({ outputTokens }) => outputTokens),
      ].map(number),
      isReported
        ? `${number(sum(({ reported }) => reported?.input ?? 0))} / ${number(sum(({ reported }) => reported?.output ?? 0))}`
        : '–',
      seconds(sum(({ ms }) => ms)),
    ];
  });
  const head = [
    'arm',
    'right',
    'requests',
    'calls',
    'input tokens',
    'largest requests',
    'output tokens',
    'reported in / out',
    'seconds',
  ];
  return markdown(head, 1, rows);
}

const numbers = values.task.map(Number);
const chosen =
  numbers.length === 0
    ? tasks
    : numbers.map((one) => tasks[one - 1] ?? refuse(`The tasks are 1 to ${tasks.length}.`));
const perfect = values.endpoint === undefined ? await PerfectModel.start() : undefined;
const endpoint = perfect?.endpoint ?? namedEndpoint(values.endpoint ?? '');
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform}; model ${endpoint.model}\n`,
);
const tried = new Map<Task, readonly Outcome[]>();
for (const task of chosen) {
  const outcomes: Outcome[] = [];
  for (const arm of armNames) {
    const outcome = await tryTask(endpoint, arm, task);
    outcomes.push(outcome);
    const verdict = 'problem' in outcome ? 'not measured' : outcome.isRight ? 'right' : 'WRONG';
    const said = 'problem' in outcome ? outcome.problem : outcome.attempt.answer.trim().split('\n').at(-1);
    console.log(`${task.name}, ${arm}: ${verdict}: ${said?.slice(0, 200)}`);
    if ('problem' in outcome) process.exitCode = 1;
    else if (values.save !== undefined) await save(values.save, `${task.name}, ${arm}.json`, outcome.attempt);
  }
  tried.set(task, outcomes);
}
await perfect?.[Symbol.asyncDispose]();
console.log(`\n${taskTable(tried)}\n\n${armTable(tried)}`);
