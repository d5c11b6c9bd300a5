// The states of a call and of a run, in words: the list, the trace in the editor and the one on the terminal say the same.
import { stateWords } from '../engine/runOutcome.ts';
import type { RunDoor } from '../engine/runJournal.ts';
import type { RunState } from './runEvent.ts';
import type { BarState } from './traceModel.ts';

export const barWords: Readonly<Record<BarState, string>> = { ...stateWords, waiting: 'waiting to be sent', running: 'running' };

export const runWords: Readonly<Record<RunState, string>> = {
  done: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  denied: 'not allowed',
  running: 'running',
  interrupted: 'interrupted',
};

/** Where a run came from. */
export const doorWords: Readonly<Record<RunDoor, string>> = { chat: 'chat', script: 'script', terminal: 'terminal', serve: 'MCP client' };
