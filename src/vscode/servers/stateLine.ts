// Words the lines about a server's state in its output channel. The module is pure, so that tests need no editor.
import * as l10n from '@vscode/l10n';
import type { ServerInfo } from '../../catalog/index.ts';
import type { ServerLogLevel } from '../../mcp/index.ts';
import { sentence } from '../labelText.ts';

const lines: Readonly<Record<ServerInfo['state'], StateLine>> = {
  stopped: { level: 'info', text: l10n.t('Stopped.') },
  starting: { level: 'info', text: l10n.t('Starting.') },
  running: { level: 'info', text: l10n.t('Running.') },
  failed: { level: 'error', text: l10n.t('Failed.') },
  needs_input: { level: 'warn', text: l10n.t('It needs input.') },
  needs_sign_in: { level: 'warn', text: l10n.t('It needs sign-in.') },
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
