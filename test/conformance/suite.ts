// Runs MCP's conformance suite, one scenario at a time: some scenarios measure how long a client waits, and parallel
// runs would disturb the measurement.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The suite for the versions up to 2025-11-25, and the suite for 2026-07-28, of which only a prerelease is published.
 */
export type Suite = 'conformance' | 'conformance-2026';
/** The only version for which the second suite is used. */
const revision = '2026-07-28';
/** The suite splits the command at spaces and appends the server's address. */
const client = 'node test/conformance/client.ts';
const scenarioMs = 20_000;

/**
 * Returns every client scenario of a published version of MCP, without drafts and extensions; for the second suite,
 * those of 2026-07-28.
 */
export function clientScenarios(suite: Suite = 'conformance'): Promise<readonly string[]> {
  return scenariosOf('--client', suite);
}

/** Does the same for servers. */
export function serverScenarios(suite: Suite = 'conformance'): Promise<readonly string[]> {
  return scenariosOf('--server', suite);
}

async function scenariosOf(side: '--client' | '--server', suite: Suite): Promise<readonly string[]> {
  const listed = await run(suite, 'list', side);
  const isMeant = (versions: string) =>
    suite === 'conformance' ? /\d{4}/.test(versions) : versions.includes(revision);
  return [...listed.matchAll(/^ *- (\S+) \[(.*)\]$/gm)].flatMap(([, name = '', versions = '']) =>
    isMeant(versions) ? [name] : [],
  );
}

/**
 * Returns the mistakes that the suite found in Code Mode's client in a scenario, one line each; empty if the client
 * passes. A warning of the suite is not a mistake: a busy machine may delay a reconnection.
 */
export function failuresOf(scenario: string, suite: Suite = 'conformance'): Promise<readonly string[]> {
  return failures(
    suite,
    'client',
    '--scenario',
    scenario,
    ...versionOf(suite),
    '--command',
    client,
    '--timeout',
    String(scenarioMs),
  );
}

/**
 * Does the same for the server at `url`. A check that the suite skips, since Code Mode has no tools of a test server,
 * is not a mistake.
 */
export function serverFailuresOf(
  scenario: string,
  url: string,
  suite: Suite = 'conformance',
): Promise<readonly string[]> {
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
  // the suite's own format
  const checks = JSON.parse(await readFile(join(results.path, file), 'utf8')) as readonly Check[];
  const found = checks.filter(
    ({ status, errorMessage = '' }) =>
      status === 'FAILURE' && !errorMessage.startsWith('Not testable: server'),
  );
  if (found.length === 0 && !checks.some(({ status }) => status === 'SUCCESS'))
    return [`Nothing was checked: ${printed}`];
  return found.map(({ id, description, errorMessage = description }) => `${id}: ${errorMessage}`);
}

interface Check {
  readonly id: string;
  readonly description: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

/** Returns the output of the suite; its exit code is not used, since it counts warnings, too. */
function run(suite: Suite, ...args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules/@modelcontextprotocol', suite, 'dist/index.js');
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH: path }, timeout: 2 * scenarioMs };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}
