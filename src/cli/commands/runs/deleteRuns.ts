// Deletes records of runs: the records that the user names, or the records that exceed the limits.
import type { RunSummary, RunsKept, RunStore } from '../../../journal/index.ts';
import { counted } from '../../../base/text/counted.ts';
import { localTime } from '../../../base/text/localTime.ts';
import { shownLine } from '../../../base/text/plainText.ts';
import type { DeleteRunsOptions } from '../../commandOptions.ts';
import { ExitCode } from '../../exitCode.ts';
import { TerminalQuestions } from '../../interaction/index.ts';
import { styleOf } from '../../style.ts';
import { printJson, say, type Io } from '../../terminal.ts';
import { TerminalOutput } from '../../terminalOutput.ts';
import { findRun } from './findRun.ts';

type Store = Pick<RunStore, 'list' | 'delete' | 'prune'>;

const mostNamed = 20;

/** Deletes the named records after a question; without a terminal, requires `--yes`. Records of running runs stay. */
export async function deleteRuns(
  store: Store,
  options: DeleteRunsOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { all, yes, json } = options;
  const runs = await store.list();
  const named = all ? runs : [...new Set(options.runs.map((given) => findRun(runs, given)))];
  const wanted = named.filter(({ state }) => state !== 'running');
  const kept = named.filter(({ state }) => state === 'running');
  for (const { id } of json ? [] : kept) say(io, `Run ${id} is still on, and stays.`);
  if (wanted.length > 0 && !yes) {
    const questions = new TerminalQuestions(io, new TerminalOutput(io.stderr, styleOf(io.stderr)));
    if (!questions.canAsk) {
      if (json)
        printJson(io, {
          error: 'nothing was deleted: --yes is missing',
          deleted: [],
          kept: named.map(({ id }) => id),
        });
      say(io, 'code-mode: nothing was deleted: no terminal to ask on. Use --yes.');
      return ExitCode.nothingFound;
    }
    const answer = await questions.ask(`${lines(wanted)}\n${question(wanted.length)} [y/N] `, signal, {
      enterRefuses: true,
    });
    if (!/^y(es)?$/i.test(answer.trim())) {
      if (json) printJson(io, { deleted: [], kept: named.map(({ id }) => id) });
      return ExitCode.nothingFound;
    }
  }
  await store.delete(wanted.map(({ id }) => id));
  if (json) printJson(io, { deleted: wanted.map(({ id }) => id), kept: kept.map(({ id }) => id) });
  else
    say(
      io,
      wanted.length === 0
        ? 'code-mode: there was nothing to delete'
        : `Deleted ${counted(wanted.length, 'run')}.`,
    );
  return wanted.length === 0 ? ExitCode.nothingFound : ExitCode.done;
}

/** Deletes the records that exceed the limits of age, number or size. */
export async function pruneRuns(store: Store, json: boolean, io: Io): Promise<ExitCode> {
  const before = new Map((await store.list()).map((run) => [run.id, run]));
  const { deleted, limits } = await store.prune();
  if (json) printJson(io, { deleted, limits });
  else if (deleted.length === 0)
    say(io, `Nothing to delete: ${counted(before.size, 'run')} kept. ${limitsText(limits)}`);
  else {
    io.stdout.write(`${lines(deleted.flatMap((id) => before.get(id) ?? []))}\n`);
    say(
      io,
      `Deleted ${counted(deleted.length, 'run')}; ${before.size - deleted.length} kept. ${limitsText(limits)}`,
    );
  }
  return ExitCode.done;
}

function limitsText({ runs, megabytes, days }: RunsKept): string {
  const shown = [counted(runs, 'run'), `${megabytes.toLocaleString('en-US')} MB`, counted(days, 'day')];
  return `The limits are ${shown.slice(0, 2).join(', ')} and ${shown[2] ?? ''} (codeMode.runs.keepRuns, keepMegabytes, keepDays in the editor).`;
}

function lines(runs: readonly RunSummary[]): string {
  const more = runs.length > mostNamed ? [`… and ${runs.length - mostNamed} more`] : [];
  return [
    ...runs
      .slice(0, mostNamed)
      .map(({ id, startedAt, title }) => `${id}  ${localTime(startedAt)}  ${shownLine(title, 60)}`.trimEnd()),
    ...more,
  ].join('\n');
}

function question(count: number): string {
  return `Delete the ${count === 1 ? 'record of this run' : `records of these ${count.toLocaleString('en-US')} runs`}? They cannot be shown, replayed or resumed any more.`;
}
