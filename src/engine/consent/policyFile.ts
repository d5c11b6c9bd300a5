// Reads the policy of this machine's administrator from a file that only administrators can write. VS Code gives
// extensions no policies of their own, so that one file applies to the editor and the terminal. Each reader of a part
// fails closed: an unreadable file forbids.
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { isJsonObject } from '../../base/json.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';

const mostBytes = 1024 * 1024;
export const rulesKey = 'codeMode.approvals.rules';
export const auditKey = 'codeMode.audit.enabled';
const knownKeys: readonly string[] = [rulesKey, auditKey];

/** `none`: the file does not exist. */
type PolicyFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'policy'; readonly of: (key: typeof rulesKey | typeof auditKey) => unknown };

/**
 * Path of the policy file on the machine that runs scripts: in a remote window, WSL or a container, on the remote
 * machine. On Windows the file is under Program Files, since every user can create folders under ProgramData.
 */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return '/Library/Application Support/code-mode/policy.json';
  if (platform !== 'win32') return '/etc/code-mode/policy.json';
  const named = env['ProgramW6432'] ?? env['ProgramFiles'];
  const folder = named !== undefined && /^[A-Za-z]:\\/.test(named) ? named : 'C:\\Program Files';
  return win32.join(folder, 'code-mode', 'policy.json');
}

/** A misspelt key would decide nothing, so a file with an unknown key of Code Mode is unreadable. Never rejects. */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) return { kind: 'unreadable', why: `over ${mostBytes} bytes` };
    const root: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    if (!isJsonObject(root)) return { kind: 'unreadable', why: 'no object' };
    const keys = Object.keys(root);
    const unknown = keys.find((key) => key.startsWith('codeMode.') && !knownKeys.includes(key));
    if (unknown !== undefined) return { kind: 'unreadable', why: `unknown key "${unknown}"` };
    if (!keys.some((key) => knownKeys.includes(key)))
      return { kind: 'unreadable', why: `without "${rulesKey}"` };
    return { kind: 'policy', of: (key) => root[key] };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
    return { kind: 'unreadable', why: errorMessage(error) };
  }
}
