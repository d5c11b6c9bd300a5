// Where the terminal's sign-ins are kept: beside the settings of other programs.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { applicationData } from '../mcp/definitions/definitionPlaces.ts';

export function signInFolder(): string {
  return join(applicationData({ env: process.env, home: homedir(), platform: process.platform }), 'code-mode', 'sign-ins');
}
