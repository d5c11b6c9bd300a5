// Lets the user sign in from the terminal: prints the URL of the sign-in page, opens it in a browser, and waits for the
// redirect to this machine.
import type { ListenOutcome, NamedClient, SignIn, SignInPage } from '../../mcp/auth/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import type { EngineOptions } from '../commandOptions.ts';
import { shellWord } from '../shellWord.ts';
import type { TerminalOutput } from '../terminalOutput.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';
import { spawn } from 'node:child_process';
import { browserOpener } from '../../base/systemPrograms.ts';

export class TerminalSignIn implements SignIn {
  readonly canAsk: boolean;
  readonly #questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;
  readonly #output: TerminalOutput;
  readonly #commandLineServers: EngineOptions['commandLineServers'];

  /**
   * A sign-in is possible with `login`, even without a terminal because the user expects it, and with commands that run
   * a script on a terminal. Commands that list the tools of many servers do not ask.
   */
  constructor(
    questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>,
    output: TerminalOutput,
    { command, commandLineServers }: Pick<EngineOptions, 'command' | 'commandLineServers'>,
  ) {
    this.#questions = questions;
    this.#output = output;
    this.#commandLineServers = commandLineServers;
    this.canAsk = command === 'login' || ((command === 'run' || command === 'runs') && questions.canAsk);
  }

  async listen(): Promise<ListenOutcome> {
    try {
      const { loopbackRedirectListener } = await import('./loopbackRedirectListener.ts');
      return { ok: true, listener: await loopbackRedirectListener((page) => this.#show(page)) };
    } catch (error) {
      return {
        ok: false,
        error: `No local port is free for the answer: ${String(error)}. Free one and retry.`,
      };
    }
  }

  async clientSecret(
    { server, clientId, host }: NamedClient,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (!this.#questions.canAsk) return undefined;
    const client = shownLine(clientId);
    const question = `${server}: secret of the client ${client}, to be sent to ${host} (empty if it has none): `;
    return this.#questions.ask(question, signal, { hidden: true }).catch(() => undefined);
  }

  advice(server: string): string {
    // No configuration file contains the URL of a command-line server.
    const more = this.#commandLineServers.some(({ name }) => name === server)
      ? ' with the same --http-url and --as'
      : '';
    return `Run code-mode login ${shellWord(server)}${more}, then retry.`;
  }

  #show({ server, url }: SignInPage): void {
    this.#output.say(`code-mode: sign in to ${server} at ${url.host}:`);
    this.#output.sayAddress(url);
    if (this.#questions.canAsk) openBrowser(url);
  }
}

/** Opens the URL, which was checked to be http or https. If this fails, the user opens the printed URL. */
function openBrowser(url: URL): void {
  const [command, ...args] = browserOpener(process.platform, process.env);
  if (command === undefined) return;
  const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
