// The words about a run and its calls that the list, both pages of the editor and the terminal share.
import { stateWords } from '../../base/callStates.ts';
import type { RunDoor, RunStage } from '../../engine/index.ts';
import type { RunState } from '../record/runEvent.ts';
import { durationText } from './timeAxis.ts';
import type { BarState } from './runView.ts';

export const barWords: Readonly<Record<BarState, string>> = {
  ...stateWords,
  waiting: 'waiting to be sent',
  running: 'running',
};

export const runWords: Readonly<Record<RunState, string>> = {
  done: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  denied: 'not run',
  running: 'running',
  interrupted: 'interrupted',
};

/** Words for the origin of a run. */
export const doorWords: Readonly<Record<RunDoor, string>> = {
  chat: 'chat',
  script: 'script',
  terminal: 'terminal',
  serve: 'MCP client',
  provider: 'model provider',
};

/**
 * Returns a text such as `select: tools.geo.getCity: it has the city (2 s, 1,240 tokens)`. Texts of models and servers
 * in it are not made safe to show.
 */
export function stageText({ stage, text, ms, requests, sent, received }: RunStage): string {
  const cost = requests === 0 ? '' : `, ${(sent + received).toLocaleString('en-US')} tokens`;
  return `${stage}${text === '' ? '' : `: ${text}`} (${durationText(ms)}${cost})`;
}
