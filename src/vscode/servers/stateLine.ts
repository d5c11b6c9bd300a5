// The lines of a server's output channel about its state: pure, so that each is tested without an editor.
import type { ServerInfo, ServerState } from '../../catalog/toolSource.ts';
import type { LogLevel } from '../../mcp/protocol/serverLog.ts';
import { sentence } from '../labelText.ts';

const lines: Readonly<Record<ServerState, StateLine>> = {
  stopped: { level: 'info', text: 'Stopped.' },
  starting: { level: 'info', text: 'Starting.' },
  running: { level: 'info', text: 'Running.' },
  failed: { level: 'error', text: 'Failed.' },
  needs_input: { level: 'warn', text: 'It needs input.' },
  needs_sign_in: { level: 'warn', text: 'It needs sign-in.' },
};

interface StateLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** The line about a state: the reason for it, where the server has one. */
export function stateLine({ state, error }: Pick<ServerInfo, 'state' | 'error'>): StateLine {
  const { level, text } = lines[state];
  return { level, text: error === undefined ? text : sentence(error) };
}
