// Builds the rows of the view of runs. The module is pure, so that tests need no editor.
import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import type { RunDoor } from '../../engine/index.ts';
import {
  callsText,
  kindText,
  originText,
  titleOf,
  durationText,
  runWords,
  type RunState,
  type RunSummary,
} from '../../journal/index.ts';
import { grouped } from '../../base/text/counted.ts';
import { localDay } from '../../base/text/localTime.ts';
import { plainLabel, sentence } from '../labelText.ts';
import type { RowText } from './rowTexts.ts';

/** The runs of one day, newest first. */
export interface RunDay {
  /** Date in the time zone of this machine, for instance `2026-05-03`. */
  readonly key: string;
  readonly label: string;
  readonly runs: readonly RunSummary[];
}

const doorIcons: Readonly<Record<RunDoor, string>> = {
  chat: 'comment-discussion',
  script: 'file-code',
  terminal: 'terminal',
  serve: 'plug',
  provider: 'hubot',
};

/** Icons of the states. A run in the state `done` has the icon of its origin instead. */
const stateLooks: Readonly<Record<Exclude<RunState, 'done'>, Pick<RowText, 'icon' | 'color'>>> = {
  failed: { icon: 'error', color: 'testing.iconFailed' },
  cancelled: { icon: 'circle-slash' },
  denied: { icon: 'circle-slash' },
  running: { icon: 'loading~spin' },
  interrupted: { icon: 'warning', color: 'list.warningForeground' },
};

/** Groups runs by day. `runs`: newest first, as are the days. */
export function runDays(runs: readonly RunSummary[], now: number): readonly RunDay[] {
  const days = Map.groupBy(runs, ({ startedAt }) => localDay(startedAt));
  const [today, yesterday] = [localDay(now), localDay(dayBefore(now))];
  return [...days].map(([key, all]) => {
    const at = new Date(all[0]?.startedAt ?? now);
    const date = at.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
    return {
      key,
      label: key === today ? l10n.t('Today') : key === yesterday ? l10n.t('Yesterday') : date,
      runs: all,
    };
  });
}

/** True if both lists have equal rows. The record of a run in progress grows all the time, its row seldom changes. */
export function isShownAlike(before: readonly RunSummary[], now: readonly RunSummary[]): boolean {
  return (
    before.length === now.length &&
    before.every((run, index) => run === now[index] || isDeepStrictEqual(shown(run), shown(now[index])))
  );
}

const shown = (run: RunSummary | undefined) => run && { ...run, bytes: 0 };

/** `isCancellable`: true if the run is in progress in this window. `called`: number of saved scripts that it ran. */
export function runRow(run: RunSummary, isCancellable: boolean, called = 0): RowText {
  const { startedAt, durationMs, calls, failedCalls, writes, state, door, id, resumes, parent } = run;
  const kind = kindText(run);
  const time = new Date(startedAt).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const description = [
    time,
    originText(run),
    ...(durationMs === undefined || state === 'denied' ? [] : [durationText(durationMs)]),
    ...(state === 'denied' && calls === 0 ? [] : [callsText(calls, failedCalls)]),
    ...(kind === undefined ? [] : [kind]),
    ...(state === 'done' || state === 'running' ? [] : [runWords[state]]),
  ].join(' · ');
  const title = plainLabel(titleOf(run));
  const times = grouped(called);
  return {
    label: title,
    description,
    spoken: `${title}, ${runWords[state]}, ${description}`,
    ...(state === 'done' ? { icon: doorIcons[door] } : stateLooks[state]),
    context: [
      'run',
      state,
      ...(isCancellable ? ['here'] : []),
      ...(door === 'provider' ? ['ofChat'] : []),
    ].join(' '),
    tooltip: [
      title,
      l10n.t(
        '{0}, from {1}, {2}.',
        sentence(runWords[state]),
        originText(run),
        new Date(startedAt).toLocaleString(),
      ),
      ...(writes === 0 ? [] : [l10n.t('{0} of its calls went to tools that can write.', grouped(writes))]),
      ...(called === 1 ? [l10n.t('It called a saved script: its run is below it.')] : []),
      ...(called > 1 ? [l10n.t('It called saved scripts {0} times: their runs are below it.', times)] : []),
      ...(resumes === undefined ? [] : [l10n.t('It continues run {0}.', resumes)]),
      ...(parent ? [l10n.t('A saved script, called by run {0}.', parent.run)] : []),
      l10n.t('Run {0}', id),
    ],
  };
}

export function dayRow({ label, runs }: RunDay): RowText {
  const description = runs.length === 1 ? l10n.t('1 run') : l10n.t('{0} runs', grouped(runs.length));
  return { label, description, icon: 'calendar', context: 'day', tooltip: [`${label}: ${description}`] };
}

/** Returns noon of the day before, because days have 23 to 25 hours. */
function dayBefore(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1, 12).getTime();
}
