// Describes runs in progress in words, for the status bar, its hover and a notification. The module is pure, so that
// tests need no editor.
import * as l10n from '@vscode/l10n';
import { servedWords, type CallState } from '../../base/callStates.ts';
import { withoutPath, forReader } from '../../engine/formatting/index.ts';
import { openWorldNote, type CallRecord } from '../../engine/index.ts';
import { withFraction, durationText } from '../../journal/index.ts';
import { localClock } from '../../base/text/localTime.ts';
import { markdownText, shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { plainLabel } from '../labelText.ts';
import type { AnnouncedRun } from './runArgument.ts';
import type { ProgressingCall, TrackedRun } from './trackedRun.ts';
import type { CatalogTool } from '../../catalog/index.ts';

/** The commands that hovers and chats link to. */
export const cancelRun = 'codeMode.cancelRun';
export const showRunOutput = 'codeMode.showRunOutput';
export const openTrace = 'codeMode.openTrace';

const longestInBar = 40;
const longestLine = 100;
const mostRuns = 5;
const mostCalls = 8;
const waits = l10n.t('waiting for your answer');
/** Text for a run that reports no progress and makes no call. */
export const idle = 'running';

const icons: Readonly<Record<CallState, string>> = {
  finished: '$(check)',
  failed: '$(error)',
  denied: '$(circle-slash)',
  not_called: '$(circle-slash)',
  unknown: '$(question)',
  dry_run: '$(circle-slash)',
};

/** Returns the present work with its progress: `Comparing pages (40%)`, `tools.github.listIssues and 2 more calls`. */
export function doingText(run: TrackedRun): string {
  if (run.isAsking) return waits;
  const { said, openCalls } = run;
  if (said && said.message !== '') return withFraction(said.message, said.fraction);
  const newest = openCalls.at(-1);
  if (!newest) return withFraction(idle, said?.fraction);
  const others = openCalls.length - 1;
  if (others > 0)
    return withFraction(
      others === 1
        ? l10n.t('{0} and 1 more call', visibleName(newest.path))
        : l10n.t('{0} and {1} more calls', visibleName(newest.path), others),
      said?.fraction,
    );
  return openCallText(newest, visibleName, (text) => text);
}

/** Returns text with icons for the status bar. */
export function barText(runs: readonly TrackedRun[]): string {
  const [first, ...others] = runs;
  if (!first) return '';
  const asking = runs.filter(({ isAsking }) => isAsking).length;
  const icon = asking === runs.length ? '$(bell-dot)' : '$(loading~spin)';
  if (others.length === 0) return l10n.t('{0} Code Mode: {1}', icon, plainLabel(titledText(first)));
  return l10n.t('{0} Code Mode: {1} scripts{2}', icon, runs.length, asking > 0 ? `, ${asking} ${waits}` : '');
}

/** Returns for instance `Count open issues · tools.github.listIssues`. */
function titledText(run: TrackedRun): string {
  const doing = doingText(run);
  const parts = [run.title, ...(run.title !== undefined && doing === idle ? [] : [doing])];
  return parts.flatMap((part) => (part === undefined ? [] : [shownLine(part, longestInBar)])).join(' · ');
}

/** Returns Markdown with icons and links to the commands above. */
export function hoverText(runs: readonly TrackedRun[]): string {
  const shown = runs.slice(0, mostRuns).map(runText);
  const more = runs.length - shown.length;
  return [...shown, ...(more > 0 ? [l10n.t('{0} more scripts are running.', more)] : [])].join('\n\n---\n\n');
}

function runText(run: TrackedRun): string {
  const cancel = l10n.t('[Cancel]({0})', commandLink(cancelRun, run.id));
  const { title, name, recordId } = run;
  const trace = recordId === undefined ? [] : [l10n.t('[Open Trace]({0})', commandLink(openTrace, recordId))];
  const named =
    title === undefined ? `**${markdownText(name)}**` : `**${markdownText(title)}** · ${markdownText(name)}`;
  return [
    l10n.t('{0} · since {1}', named, localClock(run.startedAt)),
    markdownText(doingText(run), longestLine),
    callLines(run).join('\n'),
    [cancel, ...trace, l10n.t('[Show Output](command:{0})', showRunOutput)].join(' · '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the address of a command with an argument, for Markdown. */
function commandLink(command: string, argument: unknown): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
}

/** Lists the calls that ended last, then the open ones. */
function callLines(run: TrackedRun): readonly string[] {
  const open = run.openCalls.slice(0, mostCalls);
  const ended = run.endedCalls.slice(-mostCalls);
  const earlier = run.endedCount - ended.length;
  const failedEarlier = run.failedCount - ended.filter(({ state }) => state === 'failed').length;
  const later = run.openCalls.length - open.length;
  const earlierText = earlier === 1 ? l10n.t('1 earlier call') : l10n.t('{0} earlier calls', earlier);
  const failedText = failedEarlier > 0 ? l10n.t(', {0} of them failed', failedEarlier) : '';
  const laterText = later === 1 ? l10n.t('1 more call under way') : l10n.t('{0} more calls under way', later);
  const nameOf = (path: string) => markdownText(visibleName(path));
  return [
    ...(earlier > 0 ? [`- ${earlierText}${failedText}`] : []),
    ...ended.map(endedLine),
    ...open.map((call) => `- $(loading~spin) ${openCallText(call, nameOf, markdownText)}`),
    ...(later > 0 ? [`- ${laterText}`] : []),
  ];
}

function endedLine({ path, state, ms, served, message = '' }: CallRecord): string {
  const why =
    state === 'finished' || message === ''
      ? ''
      : `: ${markdownText(forReader(withoutPath(path, message), 'user'), longestLine)}`;
  return `- ${icons[state]} ${markdownText(visibleName(path))} · ${served ? servedWords : durationText(ms)}${why}`;
}

function openCallText(
  call: ProgressingCall,
  name: (path: string) => string,
  words: (text: string, most?: number) => string,
): string {
  const message = call.message === '' ? '' : `: ${words(call.message, longestLine)}`;
  return withFraction(`${name(call.path)}${message}`, call.fraction);
}

// The line about a script in a chat. An extension may write it once, before the script runs, so the line contains
// nothing that becomes untrue; the status bar and the output show the progress.
const MOST_NAMED = 3;

/**
 * Returns Markdown with icons: the script's title, the tools that the code names, a note if a tool can carry data
 * beyond this machine, and links to the trace and the output.
 */
export function invocationMessageOf(
  tools: readonly CatalogTool[],
  announced: AnnouncedRun,
  title: string | undefined,
): string {
  const [first, ...rest] = tools.map((tool) => markdownText(visibleName(tool.path).replace(/^tools\./, '')));
  const note = openWorldNote(tools);
  const links = l10n.t(
    '[$(search) Open Trace]({0}) [$(output) Show Output](command:{1})',
    commandLink(openTrace, announced),
    showRunOutput,
  );
  const called = title === undefined ? l10n.t('Script') : `**${markdownText(title)}**`;
  if (first === undefined) return `${called} ${links}`;
  const more =
    rest.length >= MOST_NAMED
      ? l10n.t(', {0} and {1} more', rest.slice(0, MOST_NAMED - 1).join(', '), rest.length - MOST_NAMED + 1)
      : '';
  const names = `${first}${more || rest.map((path) => `, ${path}`).join('')}`;
  return l10n.t(
    '{0} calls {1}{2} {3}',
    called,
    names,
    note === undefined ? '' : `. ${markdownText(note)}`,
    links,
  );
}
