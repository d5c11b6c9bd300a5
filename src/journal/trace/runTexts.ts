// The texts about a run that the editor's list and pages and the terminal share. Texts of servers and scripts are made
// safe to show.
import type { CallDecision, RunDoor, RunStage } from '../../engine/index.ts';
import { grouped, counted } from '../../base/text/counted.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { RunState } from '../record/runEvent.ts';
import type { RunSummary } from '../record/runRecord.ts';
import { durationText } from './timeAxis.ts';

export const runWords: Readonly<Record<RunState, string>> = {
  done: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  denied: 'not run',
  running: 'running',
  interrupted: 'interrupted',
};

const doorWords: Readonly<Record<RunDoor, string>> = {
  chat: 'chat',
  script: 'script',
  terminal: 'terminal',
  serve: 'MCP client',
  provider: 'model provider',
};

export function titleOf({ title }: Pick<RunSummary, 'title'>): string {
  return shownLine(title, 100) || 'Run';
}

/**
 * Returns the origin of a run, such as `chat` or `script .code-mode/report.ts`. `most`: maximum number of characters.
 */
export function originText({ door, name }: Pick<RunSummary, 'door' | 'name'>, most = 200): string {
  const text = name === undefined ? doorWords[door] : `${doorWords[door]} ${visibleName(name)}`;
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** Returns the special kind of the run; undefined for a normal run. */
export function kindText({ dryRun, debug }: Pick<RunSummary, 'dryRun' | 'debug'>): string | undefined {
  if (dryRun) return 'dry run';
  return debug ? 'debug run' : undefined;
}

/** Returns a text such as `12 calls, 3 failed`. */
export function callsText(calls: number, failed: number): string {
  return `${counted(calls, 'call')}${failed === 0 ? '' : `, ${grouped(failed)} failed`}`;
}

const decisions: Readonly<Record<CallDecision['by'], string>> = {
  readOnly: 'no one: the tool only reads',
  rule: 'an approval rule',
  user: 'you, for this run',
  consent: 'an earlier approval',
  option: '--allow-writes',
  unavailable: 'there was no way to ask',
  dryRun: 'the dry run',
  record: 'the record of the run that this one continues',
  client: "the editor's own confirmation",
};

/** Returns words for the reason why a call was allowed or denied. */
export function decisionText({ by, detail }: CallDecision): string {
  return `${decisions[by]}${detail === undefined ? '' : `: ${shownLine(detail, 300)}`}`;
}

/** Returns a text such as `Comparing pages (40%)`. */
export function withFraction(text: string, fraction: number | undefined): string {
  return fraction === undefined ? text : `${text} (${Math.round(fraction * 100)}%)`;
}

/**
 * Returns a text such as `select: tools.geo.getCity: it has the city (2 s, 1,240 tokens)`. Texts of models and servers
 * in it are not made safe to show.
 */
export function stageText({ stage, text, ms, requests, sent, received }: RunStage): string {
  const cost = requests === 0 ? '' : `, ${grouped(sent + received)} tokens`;
  return `${stage}${text === '' ? '' : `: ${text}`} (${durationText(ms)}${cost})`;
}
