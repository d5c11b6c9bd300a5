// What an administrator of this machine decides: a file that only administrators can write. VS Code gives extensions no policies of their
// own, so that one file holds for the editor and the terminal. Who reads a part of it fails closed: a file that cannot be read forbids.
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { isJsonObject } from '../../base/json.ts';
import { errorMessage } from '../../base/errorMessage.ts';

const mostBytes = 1024 * 1024;
export const rulesKey = 'codeMode.approvals.rules';
export const auditKey = 'codeMode.audit.enabled';
const knownKeys: readonly string[] = [rulesKey, auditKey];

type Variables = Readonly<Record<string, string | undefined>>;

/** `none`: there is no such file. */
type PolicyFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'policy'; readonly of: (key: typeof rulesKey | typeof auditKey) => unknown };

/**
 * Of the machine that scripts run on: in a remote window, WSL or a container that one's. On Windows under Program Files, since anyone can
 * make folders under ProgramData.
 */
export function policyFile(platform: NodeJS.Platform, env: Variables): string {
  if (platform === 'darwin') return '/Library/Application Support/code-mode/policy.json';
  if (platform !== 'win32') return '/etc/code-mode/policy.json';
  const named = env['ProgramW6432'] ?? env['ProgramFiles'];
  const folder = named !== undefined && /^[A-Za-z]:\\/.test(named) ? named : 'C:\\Program Files';
  return win32.join(folder, 'code-mode', 'policy.json');
}

/** Never rejects. A key that is misspelt would decide nothing, so that a file with an unknown one of ours counts as unreadable. */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) return { kind: 'unreadable', why: `over ${mostBytes} bytes` };
    const root: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    if (!isJsonObject(root)) return { kind: 'unreadable', why: 'no object' };
    const keys = Object.keys(root);
    const unknown = keys.find((key) => key.startsWith('codeMode.') && !knownKeys.includes(key));
    if (unknown !== undefined) return { kind: 'unreadable', why: `unknown key "${unknown}"` };
    if (!keys.some((key) => knownKeys.includes(key))) return { kind: 'unreadable', why: `without "${rulesKey}"` };
    return { kind: 'policy', of: (key) => root[key] };
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
    return { kind: 'unreadable', why: errorMessage(error) };
  }
}
