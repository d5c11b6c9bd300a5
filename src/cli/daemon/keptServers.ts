// The servers of one command that the daemon keeps. The daemon and a server are started when the command first connects
// to the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Mutex } from '../../mcp/elicitation/index.ts';
import { launchEnvironment } from '../../mcp/definitions/index.ts';
import { createStdioTransport, type ConnectStdio } from '../../mcp/index.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import { counted } from '../../base/text/counted.ts';
import { bundle } from '../bundle.ts';
import { version } from '../version.ts';
import { findDaemon, idleLimitMs, minuteMs, type DaemonWire } from './daemonWire.ts';
import { keptProgram } from './keptProgram.ts';

/** Time in milliseconds in which the daemon must start; it counts against the start time of a server. */
const startMs = 20_000;
/** Maximum number of attempts, because a daemon may end while it is asked. */
const mostTries = 3;

export class KeptServers {
  readonly #folder: string;
  readonly #warn: (line: string) => void;
  readonly #turns = new Mutex();
  readonly #names = new Set<string>();
  #hasStarted = false;

  /** `warn` is called with the reason if a server cannot be kept, so that it ends with the command. */
  constructor(folder: string, warn: (line: string) => void) {
    this.#folder = folder;
    this.#warn = warn;
  }

  /** A message to the person; undefined if this command did not start the daemon or keeps no server. */
  get news(): string | undefined {
    if (!this.#hasStarted || this.#names.size === 0) return undefined;
    const minutes = idleLimitMs(process.env) / minuteMs;
    return `Keeping ${counted(this.#names.size, 'server')} for ${counted(minutes, 'minute')}: code-mode daemon stop ends them.`;
  }

  readonly connect: ConnectStdio = async (launch, options) => {
    const { keepAlive: _keepAlive, ...definition } = launch;
    const { server: name } = options;
    // Variables of the definition count as part of it, so that a new value starts the server anew.
    const own = await launchEnvironment(launch, {});
    const wire = await this.#turns.run(() => this.#reach()).catch((error: unknown) => errorMessage(error));
    if (typeof wire === 'string') {
      this.#warn(`${name} is not kept after this command: ${wire}`);
      return createStdioTransport(launch, options);
    }
    const outcome = await createStdioTransport(launch, options, ({ command }, env) => {
      this.#names.add(name);
      const ownEnv = own.ok ? own.env : {};
      const asked = { name, folder: this.#folder, launch: { ...definition, command }, ownEnv, env };
      return keptProgram(wire, asked);
    });
    if (!outcome.ok) wire[Symbol.dispose]();
    return outcome;
  };

  /** Returns a connection to a daemon of this version; starts the daemon if necessary. */
  async #reach(): Promise<DaemonWire> {
    for (let tries = 0; tries < mostTries; tries++) {
      const wire = await findDaemon();
      if (wire?.version === version) return wire;
      await wire?.ask({ ask: 'retire' });
      wire?.[Symbol.dispose]();
      this.#hasStarted = (await startDaemon()) || this.#hasStarted;
    }
    throw new Error(
      'the process that keeps servers cannot be reached. Run "code-mode daemon stop" and try again.',
    );
  }
}

/** Starts a daemon. Resolves to false if another daemon was faster. Rejects if no daemon can be started. */
async function startDaemon(): Promise<boolean> {
  const child = spawn(process.execPath, [bundle('cli/main.js'), 'daemon', 'run'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(startMs)]);
  const ended = once(child, 'exit', { signal }).then(([code]: unknown[]) => {
    throw new Error(`the process that keeps servers ended with code ${String(code)}`);
  });
  ended.catch(() => undefined);
  try {
    const [told] = (await Promise.race([once(child, 'message', { signal }), ended])) as [
      { readonly isDaemon: boolean },
    ];
    return told.isDaemon;
  } finally {
    over.abort();
    if (child.connected) child.disconnect();
    child.unref();
  }
}
