// Words the lines about a server's state in its output channel. The module is pure, so that tests need no editor.
import type { ServerInfo, ServerState } from '../../catalog/index.ts';
import type { ServerLogLevel } from '../../mcp/index.ts';
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
  readonly level: ServerLogLevel;
  readonly text: string;
}

/** Returns the reason for the state if the server has one, else the line for the state. */
export function stateLine({ state, error }: Pick<ServerInfo, 'state' | 'error'>): StateLine {
  const { level, text } = lines[state];
  return { level, text: error === undefined ? text : sentence(error) };
}
