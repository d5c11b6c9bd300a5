// What an administrator of this machine lets scripts call: a file that only administrators can write. VS Code gives extensions no policies
// of their own, so that one file holds for the editor and the terminal. It fails closed: a file that cannot be read denies every tool.
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { readRules, type ReadRules } from './approvalRules.ts';

const mostBytes = 1024 * 1024;
const key = 'codeMode.approvals.rules';

type Variables = Readonly<Record<string, string | undefined>>;

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

/** The file's rules; none where there is no file. Never rejects. */
export async function readAdministratorRules(file: string): Promise<ReadRules> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > mostBytes) return unreadable(file, `over ${mostBytes} bytes`);
    const root: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    if (typeof root !== 'object' || root === null || Array.isArray(root)) return unreadable(file, 'no object');
    const rules: unknown = Reflect.get(root, key);
    return rules === undefined ? unreadable(file, `without "${key}"`) : readRules(rules, file);
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { rules: [], problems: [] };
    return unreadable(file, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(file: string, why: string): ReadRules {
  return {
    rules: [{ pattern: '*', action: 'deny', setting: file }],
    problems: [`${file} is unreadable (${why}): every tool is denied.`],
  };
}
