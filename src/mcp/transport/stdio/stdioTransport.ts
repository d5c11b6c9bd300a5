// Transport to a child process. Failures are explained by the exit status and the last output of the process.
import { stat } from 'node:fs/promises';
import {
  launchSecrets,
  launchEnvironment,
  type Environment,
  type StdioLaunch,
} from '../../definitions/index.ts';
import { errorCode } from '../../../base/errorMessage.ts';
import { withoutSecretParts } from '../../../base/text/secrets.ts';
import { findCommand, valueOf } from './findCommand.ts';
import { isLostAnswer } from '../readMessages.ts';
import type { RequestFailure, SessionTransport, TransportOptions } from '../sessionTransport.ts';
import { errorData } from '../../protocol/errorData.ts';
import { errorLine, isMcpError, isNotMcp, isProtocolError, withoutCode } from '../../protocol/errorLine.ts';
import { ProcessOutput } from './processOutput.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import type { OrphanGuard } from './orphanGuard.ts';
import { ProcessTransport, type StartProgram } from './processTransport.ts';

export interface StdioOptions extends TransportOptions {
  readonly guard: OrphanGuard;
  /** The name in the configuration. */
  readonly server: string;
}

/** Prepares the transport to a server that is a command. Connecting the transport starts the server. */
export type ConnectStdio = (launch: StdioLaunch, options: StdioOptions) => Promise<TransportOutcome>;

type TransportOutcome =
  | { readonly ok: true; readonly transport: SessionTransport }
  | { readonly ok: false; readonly error: string };

/**
 * Checks the folder and the command, and prepares the environment. The process starts when the transport is connected;
 * by default `startProgram` starts it as a child of this process.
 */
export async function createStdioTransport(
  launch: StdioLaunch,
  options: StdioOptions,
  startProgram?: StartProgram,
): Promise<TransportOutcome> {
  const { cwd } = launch;
  const { origin } = options;
  const folder = await stat(cwd).catch(() => undefined);
  if (!folder?.isDirectory())
    return {
      ok: false,
      error: `it cannot start: no folder ${cwd}. Create it or correct "cwd" in ${origin}.`,
    };
  const environment = await launchEnvironment(launch, process.env);
  if (!environment.ok) return environment;
  const { env } = environment;
  const command = await findCommand(launch.command, { cwd, env, platform: process.platform });
  if (command === undefined) return { ok: false, error: notFound(launch.command, origin, env) };
  return { ok: true, transport: new StdioTransport(launch, command, options, env, startProgram) };
}

/** Maximum number of PATH characters in a message. */
const longestPath = 300;

/**
 * Explains that the command was not found, with the PATH. An editor that was not started from a terminal lacks the
 * folders that nvm, fnm, Volta and similar tools add in shells.
 */
function notFound(command: string, origin: string, env: Environment): string {
  const path = valueOf(env, 'PATH');
  const isPath = /[\\/]/.test(command);
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  const searched =
    isPath || shown === '' ? '' : `PATH was ${shown}. If a terminal finds it, start the editor from there. `;
  const advice = isPath ? 'Install it or correct' : 'Install it, or write its absolute path as';
  return `it cannot start: command ${JSON.stringify(withoutSecretParts(command))} not found. ${searched}${advice} "command" in ${origin}.`;
}

class StdioTransport extends ProcessTransport implements SessionTransport {
  readonly network = 'pipe';
  readonly secrets: Secrets;
  readonly #launch: StdioLaunch;
  readonly #env: Environment;
  readonly #options: StdioOptions;
  readonly #output: ProcessOutput;

  constructor(
    launch: StdioLaunch,
    command: string,
    options: StdioOptions,
    env: Environment,
    startProgram?: StartProgram,
  ) {
    const secrets = launchSecrets(launch, { env });
    const output = new ProcessOutput(secrets, options.log);
    const { stop: times, guard } = options;
    super({ launch: { ...launch, command }, env, times, output, guard, startProgram });
    this.#launch = launch;
    this.#env = env;
    this.#options = options;
    this.secrets = secrets;
    this.#output = output;
  }

  explainEnd(): string {
    const { exit } = this;
    const ending =
      !exit || !this.endedByItself
        ? 'it closed its connection'
        : exit.signal
          ? `it was ended by ${exit.signal}`
          : `it exited with code ${exit.code ?? 'unknown'}`;
    return `${ending}${this.#output.quote()}`;
  }

  explainRequest(error: unknown): RequestFailure {
    if (isLostAnswer(error)) return { message: withoutCode(error), gone: false, asked: true, isLost: true };
    const gone = !isMcpError(error);
    return { message: errorLine(error), gone, asked: !gone };
  }

  explainStart(error: unknown, timedOut: boolean): string {
    if (timedOut) return this.#explainTimeout();
    const { origin } = this.#options;
    const command = JSON.stringify(this.#launch.command);
    const code = errorCode(error);
    if (code === 'ENOENT') return notFound(this.#launch.command, origin, this.#env);
    if (code === 'EACCES')
      return `it cannot start: ${command} is not executable. Fix it or "command" in ${origin}.`;
    if (isLostAnswer(error) && !this.endedByItself)
      return `its "initialize" answer is not MCP: ${withoutCode(error)}. Check ${command} in ${origin}.`;
    if (isProtocolError(error) && !this.endedByItself)
      return `it refused to start: ${errorLine(error)}${errorData(error, this.secrets).text}${this.#output.quote()}. Check ${origin}.`;
    if (this.endedByItself)
      return `${this.explainEnd()} before answering "initialize". Run ${command} with its "args" in a terminal, or correct them in ${origin}.`;
    if (isNotMcp(error)) return `its "initialize" answer is not MCP. Check ${command} in ${origin}.`;
    return `it is not an MCP server: ${errorLine(error)}. Check "command" and "args" in ${origin}.`;
  }

  #explainTimeout(): string {
    const { startMs, origin } = this.#options;
    const { garbage } = this.#output;
    const said = garbage === undefined ? '' : ` and wrote ${JSON.stringify(garbage)}, not MCP, on stdout`;
    const advice = `A first start may download: wait longer (--wait on the terminal), or check "command" and "args" in ${origin}.`;
    return `"initialize" took over ${startMs / 1000} s${said}${this.#output.quote()}. ${advice}`;
  }
}
