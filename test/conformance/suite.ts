// MCP's own conformance suite, one scenario at a time: some measure how long a client waits, which many at once would disturb.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The suite of the versions up to 2025-11-25, and that of 2026-07-28, which is not published for good yet. */
export type Suite = 'conformance' | 'conformance-2026';
/** The one version that the second suite is asked for. */
const revision = '2026-07-28';
/** The suite splits the command at spaces and appends the server's address. */
const client = 'node test/conformance/client.ts';
const scenarioMs = 20_000;

/** Every client scenario of a published version of MCP; drafts and extensions are left out. Of the second suite those of 2026-07-28. */
export function clientScenarios(suite: Suite = 'conformance'): Promise<readonly string[]> {
  return scenariosOf('--client', suite);
}

/** The same for servers. */
export function serverScenarios(suite: Suite = 'conformance'): Promise<readonly string[]> {
  return scenariosOf('--server', suite);
}

async function scenariosOf(side: '--client' | '--server', suite: Suite): Promise<readonly string[]> {
  const listed = await run(suite, 'list', side);
  const isMeant = (versions: string) => (suite === 'conformance' ? /\d{4}/.test(versions) : versions.includes(revision));
  return [...listed.matchAll(/^ *- (\S+) \[(.*)\]$/gm)].flatMap(([, name = '', versions = '']) => (isMeant(versions) ? [name] : []));
}

/**
 * What the suite found wrong in our client's part of a scenario, one line each; empty when it passes. A warning of the
 * suite is nothing wrong: a reconnection that a busy machine delays is one.
 */
export function failuresOf(scenario: string, suite: Suite = 'conformance'): Promise<readonly string[]> {
  return failures(suite, 'client', '--scenario', scenario, ...versionOf(suite), '--command', client, '--timeout', String(scenarioMs));
}

/** The same of the server at `url`. What a scenario could not check, since a server of ours has no tool of a test server, is nothing wrong. */
export function serverFailuresOf(scenario: string, url: string, suite: Suite = 'conformance'): Promise<readonly string[]> {
  return failures(suite, 'server', '--scenario', scenario, ...versionOf(suite), '--url', url);
}

function versionOf(suite: Suite): readonly string[] {
  return suite === 'conformance' ? [] : ['--spec-version', revision];
}

async function failures(suite: Suite, ...args: readonly string[]): Promise<readonly string[]> {
  using results = new TemporaryFolder('code-mode-conformance-');
  const printed = await run(suite, ...args, '-o', results.path);
  const [file] = globSync('**/checks.json', { cwd: results.path });
  if (file === undefined) return [`The suite gave no results: ${printed}`];
  const checks = JSON.parse(await readFile(join(results.path, file), 'utf8')) as readonly Check[]; // the suite's own format
  const found = checks.filter(({ status, errorMessage = '' }) => status === 'FAILURE' && !errorMessage.startsWith('Not testable: server'));
  if (found.length === 0 && !checks.some(({ status }) => status === 'SUCCESS')) return [`Nothing was checked: ${printed}`];
  return found.map(({ id, description, errorMessage = description }) => `${id}: ${errorMessage}`);
}

interface Check {
  readonly id: string;
  readonly description: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** What the suite printed; its exit code counts warnings too. */
function run(suite: Suite, ...args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules/@modelcontextprotocol', suite, 'dist/index.js');
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH: path }, timeout: 2 * scenarioMs };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}
